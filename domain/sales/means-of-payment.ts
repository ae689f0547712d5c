import type { Grown } from '../dex/compare.ts'
import type { Totals } from '../dex/totals.ts'
import type { VendMethod } from './transaction.ts'

export const TOTALS_OF = { CASH: 'cash', CASHLESS_1: 'cashless1', CASHLESS_2: 'cashless2', TOKEN: 'tokens' } as const
export type MeansMethod = keyof typeof TOTALS_OF & VendMethod

type Sold = { method: string; count: number; amount: number }

/** Sales of a selection: `paid` with a known means of payment, and the rest, whose means only the machine's totals show. */
export type Share = { selection: string; paid: Sold[]; rest: { count: number; amount: number } }

/** Pieces of a selection by means of payment; null if no total reports it. */
type Part = { method: string | null; count: number; amount: number }

/** Stop after this many tries if no exchange of pieces comes closer to the machine's own figures. */
const MAX_EXCHANGES = 100

/**
 * Splits the rest of each selection by means of payment, using the machine's totals of each means (CA2, DA2, DB2, TA2): first the number of
 * pieces of each total, then prices that match each total's value; what prices cannot explain (a discount for one means) is moved between
 * the means of a selection. Selections keep their own pieces and money.
 */
export function paidByMeans(shares: readonly Share[], totals: Record<keyof Totals, Grown>): Part[][] {
  const left = quotas(totals, shares)
  const methods = [...left.keys()]
  let open = shares.reduce((sum, { rest }) => sum + rest.count, 0)
  const counts = shares.map(({ rest }) => {
    const taken = rest.count > 0 ? spread(rest.count, left, open) : new Map<string | null, number>()
    open -= rest.count
    return taken
  })
  const targets = new Map(methods.flatMap((method) => targetOf(method, totals, shares)))
  exchange(shares, counts, targets)
  const parts = shares.map(({ rest }, index) => portions(rest, [...(counts[index] ?? [])]))
  settle(parts, targets)
  return parts
}

const sumOf = (shares: readonly Share[], method: string, what: 'count' | 'amount') =>
  shares.flatMap(({ paid }) => paid).reduce((sum, one) => sum + (one.method === method ? one[what] : 0), 0)

/** The money that a total leaves for the rest. */
function targetOf(method: string, totals: Record<keyof Totals, Grown>, shares: readonly Share[]): [string, number][] {
  const { count, value } = totals[TOTALS_OF[method as MeansMethod]]
  return count === null || value === null ? [] : [[method, Math.max(0, value - sumOf(shares, method, 'amount'))]]
}

/** The pieces that the machine's totals leave for each means of payment, beyond those that selections report. */
function quotas(totals: Record<keyof Totals, Grown>, shares: readonly Share[]): Map<string, number> {
  const others = Object.values(TOTALS_OF).filter((name) => name !== 'cash')
  const cash =
    totals.cash.count === null && totals.paid.count !== null && others.some((name) => totals[name].count !== null)
      ? totals.paid.count - others.reduce((sum, name) => sum + (totals[name].count ?? 0), 0)
      : totals.cash.count
  return new Map(
    Object.entries(TOTALS_OF).map(([method, name]) => {
      const count = name === 'cash' ? cash : totals[name].count
      // Value without a count: it took money for an unknown number of pieces.
      const most = count ?? ((totals[name].value ?? 0) > 0 ? Number.POSITIVE_INFINITY : 0)
      return [method, Math.max(0, most - sumOf(shares, method, 'count'))]
    }),
  )
}

/** Takes pieces from the remainder of each means, proportionally. `open`: all that are still to be assigned. */
function spread(count: number, left: Map<string, number>, open: number): Map<string | null, number> {
  const taken = new Map<string | null, number>()
  let missing = count
  const take = (method: string, pieces: number) => {
    const quota = left.get(method) ?? 0
    const number = Math.min(pieces, quota, missing)
    if (number <= 0) return
    taken.set(method, (taken.get(method) ?? 0) + number)
    left.set(method, quota - number)
    missing -= number
  }
  const finite = [...left].filter(([, quota]) => Number.isFinite(quota))
  for (const [method, quota] of finite) take(method, Math.floor((count * quota) / Math.max(open, 1)))
  for (const [method] of finite.toSorted((a, b) => (left.get(b[0]) ?? 0) - (left.get(a[0]) ?? 0))) {
    const rest = [...left.values()].reduce((sum, quota) => sum + quota, 0)
    // With fewer pieces than the means have left, take from the fullest first; otherwise take all.
    take(method, rest >= missing ? Math.ceil((missing * (left.get(method) ?? 0)) / Math.max(rest, 1)) : missing)
  }
  for (const [method] of left) take(method, missing)
  if (missing > 0) taken.set(null, missing)
  return taken
}

/** Exchanges pieces of different prices between two means while both come closer to their totals. */
function exchange(shares: readonly Share[], counts: readonly Map<string | null, number>[], targets: ReadonlyMap<string, number>) {
  const prices = shares.map(({ rest }) => (rest.count > 0 ? rest.amount / rest.count : 0))
  const moneyOf = (method: string) => counts.reduce((sum, row, index) => sum + (row.get(method) ?? 0) * (prices[index] ?? 0), 0)
  const errors = new Map([...targets].map(([method, target]) => [method, moneyOf(method) - target]))
  const methods = [...targets.keys()]
  for (let tried = 0; tried < MAX_EXCHANGES; tried++) {
    let best: { gain: number; from: string; to: string; a: number; b: number; pieces: number } | null = null
    for (const from of methods) {
      for (const to of methods) {
        const [over, under] = [errors.get(from) ?? 0, errors.get(to) ?? 0]
        if (over < 0.5 || under > -0.5) continue
        for (const [a, row] of counts.entries()) {
          for (const [b, other] of counts.entries()) {
            // A more expensive piece leaves the means with too much money, and a cheaper one replaces it.
            const step = (prices[a] ?? 0) - (prices[b] ?? 0)
            const most = Math.min(row.get(from) ?? 0, other.get(to) ?? 0)
            if (step <= 0 || most === 0) continue
            const near = Math.min(over, -under)
            const pieces = Math.min(most, Math.max(1, Math.floor(near / step)))
            const gain = Math.abs(over) + Math.abs(under) - Math.abs(over - pieces * step) - Math.abs(under + pieces * step)
            if (gain > 0.5 && gain > (best?.gain ?? 0)) best = { gain, from, to, a, b, pieces }
          }
        }
      }
    }
    if (!best) return
    const { from, to, a, b, pieces } = best
    const move = (index: number, out: string, into: string) => {
      const row = counts[index]
      row?.set(out, (row.get(out) ?? 0) - pieces)
      row?.set(into, (row.get(into) ?? 0) + pieces)
    }
    move(a, from, to)
    move(b, to, from)
    const by = pieces * ((prices[a] ?? 0) - (prices[b] ?? 0))
    errors.set(from, (errors.get(from) ?? 0) - by)
    errors.set(to, (errors.get(to) ?? 0) + by)
  }
}

/** Splits the money of a selection by the pieces of each means, so that the parts add up to it. */
function portions({ count, amount }: Share['rest'], counts: readonly [string | null, number][]): Part[] {
  let before = 0
  const upTo = (pieces: number) => Math.round((amount * pieces) / count)
  return counts.flatMap(([method, pieces]) => {
    if (pieces === 0) return []
    const part = { method, count: pieces, amount: upTo(before + pieces) - upTo(before) }
    before += pieces
    return [part]
  })
}

/** Moves what prices do not explain between the means of the same selection. */
function settle(parts: readonly Part[][], targets: ReadonlyMap<string, number>) {
  const missing = new Map(
    [...targets].map(([method, target]) => [
      method,
      target - parts.flat().reduce((sum, part) => sum + (part.method === method ? part.amount : 0), 0),
    ]),
  )
  for (const row of parts) {
    for (const to of row) {
      for (const from of row) {
        const [lack, excess] = [missing.get(to.method ?? '') ?? 0, -(missing.get(from.method ?? '') ?? 0)]
        // At most half, because a piece at almost no price would not be a sale.
        const by = Math.min(lack, excess, Math.floor(from.amount / 2))
        if (by <= 0) continue
        to.amount += by
        from.amount -= by
        missing.set(to.method ?? '', lack - by)
        missing.set(from.method ?? '', by - excess)
      }
    }
  }
}
