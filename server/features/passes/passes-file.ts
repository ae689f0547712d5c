import * as v from 'valibot'
import { wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { companyWays } from '../../db/company-settings.ts'
import { writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile } from '../../files/signed-files.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findPasses } from './passes.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  title: word,
  yes: word,
  no: word,
  column: v.object({
    cardIdentifier: word,
    holderName: word,
    creditAmount: word,
    recurringCreditAmount: word,
    isActive: word,
    created: word,
  }),
})

/** Above the row limit of every file format. */
const ALL = 1_000_000

/** Cards as a table in the language of a locale, which can be imported again. */
export async function printPasses(ctx: AppContext, company: CompanyId, query: string, locale: string): Promise<PrintedFile> {
  const { ways, items } = await ctx.database.withTenant(
    company,
    async (db) => ({ ways: await companyWays(db, company), ...(await findPasses(db, company, { query, page: 0, size: ALL })) }),
    { snapshot: true },
  )
  const { currency, timezone } = ways
  const { title, yes, no, column } = wordsOf(languageOf(locale), 'passes', Words)
  const content = await writeSheet({
    name: title,
    columns: [
      { head: column.cardIdentifier, kind: 'text', width: 24 },
      { head: column.holderName, kind: 'text', width: 32 },
      { head: `${column.creditAmount} (${currency})`, kind: 'amount', width: 16 },
      { head: `${column.recurringCreditAmount} (${currency})`, kind: 'amount', width: 20 },
      { head: column.isActive, kind: 'text', width: 10 },
      { head: column.created, kind: 'moment', width: 20 },
    ],
    rows: items.map(({ cardIdentifier, holderName, balance, recurring, isActive, createdAt }) => [
      cardIdentifier,
      holderName,
      toDecimal(balance, currency),
      toDecimal(recurring, currency),
      isActive ? yes : no,
      wallClock(createdAt, timezone),
    ]),
    decimals: decimalsOf(currency),
  })
  return { name: `${title}.xlsx`, type: XLSX, content }
}
