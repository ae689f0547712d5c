import { type SQL, sql } from 'drizzle-orm'
import { inNameOrder, inSlotOrder, productCard, wholeUnits } from './sql-fragments.ts'

/**
 * What an operation moved per stock point, as JSON. A van is the other side of a restock or a load, so it is listed only if the operation is
 * about nothing else. A restock to the maximum is described by the quantity that was added.
 */
export const movedBy = (company: SQL, operation: SQL): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('product', ${productCard}, 'amount', ${wholeUnits(sql`l.quantity`)}, 'kind', l.kind,
    'slotNumber', sl.slot_number) order by sl.slot_number is null, ${inSlotOrder(sql`sl.slot_number`)}, ${inNameOrder(sql`pr.name`)}, l.point), '[]')
  from (
    select mv.stock_point_id as point, case when bool_or(mv.kind = 'delta') then 'delta' else 'count' end as kind,
      coalesce(sum(mv.quantity) filter (where mv.kind = 'delta'), max(mv.quantity)) as quantity
    from movements mv where mv.company_id = ${company} and mv.operation_id = ${operation}
    group by mv.stock_point_id) l
  join stock_points p on p.company_id = ${company} and p.id = l.point
  join products pr on pr.company_id = p.company_id and pr.id = p.product_id
  left join slots sl on sl.company_id = p.company_id and sl.id = p.slot_id
  where p.kind <> 'VAN' or not exists (
    select from movements ov join stock_points op on op.company_id = ov.company_id and op.id = ov.stock_point_id
    where ov.company_id = ${company} and ov.operation_id = ${operation} and op.kind <> 'VAN'))`
