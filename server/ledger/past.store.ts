import { type SQL, sql } from 'drizzle-orm'
import type { Move } from '#domain/forecast/past.ts'
import type { CompanyId, MachineId, ProductId, StockPointId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** A stock point with its movements since a given time, oldest first. `worth`: the sale price of one piece, in minor units. */
export type PointPast = {
  machine: MachineId
  type: MachineType
  point: StockPointId
  product: ProductId
  installedAt: Moment
  balance: Milli
  worth: number
  moves: Move[]
}

type Row = Omit<PointPast, 'moves'> & { moves: string | null }

/**
 * All filled stock points of some machines of a company. Movements come as one text per stock point, because parsing a row for each takes
 * longer than the forecast itself.
 */
export async function pastOf(db: Db, company: CompanyId, machines: readonly MachineId[], since: Moment): Promise<PointPast[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with drinks as (
        select s.machine_id, r.ingredient_id, avg(s.vend_price_minor) as price
        from slots s join recipe_lines r on r.company_id = s.company_id and r.product_id = s.product_id and r.share > 0 and r.valid_from = (
          select max(l.valid_from) from recipe_lines l where l.company_id = r.company_id and l.product_id = r.product_id)
        where s.company_id = ${company} and s.removed_at is null and s.machine_id = any(${`{${machines.join(',')}}`}::bigint[])
        group by 1, 2)
      select p.machine_id::float8 as machine, m.type, p.id::float8 as point, p.product_id::float8 as product, p.balance::float8 as balance,
        floor(extract(epoch from p.installed_at) * 1000)::float8 as "installedAt", coalesce(s.vend_price_minor, d.price, 0)::float8 as worth,
        (select string_agg(floor(date_part('epoch', v.effective_at - ${toIso(since)}::timestamptz) / 60)::int
            || case when v.kind = 'count' then 'c' when v.cause = 'SALE' then 's' else 'd' end || v.quantity, ','
            order by v.effective_at, v.operation_id, v.line)
          from movements v where v.company_id = p.company_id and v.stock_point_id = p.id and v.effective_at >= ${toIso(since)}::timestamptz and not v.voided) as moves
      from stock_points p
      join machines m on m.company_id = p.company_id and m.id = p.machine_id
      left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      left join drinks d on d.machine_id = p.machine_id and d.ingredient_id = p.product_id and p.kind = 'CANISTER'
      where p.company_id = ${company} and p.machine_id = any(${`{${machines.join(',')}}`}::bigint[])
        and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null
      order by p.machine_id, p.id`,
  )
  return rows.map((row) => ({ ...row, moves: movesIn(row.moves ?? '', since) }))
}

/** The stock of each of these stock points at a given time, from the ledger; those that had never been counted are left out. */
export async function lyingAt(db: Db, company: CompanyId, points: readonly StockPointId[], at: Moment): Promise<Map<StockPointId, Milli>> {
  const moment = sql`${toIso(at)}::timestamptz`
  const own = sql`v.company_id = ${company} and v.stock_point_id = p.id and not v.voided and v.effective_at < ${moment}`
  const rows = await rowsOf<{ point: StockPointId; lay: Milli }>(
    db,
    sql`select p.id::float8 as point, (c.quantity + coalesce((
          select sum(v.quantity) from movements v
          where ${own} and v.kind = 'delta' and v.effective_at >= c.effective_at
            and (v.effective_at, v.operation_id, v.line) > (c.effective_at, c.operation_id, c.line)), 0))::float8 as lay
      from unnest(${`{${points.join(',')}}`}::bigint[]) p(id)
      cross join lateral (select v.quantity, v.effective_at, v.operation_id, v.line from movements v where ${own} and v.kind = 'count'
        order by v.effective_at desc, v.operation_id desc, v.line desc limit 1) c`,
  )
  return new Map(rows.map(({ point, lay }) => [point, lay]))
}

const KINDS = { s: 'sale', d: 'delta', c: 'count' } as const

const movesIn = (text: string, since: Moment): Move[] =>
  [...text.matchAll(/(\d+)([sdc])(-?\d+)/g)].map(([, minutes, kind, quantity]) => ({
    at: since + Number(minutes) * MINUTE,
    kind: KINDS[kind as keyof typeof KINDS],
    quantity: Number(quantity),
  }))

/** More restocks than any slot holds at once. */
const LOTS = 60

/** The last restocks of a row `p` of stock points with their best-before dates, the latest first, as JSON (`Lot`); null without any. */
export const lotsOf = (company: CompanyId): SQL => sql`(
  select jsonb_agg(jsonb_build_object('quantity', r.quantity, 'bestBefore', r.best_before) order by r.effective_at desc, r.operation_id desc)
  from (
    select v.quantity, v.effective_at, v.operation_id, d.best_before
    from movements v
    left join best_before_dates d on d.company_id = v.company_id and d.stock_point_id = v.stock_point_id and d.operation_id = v.operation_id
    where v.company_id = ${company} and v.stock_point_id = p.id and v.cause = 'RESTOCK' and v.kind = 'delta' and not v.voided
    order by v.effective_at desc, v.operation_id desc, v.line desc limit ${LOTS}) r)`
