import * as v from 'valibot'
import { isWhole, POSITION_FIELDS, positionOf, typedPosition } from '#app/components/position/position.ts'
import type { PlanningSettings } from '#contract/planning.ts'
import { PersonPlanning } from '#contract/planning-people.ts'
import { DAY_MINUTES, fieldTimeOf, minutesOf } from '#domain/time-of-day.ts'

const time = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'REQUIRED'))
const day = v.pipe(v.string(), v.nonEmpty())

/** How a person works as it is edited, with the rules of the server. What is switched off is like everyone. */
export const PersonForm = v.pipe(
  v.object({
    hasHours: v.boolean(),
    hours: v.object({
      worksFrom: time,
      worksUntil: time,
      pauseFrom: time,
      pauseMinutes: v.pipe(v.nullable(v.number()), v.number()),
    }),
    hasDays: v.boolean(),
    weekdays: v.pipe(v.array(v.string()), v.minLength(1)),
    hasStart: v.boolean(),
    ...POSITION_FIELDS,
    away: v.array(
      v.pipe(
        v.object({ from: day, until: day }),
        v.forward(
          v.check(({ from, until }) => from <= until, 'order'),
          ['until'],
        ),
      ),
    ),
  }),
  v.forward(
    v.check((input) => !input.hasStart || (isWhole(input) && positionOf(input).lat !== null), 'noStart'),
    ['lat'],
  ),
  v.transform(({ hasHours, hours, hasDays, weekdays, hasStart, away, ...place }) => {
    const { address, lat, lng } = positionOf(place)
    const own = {
      worksFrom: minutesOf(hours.worksFrom),
      worksUntil: minutesOf(hours.worksUntil) || DAY_MINUTES,
      pauseFrom: minutesOf(hours.pauseFrom),
      pauseMinutes: hours.pauseMinutes,
    }
    return {
      hours: hasHours ? own : null,
      weekdays: hasDays ? weekdays.map(Number).toSorted() : null,
      start: hasStart && lat !== null && lng !== null ? { address, lat, lng } : null,
      away: away.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    }
  }),
  PersonPlanning,
)
export type PersonInput = v.InferInput<typeof PersonForm>

/** `usual`: the company's settings, with which what is switched on begins. */
export function personInput({ hours, weekdays, start, away }: PersonPlanning, usual: PlanningSettings): PersonInput {
  const { worksFrom, worksUntil, pauseFrom, pauseMinutes } = hours ?? usual
  return {
    hasHours: hours !== null,
    hours: { worksFrom: fieldTimeOf(worksFrom), worksUntil: fieldTimeOf(worksUntil), pauseFrom: fieldTimeOf(pauseFrom), pauseMinutes },
    hasDays: weekdays !== null,
    weekdays: (weekdays ?? usual.weekdays).map(String),
    hasStart: start !== null,
    address: start?.address ?? '',
    ...typedPosition(start ?? { lat: null, lng: null }),
    away,
  }
}
