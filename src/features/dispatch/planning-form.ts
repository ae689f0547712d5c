import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import { isWhole, POSITION_FIELDS, positionOf, typedPosition } from '#app/components/position/position.ts'
import { PlanningSettings } from '#contract/planning.ts'
import { DAY_MINUTES, fieldTimeOf, minutesOf } from '#domain/time-of-day.ts'

const time = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'REQUIRED'))
const amount = v.nullable(v.number())
const required = v.pipe(v.nullable(v.number()), v.number())

/** Settings as they are edited, with the rules of the server. A day may end at midnight. */
export const PlanningForm = v.pipe(
  v.object({
    worksFrom: time,
    worksUntil: time,
    pauseFrom: time,
    pauseMinutes: required,
    weekdays: v.pipe(v.array(v.string()), v.minLength(1)),
    hourCost: amount,
    kilometreCost: amount,
    minutesAtMachine: amount,
    minutesPerPiece: amount,
    ...POSITION_FIELDS,
    cashBoxAmount: amount,
    isNightly: v.boolean(),
    nightlyDays: required,
  }),
  v.forward(
    v.check((input) => isWhole(input)),
    ['lat'],
  ),
  v.transform(({ worksFrom, worksUntil, pauseFrom, weekdays, address, lat, lng, ...figures }) => {
    const start = positionOf({ address, lat, lng })
    return {
      ...figures,
      worksFrom: minutesOf(worksFrom),
      worksUntil: minutesOf(worksUntil) || DAY_MINUTES,
      pauseFrom: minutesOf(pauseFrom),
      weekdays: weekdays.map(Number).toSorted(),
      start: start.lat === null || start.lng === null ? null : start,
    }
  }),
  PlanningSettings,
)
export type PlanningInput = v.InferInput<typeof PlanningForm>
export type PlanningFormState = UseFormReturn<PlanningInput, unknown, PlanningSettings>

export const inputOf = ({ worksFrom, worksUntil, pauseFrom, weekdays, start, ...figures }: PlanningSettings): PlanningInput => ({
  ...figures,
  worksFrom: fieldTimeOf(worksFrom),
  worksUntil: fieldTimeOf(worksUntil),
  pauseFrom: fieldTimeOf(pauseFrom),
  weekdays: weekdays.map(String),
  address: start?.address ?? '',
  ...typedPosition(start ?? { lat: null, lng: null }),
})
