import type { Weight } from './ink.ts'

/** Every value is text in the reader's own language, including numbers and money. */
export type SlotSheetRow = {
  slotNumber: string
  product: string
  price: string
  maxQuantity: string
  currentQuantity: string
  missing: string
}

export type Column = { key: keyof SlotSheetRow; label: string; sizePt: number; weight: Weight; align: 'left' | 'right' }
