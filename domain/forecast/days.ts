import { DAY, HOUR, type Moment } from '../time.ts'
import type { Rhythm } from './rhythm.ts'
import type { Hours, PlaceHistory } from './seen.ts'

/**
 * Pieces sold, and business hours with stock (`open`), without (`out`), and with stock in a machine without any sales (`shut`), for each 24
 * hours before now, most recent first.
 */
export type PlaceDays = { sold: Float64Array; open: Float64Array; out: Float64Array; shut: Float64Array }

/** The slots or canisters of a machine, day by day. `stock`: current pieces, if known. */
export type MachineDays = readonly (PlaceDays & { product: number; stock?: number | undefined })[]

type Span = { from: Moment; to: Moment }

/** Business hours since the first hour, at the start of each hour. */
export function businessOf({ hourOfWeek }: Hours, rhythm: Rhythm): Float64Array {
  const until = new Float64Array(hourOfWeek.length + 1)
  hourOfWeek.forEach((hour, index) => {
    until[index + 1] = (until[index] ?? 0) + (rhythm[hour] ?? 1)
  })
  return until
}

/** Business hours from the first hour until a moment. */
export function businessUntil(business: Float64Array, first: Moment, at: Moment): number {
  const exact = Math.min(Math.max((at - first) / HOUR, 0), business.length - 1)
  const whole = Math.floor(exact)
  const before = business[whole] ?? 0
  return before + (exact - whole) * ((business[whole + 1] ?? before) - before)
}

type DaysOptions = { now: Moment; until: Moment; days: number; first: Moment; business: Float64Array }

/** `closed`: when the machine had no sales at all, in order; its slots were not open then. */
export function daysOf({ since, sales, soldOut }: PlaceHistory, closed: readonly Span[], options: DaysOptions): PlaceDays {
  const { now, until, days, first, business } = options
  const none = () => new Float64Array(days)
  const place: PlaceDays = { sold: none(), open: none(), out: none(), shut: none() }
  const add = (to: Float64Array, span: Span, sign: number) => {
    const start = Math.max(span.from, since, now - days * DAY)
    const end = Math.min(span.to, until)
    for (let at = start; at < end; ) {
      const day = Math.max(Math.ceil((now - at) / DAY) - 1, 0)
      const next = Math.min(now - day * DAY, end)
      to[day] = (to[day] ?? 0) + sign * (businessUntil(business, first, next) - businessUntil(business, first, at))
      if (next <= at) break
      at = next
    }
  }
  add(place.open, { from: since, to: until }, 1)
  for (const span of closed) add(place.open, span, -1)
  for (const span of without(closed, soldOut)) add(place.shut, span, 1)
  for (const span of closed.length > 0 ? without(soldOut, closed) : soldOut) {
    add(place.open, span, -1)
    add(place.out, span, 1)
  }
  for (const at of sales) {
    const day = Math.ceil((now - at) / DAY) - 1
    if (at >= since && at < until && day >= 0 && day < days) place.sold[day] = (place.sold[day] ?? 0) + 1
  }
  for (let day = 0; day < days; day++) place.open[day] = Math.max(place.open[day] ?? 0, 0)
  return place
}

/** The parts of spans outside of others. */
const without = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, { from, to }) =>
      left.flatMap((span) =>
        [
          { from: span.from, to: Math.min(span.to, from) },
          { from: Math.max(span.from, to), to: span.to },
        ].filter((part) => part.to > part.from),
      ),
    [...spans],
  )

/** A machine without sales that was expected to sell this many pieces was closed or broken. */
const CERTAINLY = 12

/** When a machine had no sales for longer than chance explains. */
export function closedSpans(places: readonly PlaceHistory[], business: Float64Array, first: Moment, until: Moment): Span[] {
  const moments = [...new Set(places.flatMap(({ sales }) => sales.filter((at) => at >= first && at < until)))].sort((a, b) => a - b)
  const last = moments.at(-1)
  const start = moments[0]
  if (last === undefined || start === undefined) return []
  const hours = businessUntil(business, first, last) - businessUntil(business, first, start)
  if (hours <= 0) return []
  const rate = moments.length / hours
  return moments.flatMap((to, index) => {
    const from = moments[index - 1]
    if (from === undefined || to - from < 2 * HOUR) return []
    const missed = rate * (businessUntil(business, first, to) - businessUntil(business, first, from))
    return missed > CERTAINLY ? [{ from, to }] : []
  })
}
