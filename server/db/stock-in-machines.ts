import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { wholeUnits } from './quantities.ts'

/**
 * What lies of each product in machines `m` that a condition names, in whole units: `(product_id, quantity)`. Added up in one pass,
 * because places have no index by their product.
 */
export const lyingInMachines = (company: CompanyId, machines: SQL): SQL => sql`(
  select sp.product_id, sum(${wholeUnits(sql`sp.balance`)}) as quantity from stock_points sp
  join machines m on m.company_id = sp.company_id and m.id = sp.machine_id
  where sp.company_id = ${company} and sp.kind in ('SLOT', 'CANISTER') and sp.removed_at is null and ${machines} group by sp.product_id)`
