import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MoneySettings } from '#contract/money.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** The accounts of a company; null if it has none. */
export async function findAccounts(db: Db, company: CompanyId): Promise<MoneySettings | null> {
  const [row] = await rowsOf<{ settings: unknown }>(db, sql`select s.settings from money_settings s where s.company_id = ${company}`)
  const read = v.safeParse(MoneySettings, row?.settings)
  return read.success ? read.output : null
}

export const writeAccounts = (db: Db, company: CompanyId, accounts: MoneySettings) =>
  db.execute(sql`insert into money_settings (company_id, settings) values (${company}, ${JSON.stringify(accounts)}::jsonb)
    on conflict (company_id) do update set settings = excluded.settings`)

/** The default tax on a day, in hundredths of a percent. */
export async function defaultTaxOn(db: Db, company: CompanyId, day: string): Promise<number> {
  const [row] = await rowsOf<{ tax: number }>(
    db,
    sql`select t.tax_basis_points::float8 as tax from company_taxes t where t.company_id = ${company} and t.valid_from <= ${day}::date
      order by t.valid_from desc limit 1`,
  )
  return row?.tax ?? 0
}

/** Sets the default tax from a day on. It replaces later ones. */
export async function writeDefaultTax(db: Db, company: CompanyId, tax: number, from: string): Promise<void> {
  await db.execute(sql`delete from company_taxes t where t.company_id = ${company} and t.valid_from >= ${from}::date`)
  await db.execute(sql`insert into company_taxes (company_id, valid_from, tax_basis_points) values (${company}, ${from}::date, ${tax})`)
}
