import { sql } from 'drizzle-orm'
import type { Company } from '#contract/company.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../db/client.ts'

const RECORD = sql`c.name, c.legal_name as "legalName", c.tax_id as "taxId", c.address, c.postal_code as "postalCode", c.city, c.country, c.currency,
  c.locale, c.plan_name as plan`

export async function companyRecord(db: Db, company: CompanyId): Promise<Company> {
  const [row] = await rowsOf<Company>(db, sql`select ${RECORD} from companies c where c.id = ${company}`)
  if (!row) throw new Error('the company was not found')
  return row
}

/** Reads the company and locks it until the transaction ends. */
export async function lockCompany(db: Db, company: CompanyId): Promise<Company> {
  const [row] = await rowsOf<Company>(db, sql`select ${RECORD} from companies c where c.id = ${company} for update`)
  if (!row) throw new Error('the company was not found')
  return row
}

export const writeCompany = (db: Db, company: CompanyId, to: Company) =>
  db.execute(sql`
    update companies c set name = ${to.name}, legal_name = ${to.legalName}, tax_id = ${to.taxId}, address = ${to.address},
      postal_code = ${to.postalCode}, city = ${to.city}, country = ${to.country}, currency = ${to.currency}, locale = ${to.locale}
    where c.id = ${company}`)

/** Whether the company has stored amounts in minor units of its currency. */
export async function hasAmounts(db: Db, company: CompanyId): Promise<boolean> {
  const [row] = await rowsOf<{ has: boolean }>(
    db,
    sql`select exists (select from products p where p.company_id = ${company}) or exists (select from machines m where m.company_id = ${company}) as has`,
  )
  return row?.has ?? false
}
