import type { StockPointId } from '../ids.ts'
import type { Line } from '../stock/movements.ts'
import { toMilli } from '../units.ts'

/** Types of warehouse changes: receipt, pick for machines, loss, adjustment by a difference, or count. */
export const CHANGE_TYPES = ['RECEIVE', 'PICK', 'LOSS', 'ADJUST', 'SET'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** The maximum of one line, in pieces, grams or millilitres. */
export const MAX_IN_CHANGE = 100_000

/** Whether a line of this type accepts the quantity. An adjustment has a sign; a count may be zero; all others move something. */
export function isQuantityAllowed(type: ChangeType, quantity: number): boolean {
  if (!Number.isInteger(quantity) || Math.abs(quantity) > MAX_IN_CHANGE) return false
  return type === 'ADJUST' || quantity > 0 || (type === 'SET' && quantity === 0)
}

/** The stock after a line, if `before` was the stock at that time. */
export function stockAfter(type: ChangeType, before: number, quantity: number): number {
  if (type === 'SET') return quantity
  return type === 'PICK' || type === 'LOSS' ? before - quantity : before + quantity
}

/** The ledger line of a change: a count or a delta. */
export const lineOf = (type: ChangeType, point: StockPointId, quantity: number): Line => ({
  point,
  kind: type === 'SET' ? 'count' : 'delta',
  quantity: toMilli(stockAfter(type, 0, quantity)) + 0,
  cause: type,
})

/** The duplicates of a list, each once, in order. */
export const twiceIn = <T>(list: readonly T[]): T[] => [...new Set(list.filter((one, place) => list.indexOf(one) !== place))]
