import * as v from 'valibot'
import { dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { companyWays } from '../../database/company-ways.ts'
import { writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile, WithdrawsOrdered } from '../../files/signed-files.ts'
import type { House } from '../../http/caller.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findWithdraws } from './withdraws.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  title: word,
  column: v.object({ machine: word, user: word, created: word, withdrawn: word, expected: word, difference: word }),
})

/** More than any file holds. */
const ALL = 1_000_000

/** Withdrawals of cash as a table, in the language of a locale, by the company's own clock. */
export async function printWithdraws(house: House, company: CompanyId, asked: WithdrawsOrdered, locale: string): Promise<PrintedFile> {
  const { ways, rows } = await house.database.asCompany(
    company,
    async (db) => ({ ways: await companyWays(db, company), rows: await findWithdraws(db, company, asked, { limit: ALL }) }),
    { snapshot: true },
  )
  const { currency, timezone } = ways
  const { title, column } = wordsOf(languageOf(locale), 'cash', Words)
  const amount = (head: string) => ({ head: `${head} (${currency})`, kind: 'amount' as const, width: 18 })
  const content = await writeSheet({
    name: title,
    columns: [
      { head: column.created, kind: 'moment', width: 20 },
      { head: column.machine, kind: 'text', width: 32 },
      { head: column.user, kind: 'text', width: 24 },
      amount(column.withdrawn),
      amount(column.expected),
      amount(column.difference),
    ],
    rows: rows.map(({ at, machine, user, withdrawn, expected, isCounted }) => [
      wallClock(at, timezone),
      machine.name,
      user?.name ?? null,
      toDecimal(withdrawn, currency),
      toDecimal(expected, currency),
      isCounted ? toDecimal(withdrawn - expected, currency) : null,
    ]),
    decimals: decimalsOf(currency),
  })
  const days = [asked.from, Math.max(asked.until - 1, asked.from)].map((at) => isoDay(dayOf(at, timezone)))
  return { name: `${title} ${[...new Set(days)].join(' – ')}.xlsx`, type: XLSX, content }
}
