import type { Place } from '#app/data/stock.ts'

/** One slot or canister, or in a list one product, as planogram and list draw it. */
export type SlotCell = {
  id: string
  /** Null: a canister, or a product of several slots. */
  number: string | null
  product: Place['product']
  /** The places it stands for: one, or all slots of a product. */
  places: readonly Place[]
  /** What it lacks or holds at most, and the slots of a product. */
  detail?: string | undefined
  /** Accessible name of the quantity. */
  label: string
  /** The quantity in the field, and its limits. */
  quantity: number
  cap: number | null
  step: number
  unit?: string | undefined
  /** The quantity at which dragging begins. */
  dragFrom: number
  /** The level in the machine now, and with the quantity in the field. */
  level: { now: number; after: number; max: number | null }
  /** The level with the quantity in the field: "7 / 12". */
  figures: string
  /** What the input changes, such as "+5"; null without input. */
  mark: string | null
  /** A tap was made: the slot is full, or counted as shown. */
  isDone: boolean
  /** What a tap does, in full and as a button's label; null if nothing. */
  tap: { label: string; short: string; isOn: boolean } | null
  /** The meaning of the input in words. */
  hint?: string | undefined
}

/** The position of a level in a slot, 0 to 100. A slot without a maximum is drawn half full, or empty. */
export const percentOf = (quantity: number, max: number | null): number =>
  max === null || max <= 0 ? (quantity > 0 ? 50 : 0) : Math.min(100, Math.max(0, (quantity / max) * 100))

/** It sells nothing: without stock although there is room. */
export const sellsNothing = ({ level: { after, max } }: Pick<SlotCell, 'level'>): boolean => after <= 0 && max !== null && max > 0
