import { historyOf, portionOf } from '#domain/forecast/past.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { balanceOf, type History, type KnownMachine, type KnownPlace } from './history.ts'

/** A place as it is known at a moment, and what came of it. */
export type PlaceView = {
  product: number
  since: Moment
  /** All sales, those after the moment too. */
  sales: readonly Moment[]
  soldOut: readonly { from: Moment; to: Moment }[]
  fills: readonly { at: Moment; pieces: number }[]
  /** Whole pieces that lie there at the moment. */
  stock: number
  /** All that customers wanted first. */
  wanted: readonly Moment[]
  /** When it had nothing to sell, before the moment and after it. */
  outEver: readonly { from: Moment; to: Moment }[]
}
export type MachineView = { kind: KnownMachine['kind']; places: readonly PlaceView[] }

export const viewAt = (history: History, now: Moment): MachineView[] =>
  history.machines.map(({ kind, places }) => ({ kind, places: places.map((place) => placeAt(place, now, history.to)) }))

function placeAt({ product, moves, wanted }: KnownPlace, now: Moment, end: Moment): PlaceView {
  const past = moves.filter(({ at }) => at < now)
  const portion = portionOf(past)
  const balance = balanceOf(past)
  const since = moves[0]?.at ?? now
  return {
    product,
    since,
    wanted,
    sales: moves.flatMap(({ at, kind }) => (kind === 'sale' ? [at] : [])),
    soldOut: historyOf(past, { since, until: now, balance, portion }).soldOut,
    fills: past.flatMap(({ at, kind, quantity }) => (kind === 'delta' && quantity > 0 ? [{ at, pieces: quantity / portion }] : [])),
    stock: Math.max(0, Math.floor(balance / portion)),
    outEver: historyOf(moves, { since, until: end, balance: balanceOf(moves), portion }).soldOut,
  }
}

/** Sales from one moment until before another; the moments are in order. */
export const soldBetween = (sales: readonly Moment[], from: Moment, to: Moment): number => firstFrom(sales, to) - firstFrom(sales, from)

/** The index of the first that is not before a moment. */
export function firstFrom(sales: readonly Moment[], at: Moment): number {
  let [low, high] = [0, sales.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sales[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

export const wasOut = ({ outEver }: PlaceView, from: Moment, to: Moment): boolean =>
  outEver.some((span) => span.from < to && span.to > from)

export const daysBefore = (now: Moment, days: number): Moment => now - days * DAY
