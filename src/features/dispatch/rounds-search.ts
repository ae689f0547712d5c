import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { addDays, type Day, dayOf, isoDay } from '#domain/calendar.ts'
import type { Moment } from '#domain/time.ts'

export const RoundsSearch = v.object({
  day: searchParam(v.pipe(v.string(), v.isoDate())),
  /** On a phone: the person whose round is shown, or another part of the board. */
  shown: searchParam(v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.picklist(['machines', 'map'])])),
})
export type RoundsSearch = v.InferOutput<typeof RoundsSearch>

/** Rounds are planned so many days ahead. */
const DAYS_AHEAD = 60
const EARLIEST = '2018-02-01'

/** The day of a URL with its neighbours, and the days that can be selected. */
export function planDay(requested: string | undefined, now: Moment, timeZone: string) {
  const from = dayOf(now, timeZone)
  const [today, tomorrow, latest] = [0, 1, DAYS_AHEAD].map((days) => isoDay(addDays(from, days))) as [string, string, string]
  const day = requested === undefined || requested > latest || requested < EARLIEST ? today : requested
  const beside = (days: number) => isoDay(addDays(partsOf(day), days))
  return {
    day,
    today,
    tomorrow,
    latest,
    earliest: EARLIEST,
    previous: day > EARLIEST ? beside(-1) : null,
    next: day < latest ? beside(1) : null,
  }
}
export type PlanDay = ReturnType<typeof planDay>

function partsOf(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
