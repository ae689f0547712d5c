import { historyOf, portionOf } from '#domain/forecast/past.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { balanceOf, type History, type KnownMachine, type KnownPlace } from './history.ts'

/** A stock point with the data known at a given time, and its outcome. */
export type PlaceView = {
  product: number
  since: Moment
  /** All sales, including later ones. */
  sales: readonly Moment[]
  soldOut: readonly { from: Moment; to: Moment }[]
  fills: readonly { at: Moment; pieces: number }[]
  /** The stock in whole pieces at that time. */
  stock: number
  /** All first choices of customers. */
  wanted: readonly Moment[]
  /** When it was sold out, before and after that time. */
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

/** Sales from one time until before another; the times are sorted. */
export const soldBetween = (sales: readonly Moment[], from: Moment, to: Moment): number => firstFrom(sales, to) - firstFrom(sales, from)

/** The index of the first time that is not before `at`. */
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
