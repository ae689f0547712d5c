import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { wholeUnits } from '../db/sql-fragments.ts'

/** A review item with its operation, its stock point and the current product of the slot. */
export const ITEMS = sql`review_items r
  join operations o on o.company_id = r.company_id and o.id = r.operation_id
  join users u on u.company_id = o.company_id and u.id = o.user_id
  left join machines m on m.company_id = r.company_id and m.id = r.machine_id
  join (select) shown on r.machine_id is null or m.deactivated_at is null or r.kind in ('MACHINE_GONE', 'CLOSED_INSTALLATION')
  left join stock_points p on p.company_id = r.company_id and p.id = r.stock_point_id
  left join vans vn on vn.company_id = p.company_id and vn.id = p.van_id
  left join products pr on pr.company_id = p.company_id and pr.id = p.product_id
  left join slots s on s.company_id = p.company_id and s.id = p.slot_id
  left join slots ps on r.kind = 'PRODUCT_PROPOSED' and ps.company_id = r.company_id and ps.id = (r.details ->> 'slotId')::bigint
  left join stock_points nx on nx.company_id = p.company_id and nx.slot_id = p.slot_id and nx.removed_at is null and nx.kind = 'SLOT' and nx.id <> p.id and m.deactivated_at is null
  cross join lateral (
    select coalesce(${wholeUnits(sql`sum(mv.quantity) filter (where mv.kind = 'delta')`)}, 0)::float8 as moved,
      ${wholeUnits(sql`max(mv.quantity) filter (where mv.kind = 'count')`)}::float8 as counted
    from movements mv where mv.company_id = r.company_id and mv.operation_id = r.operation_id and mv.stock_point_id = r.stock_point_id) did`

/**
 * The remaining part of the stock that the operation left in the stock point, reduced by later counts and removals so that it is not used
 * twice.
 */
export const REMAINS = sql`case when r.kind = 'CLOSED_INSTALLATION' and did.moved = 0 and did.counted is null
  then greatest(0, least((r.details ->> 'quantity')::float8, floor(p.balance / 1000.0)))::float8 end`

/** Whether a later review item of this stock point includes a count, which covers the whole remaining stock. */
const COUNTED_SINCE = sql`exists (
    select from review_items l join movements mv on mv.company_id = l.company_id and mv.operation_id = l.operation_id and mv.stock_point_id = l.stock_point_id
    where l.company_id = r.company_id and l.stock_point_id = r.stock_point_id and l.kind = r.kind and l.id > r.id and mv.kind = 'count' and not mv.voided)`

/** The phone of an operation, and its day in the company. A wrong clock is decided once for all operations of that phone and day. */
const phoneAndDay = (o: SQL) => sql`(coalesce(${o}.device_id, ${o}.id::text), ${o}.user_id,
    (${o}.received_at at time zone (select c.timezone from companies c where c.id = ${o}.company_id))::date)`

/**
 * Whether the stock depends on the uncertain time of an operation: between its earliest and latest possible time, another operation moved
 * what it counted, or counted what it moved. True if the earliest time is unknown.
 */
const dependsOnTime = (r: SQL, o: SQL) => sql`(${r}.details ->> 'since' is null or exists (
    select from movements mine
    join movements their on their.company_id = mine.company_id and their.stock_point_id = mine.stock_point_id
      and their.effective_at between to_timestamp((${r}.details ->> 'since')::float8 / 1000) and ${o}.received_at
    left join operations t on t.company_id = their.company_id and t.id = their.operation_id
    where mine.company_id = ${o}.company_id and mine.operation_id = ${o}.id and not mine.voided and not their.voided
      and 'count' in (mine.kind, their.kind) and their.operation_id <> mine.operation_id
      and (t.device_id is null or t.device_id is distinct from ${o}.device_id)))`

/** Other undecided operations of the same phone and day whose uncertain time matters. */
export const SIBLINGS = sql`review_items sr join operations so on so.company_id = sr.company_id and so.id = sr.operation_id
    where sr.company_id = r.company_id and sr.kind = 'DOUBTFUL_CLOCK' and r.kind = 'DOUBTFUL_CLOCK' and sr.decided_at is null and sr.id <> r.id
      and ${phoneAndDay(sql`so`)} = ${phoneAndDay(sql`o`)} and ${dependsOnTime(sql`sr`, sql`so`)}
      and not exists (select from voids v where v.company_id = sr.company_id and v.operation_id = sr.operation_id)`

/** Whether a later operation also left this stock point above its maximum or below zero. Both items would ask for the same decision. */
const REPEATED = sql`(r.kind in ('OVER_MAXIMUM', 'BELOW_ZERO') and exists (
    select from review_items l where l.company_id = r.company_id and l.stock_point_id = r.stock_point_id and l.kind = r.kind and l.id > r.id
      and not exists (select from voids v where v.company_id = l.company_id and v.operation_id = l.operation_id)))`

/** Whether a decision is still needed. Items whose operation was undone, or that were resolved by later movements, are closed. */
export const OPEN = sql`r.decided_at is null
  and (r.kind <> 'MACHINE_GONE' or m.deactivated_at is not null)
  and (r.kind <> 'PRODUCT_PROPOSED' or (ps.removed_at is null and ps.product_id is distinct from (r.details ->> 'productId')::bigint))
  and (r.kind <> 'DOUBTFUL_CLOCK' or (${dependsOnTime(sql`r`, sql`o`)} and not exists (select from ${SIBLINGS} and sr.id < r.id)))
  and not exists (select from voids v where v.company_id = r.company_id and v.operation_id = r.operation_id)
  and (${REMAINS} is null or (${REMAINS} > 0 and not ${COUNTED_SINCE}))
  and (r.kind <> 'OVER_MAXIMUM' or (p.removed_at is null and p.balance > p.max_quantity * 1000))
  and (r.kind <> 'BELOW_ZERO' or (p.removed_at is null and p.balance < 0))
  and not ${REPEATED}
  and (r.kind <> 'VAN_BELOW_ZERO' or p.balance < 0)
  and (r.kind <> 'NOT_ASSIGNED' or not exists (
    select from assignments a where a.company_id = r.company_id and a.machine_id = r.machine_id and a.user_id = o.user_id and a.revoked_at is null))`

export async function countOpenReviews(db: Db, company: CompanyId): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from ${ITEMS} where r.company_id = ${company} and ${OPEN}`,
  )
  return row?.total ?? 0
}
