import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { addDays, type Day, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import type { Span } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

/** There are no records before this day. */
export const EARLIEST = '2018-02-01'

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const ChangesSearch = v.object({
  day: searchParam(v.pipe(v.string(), v.isoDate())),
  machine: searchParam(id),
  /** The change whose details are shown. */
  change: searchParam(id),
})
export type ChangesSearch = v.InferOutput<typeof ChangesSearch>

/** A selectable day and its neighbours; null if there is none. */
export type ChosenDay = { day: string; today: string; previous: string | null; next: string | null; span: Span }

/** The day of a URL in the company's time zone, limited to the first records and today. */
export function dayIn(requested: string | undefined, now: Moment, timeZone: string): ChosenDay {
  const today = isoDay(dayOf(now, timeZone))
  const day = requested === undefined || requested > today ? today : requested < EARLIEST ? EARLIEST : requested
  const beside = (days: number) => isoDay(addDays(partsOf(day), days))
  return {
    day,
    today,
    previous: day > EARLIEST ? beside(-1) : null,
    next: day < today ? beside(1) : null,
    span: { from: startOfDay(partsOf(day), timeZone), until: startOfDay(partsOf(beside(1)), timeZone) },
  }
}

function partsOf(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
