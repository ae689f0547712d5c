import type { PaperFonts } from './fonts.ts'
import { drawSheet } from './sheet.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

export type SlotSheet = {
  /** The machine. */
  title: string
  /** Company and address. */
  subtitle: string
  /** As displayed text, and as the document's own date in milliseconds since 1970. */
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

/**
 * Creates the stock and shortages of a machine as an A4 PDF, to be filled in by hand without a network. Columns without any value are
 * omitted.
 */
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
