import type { Moment } from '../time.ts'
import { MILLI, type Milli } from '../units.ts'
import type { PlaceHistory } from './seen.ts'

/** The part of a ledger line that a slot's history is computed from. */
export type Move = { at: Moment; kind: 'sale' | 'delta' | 'count'; quantity: Milli }

/** The quantity of one sale, in thousandths: a piece, or the average amount of an ingredient in a drink. */
export function portionOf(moves: readonly Move[]): Milli {
  const sold = moves.filter(({ kind }) => kind === 'sale')
  const taken = sold.reduce((sum, { quantity }) => sum - quantity, 0)
  return sold.length > 0 && taken > 0 ? Math.max(1, Math.round(taken / sold.length)) : MILLI
}

type Around = {
  since: Moment
  until: Moment
  balance: Milli
  portion: Milli
  /** Initial stock, if known. */
  lay?: Milli | undefined
}

/**
 * The sales and sold-out times of a slot, from its moves since a moment, oldest first. An unknown initial stock is computed backwards from
 * the first count, or from the balance without any count.
 */
export function historyOf(moves: readonly Move[], { since, until, balance, portion, lay }: Around): PlaceHistory {
  const first = moves.findIndex(({ kind }) => kind === 'count')
  const before = first < 0 ? moves : moves.slice(0, first)
  const end = first < 0 ? balance : (moves[first]?.quantity ?? 0)
  let there = lay ?? before.reduce((left, { quantity }) => left - quantity, end)
  const soldOut: { from: Moment; to: Moment }[] = []
  let out: Moment | null = there < portion ? since : null
  for (const { at, kind, quantity } of moves) {
    there = kind === 'count' ? quantity : there + quantity
    if (there < portion) out ??= at
    else if (out !== null) {
      soldOut.push({ from: out, to: at })
      out = null
    }
  }
  if (out !== null && out < until) soldOut.push({ from: out, to: until })
  return { since, sales: moves.flatMap(({ at, kind }) => (kind === 'sale' ? [at] : [])), soldOut }
}
