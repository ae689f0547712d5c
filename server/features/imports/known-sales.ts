import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { unnested } from '../../db/unnested.ts'
import type { PastSale } from './imports.store.ts'

/** Precision of the times in a file. */
export type Exactness = 'SECOND' | 'MINUTE' | 'DAY'
const LASTING: Readonly<Record<Exactness, number>> = { SECOND: 1_000, MINUTE, DAY: 24 * 60 * MINUTE }

type ExistingSales = {
  id: string
  machineId: number
  at: Moment
  amountMinor: number
  type: string
  slotNumber: string
  productId: number | null
  reference: string | null
  referenceHead: string | null
  hasDevice: boolean
}

/**
 * Ids shortened to 13 hex digits, because up to a million are held in memory while a file is read: the last ones, because all sales of a
 * read-out begin with the same.
 */
export type ClaimedIds = Set<number>
export const shortOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(-13), 16)

/** Sales that this import has booked, by day in the company's time zone. */
type OwnDays = Map<string, number>

/** Whether the company has sales of these days that this import did not book, by the daily totals: a history is usually imported once. */
async function hasOtherSales(
  db: Db,
  company: CompanyId,
  { from, until, timezone, ownDays }: { from: Moment; until: Moment; timezone: string; ownDays: OwnDays },
): Promise<boolean> {
  const dayOf = (at: Moment) => sql`(to_timestamp(${at}::float8 / 1000) at time zone ${timezone})::date`
  const days = await rowsOf<{ day: string; count: number }>(
    db,
    sql`select day::text as day, sum(count)::float8 as count from sales_days
      where company_id = ${company} and day between ${dayOf(from)} and ${dayOf(until)} group by day`,
  )
  return days.some(({ day, count }) => count !== (ownDays.get(day) ?? 0))
}

/**
 * Finds which sales of a file the company already has: by the same id, or by machine, time, price, product and method. Each stored sale
 * matches one sale of the file, so that equal sales are counted. `taken` holds those matched by earlier rows.
 */
export async function knownSales(
  db: Db,
  company: CompanyId,
  sales: readonly PastSale[],
  {
    importId,
    exactness,
    idHead,
    taken,
    timezone,
    ownDays,
  }: { importId: string; exactness: Exactness; idHead: string | null; taken: ClaimedIds; timezone: string; ownDays: OwnDays | null },
): Promise<Set<PastSale>> {
  const known = new Set<PastSale>()
  const located = sales.filter(({ machineId }) => machineId > 0)
  if (located.length === 0) return known
  const lasts = Math.max(LASTING[exactness], MINUTE)
  const begin = (at: Moment) => (exactness === 'DAY' ? at : at - (at % MINUTE))
  const keyOf = (machineId: number, at: Moment, amountMinor: number) => `${machineId} ${begin(at)} ${amountMinor}`
  const named = await namedSales(db, company, located, importId)
  if (named.size === 0 && ownDays !== null) {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const { at } of located) [first, last] = [Math.min(first, begin(at)), Math.max(last, begin(at))]
    if (!(await hasOtherSales(db, company, { from: first, until: last + lasts, timezone, ownDays }))) return known
  }
  const sought = new Map(
    located.map(({ machineId, at, amountMinor }) => [keyOf(machineId, at, amountMinor), { machineId, from: begin(at), amountMinor }]),
  )
  const windows = [...sought.values()]
  const inFile = unnested({
    machine_id: ['bigint', windows.map(({ machineId }) => machineId)],
    start: ['float8', windows.map(({ from }) => from)],
    amount_minor: ['bigint', windows.map(({ amountMinor }) => amountMinor)],
  })
  // Each is searched separately (`offset 0`), because without statistics the database would read all sales of the company.
  const there = await rowsOf<ExistingSales>(
    db,
    sql`select distinct on (t.id) t.id, t.machine_id::float8 as "machineId", floor(extract(epoch from t.at) * 1000)::float8 as at, t.amount_minor::float8 as "amountMinor", t.type,
        t.slot_number as "slotNumber", t.product_id::float8 as "productId", t.reference, i.created->>'idHead' as "referenceHead", t.device_id is not null as "hasDevice"
      from (select u.machine_id, u.amount_minor, to_timestamp(u.start / 1000) as start from ${inFile} u) f
      cross join lateral (
        select * from transactions t where t.company_id = ${company} and t.machine_id = f.machine_id and t.at >= f.start
          and t.at < f.start + ${lasts} * interval '1 millisecond' and t.amount_minor = f.amount_minor
          and t.import_id is distinct from ${importId}::uuid
        offset 0) t
      left join imports i on i.company_id = ${company} and i.id = t.import_id`,
  )
  const byKey = new Map<string, ExistingSales[]>()
  const add = (key: string, one: ExistingSales) => byKey.set(key, [...(byKey.get(key) ?? []), one])
  for (const one of there) if (!taken.has(shortOf(one.id))) for (const key of keysOf(one)) add(key, one)
  function* keysOf(one: ExistingSales) {
    if (exactness !== 'DAY') return void (yield keyOf(one.machineId, one.at, one.amountMinor))
    // For a file with dates only: each start time that precedes this sale.
    for (const { machineId, from, amountMinor } of sought.values())
      if (machineId === one.machineId && amountMinor === one.amountMinor && one.at >= from && one.at < from + lasts)
        yield keyOf(machineId, from, amountMinor)
  }
  const isFree = (one: ExistingSales) => !taken.has(shortOf(one.id))
  const pair = (sale: PastSale, one: ExistingSales) => {
    taken.add(shortOf(one.id))
    known.add(sale)
  }
  // A sale with an id of this company matches that sale and no other.
  for (const sale of located) {
    const own = sale.reference === null ? undefined : named.get(sale.reference.toLowerCase())
    if (own && isFree(own)) pair(sale, own)
  }
  const pairs = located
    .filter((sale) => !known.has(sale))
    .flatMap((sale) =>
      (byKey.get(keyOf(sale.machineId, sale.at, sale.amountMinor)) ?? []).flatMap((one) => {
        const likeness = likenessOf(sale, one, exactness, idHead)
        return likeness === null ? [] : [{ sale, one, likeness }]
      }),
    )
    .toSorted((a, b) => b.likeness - a.likeness)
  for (const { sale, one } of pairs) if (!known.has(sale) && isFree(one)) pair(sale, one)
  return known
}

/** Similarity of a sale in the file and a stored one; null if they are different sales. */
function likenessOf(sale: PastSale, one: ExistingSales, exactness: Exactness, idHead: string | null): number | null {
  const isSameTime =
    exactness !== 'SECOND' ||
    Math.floor(sale.at / 1_000) === Math.floor(one.at / 1_000) ||
    (!one.hasDevice && one.at % MINUTE === 0 && sale.at - one.at < MINUTE)
  if (!isSameTime) return null
  if (sale.productId !== null && one.productId !== null && sale.productId !== one.productId) return null
  const methods = [sale.type, one.type].filter(isTransactionType)
  if (methods.length === 2 && methods[0] !== methods[1] && !methods.every((type) => type === 'CREDIT' || type === 'CREDIT_CARD'))
    return null
  // Two ids from the same column of the same system are two sales.
  const isSameId = sale.reference !== null && sale.reference === one.reference
  if (sale.reference !== null && one.reference !== null && !isSameId && idHead !== null && idHead === one.referenceHead) return null
  return (
    (isSameId ? 8 : 0) +
    (sale.productId === one.productId ? 4 : 0) +
    (sale.type === one.type ? 2 : 0) +
    (sale.slotNumber === one.slotNumber ? 1 : 0)
  )
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Sales by the ids of exports from this system. */
async function namedSales(db: Db, company: CompanyId, sales: readonly PastSale[], importId: string): Promise<Map<string, ExistingSales>> {
  const ids = sales.flatMap(({ reference }) => (reference !== null && UUID.test(reference) ? [reference.toLowerCase()] : []))
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<ExistingSales>(
    db,
    sql`select t.id, t.machine_id::float8 as "machineId", 0 as at, t.amount_minor::float8 as "amountMinor", t.type, t.slot_number as "slotNumber", null as "productId",
        t.reference, null as "referenceHead", false as "hasDevice"
      from transactions t where t.company_id = ${company} and t.import_id is distinct from ${importId}::uuid and t.id = any(${`{${ids.join(',')}}`}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
