import type { PaperFonts } from './fonts.ts'
import { drawSheet } from './sheet.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

/** A product to take, as text in the reader's own language, including numbers. */
export type PickRow = {
  product: string
  quantity: string /** "2 cases + 3 pieces"; empty if it is not sold by the case. */
  cases: string
}

export type PickList = {
  title: string
  /** Company and purpose. */
  subtitle: string
  printedAt: string
  printedAtMs: number
  labels: { product: string; quantity: string; cases: string; all: string; page: string }
  /** The total, in loading order. */
  all: readonly PickRow[]
  /** The part of each machine. */
  machines: readonly { name: string; rows: readonly PickRow[] }[]
}

/** Creates the pick list as an A4 PDF with checkboxes: the total to take from the warehouse, then each machine. */
export function pickListSheet(list: PickList, fonts: PaperFonts): ArrayBuffer {
  const { title, subtitle, printedAt, printedAtMs, labels } = list
  // Without any cases, the case column is omitted.
  const hasCases = [list.all, ...list.machines.map(({ rows }) => rows)].flat().some(({ cases }) => cases !== '')
  const columns: Column[] = [
    { key: 'product', label: labels.product, sizePt: 12.5, weight: 'regular', align: 'left' },
    ...(hasCases ? [{ key: 'currentQuantity', label: labels.cases, sizePt: 11, weight: 'regular', align: 'right' } as const] : []),
    { key: 'missing', label: labels.quantity, sizePt: 18, weight: 'bold', align: 'right' },
  ]
  const section = (heading: string, rows: readonly PickRow[]) => ({ heading, columns, rows: rows.map(rowOf) })
  const sections = [section(labels.all, list.all), ...list.machines.map(({ name, rows }) => section(name, rows))]
  return drawSheet({ title, subtitle, printedAt, printedAtMs, page: labels.page, sections, content: list }, fonts)
}

const rowOf = ({ product, quantity, cases }: PickRow): SlotSheetRow => ({
  slotNumber: '',
  product,
  price: '',
  maxQuantity: '',
  currentQuantity: cases,
  missing: quantity,
})
