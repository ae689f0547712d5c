import { addMonths, type Day, isoDay, isRealDay } from '../calendar.ts'
import type { Milli } from '../units.ts'

/** A restock of one slot; `bestBefore`: a day such as 2026-12-03, null if it was not recorded. */
export type Lot = { quantity: Milli; bestBefore: string | null }

/**
 * What is left of the lots of a slot, by first in, first out: the latest restocks make up the current stock. `lots` are the latest first.
 * Pieces that no lot explains, such as those of the first count, are not part of the result.
 */
export function lotsLeft(balance: Milli, lots: readonly Lot[]): Lot[] {
  const left: Lot[] = []
  let rest = balance
  for (const { quantity, bestBefore } of lots) {
    if (rest <= 0) break
    const part = Math.min(quantity, rest)
    if (part > 0) left.push({ quantity: part, bestBefore })
    rest -= part
  }
  return left
}

/** The part of the stock with a date up to `until`: the pieces of each date, the earliest first. */
export function expiringBy(until: string, balance: Milli, lots: readonly Lot[]): { bestBefore: string; quantity: Milli }[] {
  const byDate = new Map<string, Milli>()
  for (const { quantity, bestBefore } of lotsLeft(balance, lots))
    if (bestBefore !== null && bestBefore <= until) byDate.set(bestBefore, (byDate.get(bestBefore) ?? 0) + quantity)
  return [...byDate].map(([bestBefore, quantity]) => ({ bestBefore, quantity })).toSorted((a, b) => (a.bestBefore < b.bestBefore ? -1 : 1))
}

/** A day that lies further back than this is taken for one of the next year. */
const PAST_MONTHS = 6
/** 29 February can be eight years away. */
const YEARS_AHEAD = 8

/**
 * A best-before date as it is printed on a package and typed on a keypad: day and month in four digits, or with the year in six or eight.
 * Without a year it is the next such day; a day of the last six months has passed. Null if it is not a day.
 */
export function parseBestBefore(typed: string, { isDayFirst, today }: { isDayFirst: boolean; today: Day }): string | null {
  const digits = typed.replaceAll(/[\s./-]/g, '')
  if (!/^(\d{4}|\d{6}|\d{8})$/.test(digits)) return null
  const [first, second] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4))]
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  const realDay = (year: number) => (isRealDay({ year, month, day }) ? isoDay({ year, month, day }) : null)
  if (digits.length === 8) return realDay(Number(digits.slice(4)))
  if (digits.length === 6) return realDay(2000 + Number(digits.slice(4)))
  const earliest = isoDay(addMonths(today, -PAST_MONTHS))
  for (let year = today.year - 1; year <= today.year + YEARS_AHEAD; year++) {
    const found = realDay(year)
    if (found !== null && found >= earliest) return found
  }
  return null
}
