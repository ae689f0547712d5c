import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { ProductCard } from '#contract/products.ts'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { paperFontFor } from '#documents/fonts.ts'
import { type OrderSheet, orderSheet } from '#documents/order-sheet.ts'
import { type Formats, formatsOf } from '#domain/formats.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { fontsFor } from '../../files/paper-fonts.ts'
import type { PrintedFile } from '../../files/signed-files.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { intlLocaleOf, languageOf, wordsOf } from '../../languages.ts'
import { findOrder } from './orders.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  sheet: v.object({
    title: word,
    supplier: word,
    deliverTo: word,
    expected: word,
    note: word,
    article: word,
    product: word,
    cases: word,
    quantity: word,
    price: word,
    sum: word,
    total: word,
    page: word,
  }),
})

type Buyer = { name: string; address: string | null; currency: string; locale: string; timezone: string }

/** The company that orders. */
export async function buyerOf(db: Db, company: CompanyId): Promise<Buyer> {
  const [row] = await rowsOf<Buyer>(
    db,
    sql`select coalesce(nullif(trim(c.legal_name), ''), c.name) as name, c.currency, c.locale, c.timezone,
        nullif(concat_ws(', ', nullif(trim(c.address), ''), nullif(trim(concat_ws(' ', c.postal_code, c.city)), '')), '') as address
      from companies c where c.id = ${company}`,
  )
  if (!row) throw new Error(`company ${company} does not exist`)
  return row
}

/** An order in the language and formats of the company: the PDF and the lines of its mail. */
export async function writeOrder(order: SupplierOrder, { name, address, currency, locale, timezone }: Buyer, now: Moment) {
  const language = languageOf(locale)
  const labels = wordsOf(language, 'supplierOrders', Words).sheet
  const { number, money, amount, date, dateOf } = formatsOf({ locale: intlLocaleOf(locale), currency, timezone, language })
  const fact = (label: string, text: string | null) => (text ? [`${label}: ${text.replaceAll(/\s+/g, ' ')}`] : [])
  const rows = order.lines.map(({ product, cases, piecesPerCase, unitCost }) => ({
    article: product.sku,
    product: `${product.name}${packOf(product, amount)}`,
    cases: piecesPerCase > 1 ? `${number(cases)} × ${number(piecesPerCase)}` : '',
    quantity: number(cases * piecesPerCase),
    price: unitCost > 0 ? money(unitCost) : '',
    sum: unitCost > 0 ? money(cases * piecesPerCase * unitCost) : '',
  }))
  const facts = [...fact(labels.expected, order.expectedOn && dateOf(order.expectedOn)), ...fact(labels.note, order.note)]
  const sheet: OrderSheet = {
    title: labels.title.replace('{{number}}', String(order.number)),
    subtitle: name,
    facts: [...fact(labels.supplier, order.supplier.name), ...fact(labels.deliverTo, address), ...facts],
    printedAt: date(now),
    printedAtMs: now,
    labels,
    rows,
    total: money(order.totalNetCost),
  }
  const script = paperFontFor(language, [sheet.subtitle, ...sheet.facts, ...rows.map(({ product }) => product)])
  const body = [
    ...rows.map(({ product, cases, quantity }) => `${quantity} ${product}${cases && ` (${cases})`}`),
    '',
    ...facts,
    ...fact(labels.deliverTo, address),
    `${labels.total}: ${sheet.total}`,
  ].join('\n')
  return { title: sheet.title, body, file: fileOf(sheet.title, orderSheet(sheet, await fontsFor(script))) }
}

/** The size of a piece or pack, such as 330 ml. */
function packOf({ volume, volumeType }: ProductCard, amount: Formats['amount']): string {
  if (volumeType === 'PIECE') return volume === 1 ? '' : ` × ${amount(volume, volumeType)}`
  return ` ${amount(volume, volumeType)}`
}

const fileOf = (title: string, content: ArrayBuffer) =>
  ({ name: `${title}.pdf`, type: 'application/pdf', content: Buffer.from(content) }) satisfies PrintedFile

/** The PDF of an order. */
export async function printOrder(ctx: AppContext, company: CompanyId, id: number): Promise<PrintedFile | Refusal> {
  const found = await ctx.database.withTenant(
    company,
    async (db) => {
      const buyer = await buyerOf(db, company)
      return { buyer, order: await findOrder(db, { companyId: company, currency: buyer.currency }, id) }
    },
    { snapshot: true },
  )
  if (!found.order) return refuse('NOT_FOUND')
  return (await writeOrder(found.order, found.buyer, ctx.now())).file
}
