import { sql } from 'drizzle-orm'
import type { MachineId, OperationId, StockPointId } from '#domain/ids.ts'
import { DAY, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { Chance } from './chance.ts'
import type { Ground } from './ground.ts'

/** Restocks of this period have dates. */
const SINCE = 7 * DAY
/** The share of slots whose dates are recorded, and of those with goods that expire soon. */
const [DATED, SOON] = [0.3, 0.06]
/** In days from now. */
const [SOONEST, SOON_UNTIL, LATEST] = [1, 10, 120]
/** A task of today removes what expires within so many days. */
const REMOVED = 3

/** Writes best-before dates of snacks that were restocked lately. Returns the machines of which some expire within days. */
export async function writeBestBefore(db: Db, { company, seed, now }: Ground): Promise<Set<MachineId>> {
  const chance = new Chance(`${seed}/${company}/dates`)
  const snacks = await rowsOf<{ point: StockPointId; machine: MachineId }>(
    db,
    sql`select p.id::float8 as point, p.machine_id::float8 as machine from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      where p.company_id = ${company} and p.kind = 'SLOT' and p.removed_at is null and p.balance > 0 and pr.packaging = 'PIECE' order by p.id`,
  )
  const machineOf = new Map(snacks.map(({ point, machine }) => [point, machine]))
  const restocks = await rowsOf<{ point: StockPointId; operation: OperationId }>(
    db,
    sql`select distinct on (v.stock_point_id) v.stock_point_id::float8 as point, v.operation_id as operation
      from movements v where v.company_id = ${company} and v.effective_at >= ${toIso(now - SINCE)}::timestamptz and v.cause = 'RESTOCK' and v.kind = 'delta'
      order by v.stock_point_id, v.effective_at desc`,
  )
  const expiring = new Set<MachineId>()
  const dated = restocks.flatMap(({ point, operation }) => {
    const machine = machineOf.get(point)
    if (machine === undefined || !chance.happens(DATED)) return []
    const days = chance.happens(SOON) ? chance.whole(SOONEST, SOON_UNTIL) : chance.whole(4 * SOON_UNTIL, LATEST)
    if (days <= REMOVED) expiring.add(machine)
    return [{ point, operation, day: toIso(now + days * DAY).slice(0, 10) }]
  })
  await db.execute(sql`
    insert into best_before_dates (company_id, stock_point_id, operation_id, best_before)
    select ${company}::int, d.point, d.operation, d.day
    from jsonb_to_recordset(${JSON.stringify(dated)}::jsonb) as d(point bigint, operation uuid, day date)`)
  return expiring
}
