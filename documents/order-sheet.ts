import type { PaperFonts } from './fonts.ts'
import { drawSheet } from './sheet.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

/** A line of an order, as text in the language of the order. `price` and `sum` are empty if the price is unknown. */
type OrderRow = { article: string; product: string; cases: string; quantity: string; price: string; sum: string }

export type OrderSheet = {
  title: string
  /** The company that orders. */
  subtitle: string
  /** Supplier, address of the delivery, wanted day and note. */
  facts: readonly string[]
  printedAt: string
  printedAtMs: number
  labels: { article: string; product: string; cases: string; quantity: string; price: string; sum: string; total: string; page: string }
  rows: readonly OrderRow[]
  total: string
}

/** Creates an order to a supplier as an A4 PDF, with checkboxes for packing and receiving. */
export function orderSheet(order: OrderSheet, fonts: PaperFonts): ArrayBuffer {
  const { labels, rows, total, ...head } = order
  const columns: Column[] = [
    { key: 'slotNumber', label: labels.article, sizePt: 9.5, weight: 'regular', align: 'left' },
    { key: 'product', label: labels.product, sizePt: 11, weight: 'regular', align: 'left' },
    { key: 'maxQuantity', label: labels.cases, sizePt: 11, weight: 'regular', align: 'right' },
    { key: 'missing', label: labels.quantity, sizePt: 14, weight: 'bold', align: 'right' },
    { key: 'price', label: labels.price, sizePt: 10, weight: 'regular', align: 'right' },
    { key: 'currentQuantity', label: labels.sum, sizePt: 10, weight: 'regular', align: 'right' },
  ]
  const facts = [...head.facts, `${labels.total}: ${total}`]
  return drawSheet({ ...head, facts, page: labels.page, sections: [{ columns, rows: rows.map(rowOf) }], content: order }, fonts)
}

const rowOf = ({ article, product, cases, quantity, price, sum }: OrderRow): SlotSheetRow => ({
  slotNumber: article,
  product,
  maxQuantity: cases,
  missing: quantity,
  price,
  currentQuantity: sum,
})
