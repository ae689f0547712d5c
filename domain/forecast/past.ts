import type { Moment } from '../time.ts'
import { MILLI, type Milli } from '../units.ts'
import type { PlaceHistory } from './seen.ts'

/** A line of a place's ledger, as far as its past follows from it. */
export type Move = { at: Moment; kind: 'sale' | 'delta' | 'count'; quantity: Milli }

/** How much one sale takes, in thousandths: a piece, or what a drink takes of an ingredient on average. */
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
  /** What lay there at the beginning, where that is known. */
  lay?: Milli | undefined
}

/**
 * When a place sold, and when it had nothing to sell, from its moves since a moment, oldest first. Where it is not known what lay there at
 * the beginning, that follows backwards from the first count, or from the balance where nobody counted.
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
