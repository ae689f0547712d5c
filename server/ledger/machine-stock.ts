import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId, ProductId } from '#domain/ids.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import type { Moment } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../db/client.ts'
import { wholeUnits } from '../db/sql-fragments.ts'
import { cachedSums } from '../sync/cached-sums.ts'

/** The stock of a product in the slots and canisters of machines, in whole units. */
type ProductStock = { places: number; current: number; maximum: number; shortage: number }
export type MachineStock = ReadonlyMap<ProductId, ProductStock>
export type ReadMachineStock = (db: Db, company: CompanyId, now: Moment) => Promise<MachineStock>

/**
 * The stock per product in all machines in service. The sums are kept with the stock of each machine, so that a changed machine is
 * subtracted and added again.
 */
export const machineStockByFeed = (): ReadMachineStock =>
  cachedSums({ read: placesIn, total: (_, db, company) => stockIn(db, company, sql`m.deactivated_at is null`), add })

/** Slots and canisters of machines `m` in use. */
const inUse = (company: CompanyId) => sql`stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id
    where p.company_id = ${company} and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null`

/** The stock per product in the machines `m` that match a condition. Reads all their slots. */
export async function stockIn(db: Db, company: CompanyId, machines: SQL): Promise<Map<ProductId, ProductStock>> {
  const rows = await rowsOf<ProductStock & { product: ProductId }>(
    db,
    sql`select s.product_id::float8 as product, count(*)::float8 as places, sum(s.current)::float8 as current,
        sum(coalesce(s.maximum, 0))::float8 as maximum,
        sum(coalesce(least(s.maximum, greatest(0, s.maximum - s.current)), 0))::float8 as shortage
      from (
        select p.product_id, p.max_quantity::float8 as maximum, ${wholeUnits(sql`p.balance`)} as current
        from ${inUse(company)} and ${machines}) s
      group by s.product_id`,
  )
  return new Map(rows.map(({ product, ...stock }) => [product, stock]))
}

/** Product, stock and maximum of each place of a machine as one text, which is parsed only when the machine changes. */
async function placesIn(db: Db, company: CompanyId, machines?: readonly MachineId[]): Promise<Map<MachineId, string>> {
  const rows = await rowsOf<{ machine: MachineId; places: string }>(
    db,
    sql`select p.machine_id::float8 as machine,
        string_agg(p.product_id || ' ' || ${wholeUnits(sql`p.balance`)} || ' ' || coalesce(p.max_quantity::text, ''), ',') as places
      from ${inUse(company)} and m.deactivated_at is null ${machines ? sql`and m.id = any(${arrayOf(machines)}::bigint[])` : sql``}
      group by p.machine_id`,
  )
  return new Map(rows.map(({ machine, places }) => [machine, places]))
}

/** Adds the places of a machine, or with -1 subtracts them. */
function add(sums: Map<ProductId, ProductStock>, places: string | undefined, sign: 1 | -1): void {
  for (const place of places?.split(',') ?? []) {
    const [id, current, maximum] = place.split(' ')
    const [product, lying, limit] = [Number(id), Number(current), maximum ? Number(maximum) : null]
    const sum = sums.get(product) ?? { places: 0, current: 0, maximum: 0, shortage: 0 }
    sum.places += sign
    sum.current += sign * lying
    sum.maximum += sign * (limit ?? 0)
    sum.shortage += sign * shortageOf(lying, limit)
    if (sum.places === 0) sums.delete(product)
    else sums.set(product, sum)
  }
}
