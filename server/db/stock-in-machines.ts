import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { wholeUnits } from './quantities.ts'

/**
 * The stock per product in machines `m` that match a condition, in whole units: `(product_id, quantity)`. Summed in one pass, because stock
 * points have no index by product.
 */
export const lyingInMachines = (company: CompanyId, machines: SQL): SQL => sql`(
  select sp.product_id, sum(${wholeUnits(sql`sp.balance`)}) as quantity from stock_points sp
  join machines m on m.company_id = sp.company_id and m.id = sp.machine_id
  where sp.company_id = ${company} and sp.kind in ('SLOT', 'CANISTER') and sp.removed_at is null and ${machines} group by sp.product_id)`
