import type { StockPointId } from '../ids.ts'
import type { Line } from '../stock/movements.ts'
import { toMilli } from '../units.ts'

/** What happens to stock in the warehouse: it comes, goes out to machines, is lost, is corrected by so much, or is counted. */
export const CHANGE_TYPES = ['RECEIVE', 'PICK', 'LOSS', 'ADJUST', 'SET'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** The most that one line may say, in pieces, grams or millilitres. */
export const MAX_IN_CHANGE = 100_000

/** Whether a line of this type may say so much. An adjustment has a sign; a count may find nothing; all else moves something. */
export function maySay(type: ChangeType, quantity: number): boolean {
  if (!Number.isInteger(quantity) || Math.abs(quantity) > MAX_IN_CHANGE) return false
  return type === 'ADJUST' || quantity > 0 || (type === 'SET' && quantity === 0)
}

/** What lies there after a line, if `before` lay there when it happened. */
export function stockAfter(type: ChangeType, before: number, quantity: number): number {
  if (type === 'SET') return quantity
  return type === 'PICK' || type === 'LOSS' ? before - quantity : before + quantity
}

/** A line of a change as the ledger takes it: a count where it says how much there is, else what came or went. */
export const lineOf = (type: ChangeType, point: StockPointId, quantity: number): Line => ({
  point,
  kind: type === 'SET' ? 'count' : 'delta',
  quantity: toMilli(stockAfter(type, 0, quantity)) + 0,
  cause: type,
})

/** What is named more than once, each once, in its order. */
export const twiceIn = <T>(list: readonly T[]): T[] => [...new Set(list.filter((one, place) => list.indexOf(one) !== place))]
