import type { Moment } from '../time.ts'

export type Interval = { from: Moment; to: Moment }

/** The stay of a product in a slot, and when it was sold out; null if unknown. */
type Stay = Interval & { soldOut: readonly Interval[] | null }

/**
 * How long a machine offered a product, and how long all of its slots were empty at once, in milliseconds. Slots of one product at the same
 * time are one offer, because a customer takes it from the slot that has it.
 */
export function productHours(stays: readonly Stay[]): { offered: number; empty: number } {
  const offered = coveredBy(stays)
  const filled = coveredBy(stays.flatMap(({ soldOut, ...stay }) => (soldOut === null ? [stay] : withoutGaps(stay, soldOut))))
  return { offered, empty: offered - filled }
}

/** How long at least one of several intervals lasted. */
function coveredBy(intervals: readonly Interval[]): number {
  let total = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of intervals.filter((one) => one.to > one.from).toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return total
}

function withoutGaps({ from, to }: Interval, gaps: readonly Interval[]): Interval[] {
  const parts: Interval[] = []
  let start = from
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    if (gap.from > start) parts.push({ from: start, to: Math.min(gap.from, to) })
    start = Math.max(start, gap.to)
  }
  if (start < to) parts.push({ from: start, to })
  return parts
}
