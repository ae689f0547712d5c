import type { PaperFonts } from './fonts.ts'
import { drawSheet } from './sheet.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

export type SlotSheet = {
  /** The machine. */
  title: string
  /** Company and address. */
  subtitle: string
  /** As it is to be read, and as the document's own date, in milliseconds since 1970. */
  printedAt: string
  printedAtMs: number
  labels: {
    slot: string
    product: string
    price: string
    maximum: string
    quantity: string
    missing: string
    page: string
    ingredients: string
  }
  rows: readonly SlotSheetRow[]
  ingredients?: readonly SlotSheetRow[]
}

/** What lies in a machine and what it lacks, to carry into a basement and mark by hand: a PDF on A4. A column without any value is left out. */
export function slotSheet(sheet: SlotSheet, fonts: PaperFonts): ArrayBuffer {
  const { title, subtitle, printedAt, printedAtMs, labels, rows, ingredients = [] } = sheet
  const sections = [
    ...(rows.length > 0 || ingredients.length === 0 ? [{ columns: columnsOf(sheet, rows), rows }] : []),
    ...(ingredients.length > 0 ? [{ heading: labels.ingredients, columns: columnsOf(sheet, ingredients), rows: ingredients }] : []),
  ]
  return drawSheet({ title, subtitle, printedAt, printedAtMs, page: labels.page, sections, content: sheet }, fonts)
}

function columnsOf({ labels }: SlotSheet, rows: readonly SlotSheetRow[]): Column[] {
  const small = { sizePt: 11.5, weight: 'regular', align: 'right' } as const
  const columns: Column[] = [
    { key: 'slotNumber', label: labels.slot, sizePt: 18, weight: 'bold', align: 'left' },
    { key: 'product', label: labels.product, sizePt: 12.5, weight: 'regular', align: 'left' },
    { key: 'price', label: labels.price, ...small },
    { key: 'maxQuantity', label: labels.maximum, ...small },
    { key: 'currentQuantity', label: labels.quantity, ...small },
    { key: 'missing', label: labels.missing, sizePt: 18, weight: 'bold', align: 'right' },
  ]
  return columns.filter(({ key }) => rows.length === 0 || rows.some((row) => row[key].trim() !== ''))
}
