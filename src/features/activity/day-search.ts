import * as v from 'valibot'
import { addDays, type Day, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import type { Span } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

/** Before this day nobody recorded anything. */
export const EARLIEST = '2018-02-01'

/** What stands in the address may be anybody's: what cannot be read is left out. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const ChangesSearch = v.object({
  day: said(v.pipe(v.string(), v.isoDate())),
  machine: said(id),
  /** The change whose details are shown. */
  change: said(id),
})
export type ChangesSearch = v.InferOutput<typeof ChangesSearch>

/** A day that may be chosen, and those beside it; null where there is none. */
export type ChosenDay = { day: string; today: string; previous: string | null; next: string | null; span: Span }

/** The day that an address means, by the company's own clock: never before anything was recorded, and never one to come. */
export function dayIn(asked: string | undefined, now: Moment, timeZone: string): ChosenDay {
  const today = isoDay(dayOf(now, timeZone))
  const day = asked === undefined || asked > today ? today : asked < EARLIEST ? EARLIEST : asked
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
