import { type SQL, sql } from 'drizzle-orm'
import { type Bagged, type CountOfBag, matchCounts } from '#domain/cash/bags.ts'
import type { CompanyId, MachineId, OperationId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'

/** Amounts in minor units. */
export type NewCollection = {
  operation: OperationId
  machine: MachineId
  user: UserId
  at: Moment
  bag: string | null
  bagKey: string | null
  floatIn: number | null
  floatOut: number | null
  reading: { box: number; bills: number | null; at: Moment; from: 'AUDIT' | 'TYPED' } | null
  counted: number | null
}

type NewCount = { operation: OperationId; user: UserId; at: Moment; amount: number } & (
  | { bag: string; bagKey: string }
  | { collection: OperationId }
)

const isVoided = (company: CompanyId, operation: OperationId) =>
  sql`exists (select from voids v where v.company_id = ${company} and v.operation_id = ${operation})`

/** Stores what is known of a withdrawal. One that was undone before it arrived is stored as voided. */
export async function recordCollection(db: Db, company: CompanyId, collection: NewCollection): Promise<void> {
  const { operation, machine, user, at, bag, bagKey, floatIn, floatOut, reading, counted } = collection
  await db.execute(sql`
    insert into collections (company_id, operation_id, machine_id, at, user_id, bag, bag_key, float_in_minor, float_out_minor, box_minor,
      bills_minor, read_at, read_from, voided)
    values (${company}, ${operation}, ${machine}, ${toIso(at)}, ${user}, ${bag}, ${bagKey}, ${floatIn}, ${floatOut}, ${reading?.box ?? null},
      ${reading?.bills ?? null}, ${reading ? toIso(reading.at) : null}, ${reading?.from ?? null}, ${isVoided(company, operation)})`)
  if (counted !== null)
    await db.execute(sql`
      insert into bag_counts (company_id, operation_id, at, user_id, amount_minor, bag, collection_id, voided)
      values (${company}, ${operation}, ${toIso(at)}, ${user}, ${counted}, ${bag}, ${operation}, ${isVoided(company, operation)})`)
  if (bagKey !== null) await assignCounts(db, company, [bagKey])
}

/** Takes a voided withdrawal out of counting. Counts of its bag then belong to an earlier use of the bag, or wait for a later one. */
export async function voidCollection(db: Db, company: CompanyId, operation: OperationId): Promise<void> {
  const rows = await rowsOf<{ bagKey: string | null }>(
    db,
    sql`with counts as (update bag_counts n set voided = true where n.company_id = ${company} and n.operation_id = ${operation})
      update collections c set voided = true where c.company_id = ${company} and c.operation_id = ${operation} returning c.bag_key as "bagKey"`,
  )
  await assignCounts(
    db,
    company,
    rows.flatMap(({ bagKey }) => bagKey ?? []),
  )
}

export async function recordCount(db: Db, company: CompanyId, count: NewCount): Promise<void> {
  const { operation, user, at, amount } = count
  const [bag, bagKey, collection] = 'bag' in count ? [count.bag, count.bagKey, null] : [null, null, count.collection]
  await db.execute(sql`
    insert into bag_counts (company_id, operation_id, at, user_id, amount_minor, bag, bag_key, collection_id)
    values (${company}, ${operation}, ${toIso(at)}, ${user}, ${amount}, ${bag}, ${bagKey}, ${collection})`)
  await assignCounts(db, company, bagKey === null ? await keysOf(db, company, collection) : [bagKey])
}

/** Undoes a count of the office, which stays in the history. Returns its collection; undefined if there is no such count. */
export async function voidCount(
  db: Db,
  company: CompanyId,
  count: OperationId,
): Promise<{ at: Moment; machine: MachineId | null; isNew: boolean } | undefined> {
  const [known] = await rowsOf<{
    at: Moment
    bagKey: string | null
    machine: MachineId | null
    collection: OperationId | null
    voided: boolean
  }>(
    db,
    sql`select ${millis(sql`n.at`)} as at, n.bag_key as "bagKey", n.collection_id as collection, c.machine_id::float8 as machine, n.voided
      from bag_counts n left join collections c on c.company_id = n.company_id and c.operation_id = n.collection_id
      where n.company_id = ${company} and n.operation_id = ${count} and n.operation_id is distinct from n.collection_id for update of n`,
  )
  if (!known) return undefined
  const { at, machine, bagKey, collection, voided } = known
  await db.execute(sql`update bag_counts n set voided = true where n.company_id = ${company} and n.operation_id = ${count}`)
  // The activity log shows its line as undone.
  await db.execute(
    sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${count}, ${count}) on conflict do nothing`,
  )
  await assignCounts(db, company, bagKey === null ? await keysOf(db, company, collection) : [bagKey])
  return { at, machine, isNew: !voided }
}

/** The bag number of a collection, whose other counts depend on whether it is counted. */
async function keysOf(db: Db, company: CompanyId, collection: OperationId | null): Promise<string[]> {
  const rows = await rowsOf<{ key: string | null }>(
    db,
    sql`select c.bag_key as key from collections c where c.company_id = ${company} and c.operation_id = ${collection}::uuid`,
  )
  return rows.flatMap(({ key }) => key ?? [])
}

/** Assigns the counts of these bag numbers again. Concurrent writes of one number wait for each other. */
async function assignCounts(db: Db, company: CompanyId, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort()) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`bag ${key}`}), ${company}::int)`)
    const assigned = await assignmentOf(db, company, key)
    const rows = [...assigned].map(([id, collection]) => ({ id, collection }))
    await db.execute(sql`
      update bag_counts n set collection_id = r.collection from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, collection uuid)
      where n.company_id = ${company} and n.operation_id = r.id and n.collection_id is distinct from r.collection`)
  }
}

/** Counts of one bag number with the collections that they belong to, computed from all facts. */
async function assignmentOf(db: Db, company: CompanyId, key: string): Promise<Map<OperationId, OperationId | null>> {
  const collections = await rowsOf<Bagged & { pinned: Moment | null }>(
    db,
    sql`select c.operation_id as id, ${millis(sql`c.at`)} as at, (c.at at time zone (select o.timezone from companies o where o.id = ${company}))::date::text as day,
        (select ${millis(sql`min(n.at)`)} from bag_counts n
          where n.company_id = ${company} and n.collection_id = c.operation_id and n.bag_key is null and not n.voided) as pinned
      from collections c where c.company_id = ${company} and c.bag_key = ${key} and not c.voided`,
  )
  const counts = await rowsOf<CountOfBag & { voided: boolean }>(
    db,
    sql`select n.operation_id as id, ${millis(sql`n.at`)} as at, n.voided from bag_counts n where n.company_id = ${company} and n.bag_key = ${key}`,
  )
  const pinned = new Map(collections.flatMap(({ id, pinned }) => (pinned === null ? [] : [[id, pinned] as const])))
  const valid = counts.filter(({ voided }) => !voided)
  return matchCounts(collections, valid, pinned)
}

/** Whether another valid collection `x` of the same day has the bag number of `c`. */
export const isUsedTwice = (company: CompanyId): SQL => sql`exists (
  select from collections x, companies o
  where o.id = ${company} and x.company_id = ${company} and x.bag_key = c.bag_key and x.operation_id <> c.operation_id and not x.voided
    and x.at between c.at - interval '25 hours' and c.at + interval '25 hours'
    and (x.at at time zone o.timezone)::date = (c.at at time zone o.timezone)::date)`

export async function isBagUsedTwice(db: Db, company: CompanyId, collection: OperationId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from collections c where c.company_id = ${company} and c.operation_id = ${collection} and not c.voided and ${isUsedTwice(company)}`,
  )
  return rows.length > 0
}
