import * as v from 'valibot'
import { dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { companyWays } from '../../db/company-settings.ts'
import type { LargeTable, SheetRow } from '../../files/sheet.ts'
import type { WithdrawsOrdered } from '../../files/signed-files.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { countWithdraws, findWithdraws, type Withdrawn } from './withdraws.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  title: word,
  column: v.object({ machine: word, user: word, created: word, withdrawn: word, expected: word, difference: word }),
})

/** Rows per transaction, because the embedded database runs one transaction at a time. */
const ROWS_AT_ONCE = 500

/** Cash withdrawals as a table in the language of a locale and in the company's time zone. Rows are fetched while the table is written. */
export async function withdrawsTable(ctx: AppContext, company: CompanyId, filter: WithdrawsOrdered, locale: string): Promise<LargeTable> {
  const { ways, count } = await ctx.database.withTenant(company, async (db) => ({
    ways: await companyWays(db, company),
    count: await countWithdraws(db, company, filter),
  }))
  const { currency, timezone } = ways
  const { title, column } = wordsOf(languageOf(locale), 'cash', Words)
  const amount = (head: string) => ({ head: `${head} (${currency})`, kind: 'amount' as const, width: 18 })
  const rowOf = ({ at, machine, user, withdrawn, expected, isCounted }: Withdrawn): SheetRow => [
    wallClock(at, timezone),
    machine.name,
    user?.name ?? null,
    toDecimal(withdrawn, currency),
    toDecimal(expected, currency),
    isCounted ? toDecimal(withdrawn - expected, currency) : null,
  ]
  async function* rows() {
    for (let after: Withdrawn | undefined; ; ) {
      const page = await ctx.database.withTenant(company, (db) => findWithdraws(db, company, filter, { limit: ROWS_AT_ONCE, after }))
      yield* page.map(rowOf)
      after = page.at(-1)
      if (page.length < ROWS_AT_ONCE) return
    }
  }
  const days = [filter.from, Math.max(filter.until - 1, filter.from)].map((at) => isoDay(dayOf(at, timezone)))
  return {
    name: `${title} ${[...new Set(days)].join(' – ')}.xlsx`,
    count,
    sheet: {
      name: title,
      columns: [
        { head: column.created, kind: 'moment', width: 20 },
        { head: column.machine, kind: 'text', width: 32 },
        { head: column.user, kind: 'text', width: 24 },
        amount(column.withdrawn),
        amount(column.expected),
        amount(column.difference),
      ],
      rows: rows(),
      decimals: decimalsOf(currency),
    },
  }
}
