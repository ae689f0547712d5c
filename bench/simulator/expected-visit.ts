import type { Rhythm } from '#domain/forecast/rhythm.ts'
import { businessBetween } from '#domain/forecast/unmet.ts'
import { expectedPieces, type VisitState, type VisitStock, type VisitValue, visitValue, waitsAfter } from '#domain/rounds/visit-value.ts'
import type { Moment } from '#domain/time.ts'

/** `knownAt`: when the stock was known, before arrival. */
type ExpectedVisit = Omit<VisitState, 'waits' | 'stocks'> & {
  stocks: readonly Omit<VisitStock, 'passed'>[]
  knownAt: Moment
  arrival: Moment
  timeZone: string
  rhythm: Rhythm
  isVisitDay?(day: number, at: Moment): boolean
}

/** What a visit at a moment is worth, and how many pieces it is expected to put in. */
export function expectedVisit({ stocks, knownAt, ...visit }: ExpectedVisit): { value: VisitValue; pieces: number } {
  const { arrival, timeZone, rhythm } = visit
  const passed = arrival > knownAt ? businessBetween(knownAt, arrival, timeZone, rhythm) : 0
  const all = stocks.map((stock) => ({ ...stock, passed }))
  return {
    value: visitValue({ ...visit, stocks: all, waits: waitsAfter(visit) }),
    pieces: Math.round(all.reduce((sum, stock) => sum + Math.max(0, stock.filled - expectedPieces(stock)), 0)),
  }
}
