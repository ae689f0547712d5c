import * as v from 'valibot'
import { addDays, dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf } from '#domain/money.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import { fromIso } from '#domain/time.ts'
import { companyWays } from '../../database/company-ways.ts'
import { writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile, SalesOrdered } from '../../files/signed-files.ts'
import type { House } from '../../http/caller.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findSales } from './transactions.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  title: word,
  column: v.object({ created: word, machine: word, product: word, type: word, slot: word, amount: word, card: word, id: word }),
  type: v.object(Object.fromEntries(SHOWN_TYPES.map((type) => [type, word])) as Record<(typeof SHOWN_TYPES)[number], typeof word>),
})

/** More than any file holds. */
const ALL = 1_000_000

/** Sales as a table, in the language of a locale, by the company's own clock. */
export async function printSales(house: House, company: CompanyId, sales: SalesOrdered, locale: string): Promise<PrintedFile> {
  const { ways, rows } = await house.database.asCompany(
    company,
    async (db) => {
      const ways = await companyWays(db, company)
      return { ways, rows: await findSales(db, company, sales, { limit: ALL }, ways) }
    },
    { snapshot: true },
  )
  const words = wordsOf(languageOf(locale), 'transactions', Words)
  const { created, machine, product, type, slot, amount, card, id } = words.column
  const content = await writeSheet({
    name: words.title,
    columns: [
      { head: created, kind: 'moment', width: 20 },
      { head: machine, kind: 'text', width: 32 },
      { head: product, kind: 'text', width: 28 },
      { head: type, kind: 'text', width: 16 },
      { head: slot, kind: 'text', width: 8 },
      { head: `${amount} (${ways.currency})`, kind: 'amount', width: 14 },
      { head: card, kind: 'text', width: 10 },
      { head: id, kind: 'text', width: 38 },
    ],
    rows: rows.map((row) => [
      wallClock(fromIso(row.created), ways.timezone),
      row.machine.name,
      row.product?.name ?? null,
      words.type[row.type],
      row.slotNumber,
      row.amount,
      row.employeeCardIdentifier,
      row.id,
    ]),
    decimals: decimalsOf(ways.currency),
  })
  const days = [dayOf(sales.from, ways.timezone), lastDay(sales, ways.timezone)].map(isoDay)
  return { name: `${words.title} ${[...new Set(days)].join(' – ')}.xlsx`, type: XLSX, content }
}

const lastDay = ({ from, until }: SalesOrdered, timezone: string) => {
  const end = dayOf(until, timezone)
  return until > from && dayOf(until - 1, timezone).day !== end.day ? addDays(end, -1) : end
}
