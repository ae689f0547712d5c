import * as v from 'valibot'
import { addDays, isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { companyWays } from '../../db/company-settings.ts'
import { productLabelsOf } from '../../db/product-labels.ts'
import { writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile, ProductSalesOrdered } from '../../files/signed-files.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findProductSales } from './reports.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  products: v.object({
    title: word,
    unknown: word,
    column: v.object({ product: word, type: word, sold: word, net: word, gross: word }),
  }),
})
const Packagings = v.object({
  packaging: v.object(Object.fromEntries(PACKAGINGS.map((type) => [type, word])) as Record<(typeof PACKAGINGS)[number], typeof word>),
})

/** Sales of each product as a table in the language of a locale. */
export async function printProductSales(
  ctx: AppContext,
  company: CompanyId,
  sales: ProductSalesOrdered,
  locale: string,
): Promise<PrintedFile> {
  const { currency, labels, rows } = await ctx.database.withTenant(
    company,
    async (db) => {
      const { currency } = await companyWays(db, company)
      return { currency, labels: await productLabelsOf(db, company, locale), rows: await findProductSales(db, company, sales) }
    },
    { snapshot: true },
  )
  const language = languageOf(locale)
  const { title, unknown, column } = wordsOf(language, 'reports', Words).products
  const { packaging } = wordsOf(language, 'products', Packagings)
  const content = await writeSheet({
    name: title,
    columns: [
      { head: column.product, kind: 'text', width: 36 },
      { head: column.type, kind: 'text', width: 14 },
      { head: column.sold, kind: 'whole', width: 10 },
      { head: `${column.net} (${currency})`, kind: 'amount', width: 16 },
      { head: `${column.gross} (${currency})`, kind: 'amount', width: 16 },
    ],
    rows: rows.map(({ product, sold, netMinor, grossMinor }) => [
      product ? (labels.get(product.id) ?? product.name) : unknown,
      product ? packaging[product.type] : null,
      sold,
      toDecimal(netMinor, currency),
      toDecimal(grossMinor, currency),
    ]),
    decimals: decimalsOf(currency),
  })
  const days = [sales.from, addDays(sales.until, -1)].map(isoDay)
  return { name: `${title} ${[...new Set(days)].join(' – ')}.xlsx`, type: XLSX, content }
}
