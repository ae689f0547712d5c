import * as v from 'valibot'
import type { Transaction } from '#contract/transactions.ts'
import { addDays, dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toDecimal, toMinor } from '#domain/money.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import { fromIso } from '#domain/time.ts'
import { companyWays } from '../../db/company-settings.ts'
import { productLabelsOf } from '../../db/product-labels.ts'
import { taxOnDay, UNKNOWN_PRODUCT } from '../../db/product-taxes.ts'
import type { LargeTable, SheetRow } from '../../files/sheet.ts'
import type { SalesOrdered } from '../../files/signed-files.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findSales, sumSales } from './transactions.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  title: word,
  column: v.object({
    created: word,
    machine: word,
    product: word,
    type: word,
    slot: word,
    amount: word,
    net: word,
    taxAmount: word,
    tax: word,
    card: word,
    id: word,
  }),
  type: v.object(Object.fromEntries(SHOWN_TYPES.map((type) => [type, word])) as Record<(typeof SHOWN_TYPES)[number], typeof word>),
})

/** Rows per transaction, because the embedded database runs one transaction at a time. */
const ROWS_AT_ONCE = 1_000

/** Sales as a table in the language of a locale and in the company's time zone. Rows are fetched while the table is written. */
export async function salesTable(ctx: AppContext, company: CompanyId, sales: SalesOrdered, locale: string): Promise<LargeTable> {
  const { ways, labels, taxOf, sums } = await ctx.database.withTenant(company, async (db) => {
    const ways = await companyWays(db, company)
    return {
      ways,
      labels: await productLabelsOf(db, company, locale),
      taxOf: await taxOnDay(db, company),
      sums: await sumSales(db, company, sales, ways),
    }
  })
  const words = wordsOf(languageOf(locale), 'transactions', Words)
  const { created, machine, product, type, slot, amount, net, taxAmount, tax, card, id } = words.column
  const rowOf = (row: Transaction): SheetRow => {
    const at = wallClock(fromIso(row.created), ways.timezone)
    const rate = taxOf(row.product?.id ?? UNKNOWN_PRODUCT, new Date(at).toISOString().slice(0, 10))
    // Without a default tax, an unknown product has no known rate, so its sale is shown as paid.
    const tax = row.product || rate > 0 ? rate : null
    const net = tax === null ? row.amount : withoutTax(row.amount, tax, ways.currency)
    return [
      at,
      row.machine.name,
      row.product ? (labels.get(row.product.id) ?? row.product.name) : null,
      words.type[row.type],
      row.slotNumber,
      row.amount,
      net,
      tax === null ? null : between(net, row.amount, ways.currency),
      tax === null ? null : tax / 100,
      row.employeeCardIdentifier,
      row.id,
    ]
  }
  async function* rows() {
    for (let after: Transaction | undefined; ; ) {
      const page = await ctx.database.withTenant(company, (db) => findSales(db, company, sales, { limit: ROWS_AT_ONCE, after }, ways))
      yield* page.map(rowOf)
      after = page.at(-1)
      if (page.length < ROWS_AT_ONCE) return
    }
  }
  const days = [dayOf(sales.from, ways.timezone), lastDay(sales, ways.timezone)].map(isoDay)
  return {
    name: `${words.title} ${[...new Set(days)].join(' – ')}.xlsx`,
    count: sums.reduce((sum, one) => sum + one.count, 0),
    sheet: {
      name: words.title,
      columns: [
        { head: created, kind: 'moment', width: 20 },
        { head: machine, kind: 'text', width: 32 },
        { head: product, kind: 'text', width: 28 },
        { head: type, kind: 'text', width: 16 },
        { head: slot, kind: 'text', width: 8 },
        { head: `${amount} (${ways.currency})`, kind: 'amount', width: 14 },
        { head: `${net} (${ways.currency})`, kind: 'amount', width: 14 },
        { head: `${taxAmount} (${ways.currency})`, kind: 'amount', width: 14 },
        { head: tax, kind: 'decimal', width: 10 },
        { head: card, kind: 'text', width: 10 },
        { head: id, kind: 'text', width: 38 },
      ],
      rows: rows(),
      decimals: decimalsOf(ways.currency),
    },
  }
}

const withoutTax = (amount: number, tax: number, currency: string) =>
  toDecimal(Math.round((toMinor(amount, currency) * 10_000) / (10_000 + tax)), currency)

const between = (net: number, gross: number, currency: string) => toDecimal(toMinor(gross, currency) - toMinor(net, currency), currency)

const lastDay = ({ from, until }: SalesOrdered, timezone: string) => {
  const end = dayOf(until, timezone)
  return until > from && dayOf(until - 1, timezone).day !== end.day ? addDays(end, -1) : end
}
