import { type SQL, sql } from 'drizzle-orm'
import { MAX_BAG_AGE } from '#domain/cash/bags.ts'
import type { Meters } from '#domain/cash/expected.ts'
import type { CompanyId, MachineId, OperationId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { isUsedTwice } from '../../cash-box/collections.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis, personName } from '../../db/sql-fragments.ts'
import { weighed } from './withdraws.store.ts'

type Named<Id> = { id: Id; name: string }

/** A stored count. Amounts are in minor units. */
export type Count = { id: OperationId; amount: number; at: Moment; user: Named<UserId> | null; isAtMachine: boolean; voided: boolean }

/** A collection with all that is needed for its expected amount. `before`, `now`: readings of the previous collection and of this one. */
export type Figures = {
  id: OperationId
  at: Moment
  machine: Named<MachineId>
  user: Named<UserId> | null
  bag: string | null
  bagUsedTwice: boolean
  floatIn: number | null
  floatOut: number | null
  before: Meters | null
  now: Meters | null
  sales: number
  /** The latest first. */
  counts: Count[]
}

/** How far a booked read-out may be from a collection to be its reading. */
const NEAR = sql.raw(`interval '30 minutes'`)

const person = (table: string) =>
  sql`case when ${sql.raw(table)}.id is null then null else jsonb_build_object('id', ${sql.raw(table)}.id, 'name', ${personName(table)}) end`

/**
 * The counters of a machine at a collection: those sent with it, else those of the nearest booked read-out. Bills in the recycler are not in
 * the cash box.
 */
const metersAt = (company: CompanyId, currency: string, machine: SQL, operation: SQL, at: SQL) => sql`(
  select jsonb_build_object('cashBox', m.box, 'bills', m.bills) as meters from (
    select c.box_minor as box, c.bills_minor as bills, interval '-1 second' as distance from collections c
    where c.company_id = ${company} and c.operation_id = ${operation} and c.box_minor is not null
    union all
    select (r.reading #>> '{cash,toBox,init}')::bigint, (r.reading #>> '{cash,bills,init}')::bigint - coalesce((r.reading #>> '{cash,toRecycler,init}')::bigint, 0),
      greatest(r.read_at - ${at}, ${at} - r.read_at)
    from audit_readings r
    where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and r.read_at between ${at} - ${NEAR} and ${at} + ${NEAR}
      and r.reading #>> '{cash,toBox,init}' is not null and r.reading #>> '{scale,currency}' = ${currency}
  ) m order by m.distance limit 1)`

const COUNTS = (company: CompanyId) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', n.operation_id, 'amount', n.amount_minor, 'at', ${millis(sql`n.at`)}, 'user', ${person('nu')},
    'isAtMachine', n.operation_id = n.collection_id, 'voided', n.voided) order by n.at desc, n.operation_id desc)
  from bag_counts n left join users nu on nu.company_id = ${company} and nu.id = n.user_id
  where n.company_id = ${company} and n.collection_id = c.operation_id), '[]')`

/** Collections of withdrawals `w`, as far as they were recorded with one. */
const figuresOf = (db: Db, company: CompanyId, currency: string, taken: SQL): Promise<Figures[]> =>
  rowsOf<Figures>(
    db,
    sql`select c.operation_id as id, ${millis(sql`c.at`)} as at, jsonb_build_object('id', m.id, 'name', m.name) as machine, ${person('u')} as "user",
        c.bag, ${isUsedTwice(company)} as "bagUsedTwice", c.float_in_minor::float8 as "floatIn", c.float_out_minor::float8 as "floatOut",
        ${metersAt(company, currency, sql`w.machine_id`, sql`w.previous`, sql`w.since`)} as before,
        ${metersAt(company, currency, sql`w.machine_id`, sql`w.operation_id`, sql`w.effective_at`)} as now,
        w.expected::float8 as sales, ${COUNTS(company)} as counts
      from (${weighed(company, taken)}) w
      join collections c on c.company_id = ${company} and c.operation_id = w.operation_id
      join machines m on m.company_id = ${company} and m.id = w.machine_id
      left join users u on u.company_id = ${company} and u.id = c.user_id
      order by c.at desc, c.operation_id desc`,
  )

const arrayOf = (ids: readonly OperationId[]) => sql`${`{${ids.join(',')}}`}::uuid[]`

/** By the operation of their withdrawal. */
export async function figuresById(
  db: Db,
  company: CompanyId,
  currency: string,
  ids: readonly OperationId[],
): Promise<Map<OperationId, Figures>> {
  if (ids.length === 0) return new Map()
  const rows = await figuresOf(
    db,
    company,
    currency,
    sql`select w.* from cash_movements w
      where w.company_id = ${company} and w.operation_id = any(${arrayOf(ids)}) and w.cause = 'WITHDRAWN' and not w.voided`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The counted collections of a time, the latest first. */
export async function countedBetween(
  db: Db,
  company: CompanyId,
  { from, until }: { from: Moment; until: Moment },
  limit: number,
): Promise<OperationId[]> {
  const rows = await rowsOf<{ id: OperationId }>(
    db,
    sql`select w.operation_id as id from cash_movements w
      where w.company_id = ${company} and w.cause = 'WITHDRAWN' and not w.voided
        and w.effective_at >= ${toIso(from)}::timestamptz and w.effective_at < ${toIso(until)}::timestamptz
        and exists (select from bag_counts n where n.company_id = ${company} and n.collection_id = w.operation_id and not n.voided)
      order by w.effective_at desc, w.operation_id desc limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export async function collectionExists(db: Db, company: CompanyId, collection: OperationId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from collections c where c.company_id = ${company} and c.operation_id = ${collection} and not c.voided`,
  )
  return rows.length > 0
}

export type StoredCount = {
  id: OperationId
  bag: string | null
  amount: number
  at: Moment
  user: Named<UserId> | null
  collection: Figures | null
}

type CountRow = Omit<StoredCount, 'collection'> & { collectionId: OperationId | null }

/** Valid counts of the office, the latest first. */
export async function findCounts(
  db: Db,
  company: CompanyId,
  currency: string,
  { only, limit, offset = 0 }: { only?: OperationId; limit: number; offset?: number },
): Promise<StoredCount[]> {
  const rows = await rowsOf<CountRow>(
    db,
    sql`select n.operation_id as id, coalesce(n.bag, c.bag) as bag, n.amount_minor::float8 as amount, ${millis(sql`n.at`)} as at, ${person('u')} as "user",
        n.collection_id as "collectionId"
      from bag_counts n
      left join users u on u.company_id = ${company} and u.id = n.user_id
      left join collections c on c.company_id = ${company} and c.operation_id = n.collection_id
      where n.company_id = ${company} and not n.voided and n.operation_id is distinct from n.collection_id
        ${only === undefined ? sql`` : sql`and n.operation_id = ${only}::uuid`}
      order by n.at desc, n.operation_id desc limit ${limit} offset ${offset}`,
  )
  const collections = await figuresById(
    db,
    company,
    currency,
    rows.flatMap(({ collectionId }) => collectionId ?? []),
  )
  return rows.map(({ collectionId, ...row }) => ({ ...row, collection: (collectionId && collections.get(collectionId)) || null }))
}

export async function countCounts(db: Db, company: CompanyId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from bag_counts n
      where n.company_id = ${company} and not n.voided and n.operation_id is distinct from n.collection_id`,
  )
  return row?.count ?? 0
}

export type Uncounted = Pick<Figures, 'id' | 'at' | 'machine' | 'user' | 'bag' | 'bagUsedTwice'>

/** Collections that are not counted, the oldest first. The statement reads no amounts. */
export async function findUncounted(
  db: Db,
  company: CompanyId,
  now: Moment,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Uncounted[]; total: number }> {
  const rows = await rowsOf<Uncounted & { total: number }>(
    db,
    sql`select c.operation_id as id, ${millis(sql`c.at`)} as at, jsonb_build_object('id', m.id, 'name', m.name) as machine, ${person('u')} as "user",
        c.bag, ${isUsedTwice(company)} as "bagUsedTwice", count(*) over ()::int as total
      from collections c
      join machines m on m.company_id = ${company} and m.id = c.machine_id
      left join users u on u.company_id = ${company} and u.id = c.user_id
      where c.company_id = ${company} and not c.voided and c.at > ${toIso(now - MAX_BAG_AGE)}::timestamptz
        and not exists (select from bag_counts n where n.company_id = ${company} and n.collection_id = c.operation_id and not n.voided)
      order by c.at, c.operation_id limit ${limit} offset ${offset}`,
  )
  // Only rows contain the total, and a page after the last one has none.
  if (rows.length === 0 && offset > 0) return { items: [], total: (await findUncounted(db, company, now, { limit: 1, offset: 0 })).total }
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** The valid count of a collection: the last one by its own time. */
export const validCountOf = ({ counts }: Pick<Figures, 'counts'>): Count | null => counts.find(({ voided }) => !voided) ?? null
