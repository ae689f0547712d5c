import type { PaperFonts } from './fonts.ts'
import { drawSheet } from './sheet.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

/** What to take of a product: text in the reader's own language, numbers included. */
export type PickRow = {
  product: string
  quantity: string /** "2 cases + 3 pieces"; nothing where it does not come by the case. */
  cases: string
}

export type PickList = {
  title: string
  /** Company, and what it is for. */
  subtitle: string
  printedAt: string
  printedAtMs: number
  labels: { product: string; quantity: string; cases: string; all: string; page: string }
  /** All that is taken, in the order of loading. */
  all: readonly PickRow[]
  /** Of that, what each machine gets. */
  machines: readonly { name: string; rows: readonly PickRow[] }[]
}

/** What to take from the warehouse, all together and then machine by machine, to be ticked off: a PDF on A4. */
export function pickListSheet(list: PickList, fonts: PaperFonts): ArrayBuffer {
  const { title, subtitle, printedAt, printedAtMs, labels } = list
  // Where nothing comes by the case, nothing is said of cases.
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
