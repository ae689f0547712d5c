import { and, desc, eq, gte, lte } from 'drizzle-orm'
import * as v from 'valibot'
import { MoneySettings } from '#contract/money.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../../db/client.ts'
import { companyTaxes, moneySettings } from '../../db/schema/money.ts'

/** The accounts of a company; null if it has none. */
export async function findAccounts(db: Db, company: CompanyId): Promise<MoneySettings | null> {
  const [row] = await db.select().from(moneySettings).where(eq(moneySettings.companyId, company))
  const read = v.safeParse(MoneySettings, row?.settings)
  return read.success ? read.output : null
}

export const writeAccounts = (db: Db, companyId: CompanyId, settings: MoneySettings) =>
  db.insert(moneySettings).values({ companyId, settings }).onConflictDoUpdate({ target: moneySettings.companyId, set: { settings } })

export const deleteAccounts = (db: Db, company: CompanyId) => db.delete(moneySettings).where(eq(moneySettings.companyId, company))

/** The default tax on a day, in hundredths of a percent. */
export async function defaultTaxOn(db: Db, company: CompanyId, day: string): Promise<number> {
  const [row] = await db
    .select()
    .from(companyTaxes)
    .where(and(eq(companyTaxes.companyId, company), lte(companyTaxes.validFrom, day)))
    .orderBy(desc(companyTaxes.validFrom))
    .limit(1)
  return row?.taxBasisPoints ?? 0
}

/** Sets the default tax from a day on. It replaces later ones. */
export async function writeDefaultTax(db: Db, companyId: CompanyId, tax: number, from: string): Promise<void> {
  await db.delete(companyTaxes).where(and(eq(companyTaxes.companyId, companyId), gte(companyTaxes.validFrom, from)))
  await db.insert(companyTaxes).values({ companyId, validFrom: from, taxBasisPoints: tax })
}
