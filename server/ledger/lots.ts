import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'

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
