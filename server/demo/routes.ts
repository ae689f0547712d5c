import { DAY, HOUR, MINUTE, type Moment } from '#domain/time.ts'
import type { Chance } from './chance.ts'
import type { Deferred } from './endings.ts'
import { isWorkday, type LocalHour } from './local-hours.ts'
import type { Place } from './positions.ts'

/** `stop` is the machine's position on the round, from 0 (first in the morning) to 1 (last in the afternoon). */
export type RoundStop = { serviceman: number; stop: number }

/** Divides the region into sectors around its centre, one per serviceman. */
export function planRounds(places: readonly Place[], centre: Place, servicemen: number): RoundStop[] {
  const bearing = ({ lat, lng }: Place) => Math.atan2(lat - centre.lat, lng - centre.lng)
  const aroundTheClock = places.map((_, index) => index).sort((a, b) => bearing(places[a] as Place) - bearing(places[b] as Place))
  const stops: RoundStop[] = []
  aroundTheClock.forEach((index, order) => {
    const slice = (order * servicemen) / places.length
    stops[index] = { serviceman: Math.floor(slice), stop: slice % 1 }
  })
  return stops
}

const FIRST_HOUR = 7
const HOURS_ON_THE_ROAD = 8
/** The probability that a round takes too long and a machine is postponed to the next day. */
const MISSED = 0.2
/** The share of machines without a visit for some days, because a serviceman is ill. */
const BEHIND = 0.2

/** `thorough`: refills everything to the maximum, not only most of it. */
export type PlannedVisit = { at: Moment; thorough: boolean }

/**
 * The planned visits: on working days, at about the same time, every 2 to 7 days depending on the sales. `daysOfCover` is how long a full
 * machine lasts.
 */
export function planVisits(
  hours: readonly LocalHour[],
  stop: number,
  ending: Deferred,
  daysOfCover: number,
  now: Moment,
  chance: Chance,
): PlannedVisit[] {
  const visits: PlannedVisit[] = []
  const behind = chance.happens(BEHIND) ? chance.between(3, 8) * DAY : 15 * MINUTE
  const last = now - (ending === 'nearly-empty' ? daysOfCover * DAY : behind)
  let due = (hours[0]?.at ?? now) + chance.between(1, 4) * DAY
  for (const morning of hours) {
    if (morning.hour !== FIRST_HOUR || !isWorkday(morning)) continue
    const at = Math.round(morning.at + stop * HOURS_ON_THE_ROAD * HOUR + chance.between(0, 12) * MINUTE)
    if (at < due || at > last || chance.happens(MISSED)) continue
    visits.push({ at, thorough: chance.happens(0.3) })
    due = morning.at + Math.min(7, Math.max(2, daysOfCover * chance.between(0.3, 0.55))) * DAY
  }
  if (ending !== 'just-filled') return visits
  const lastShift = hours.findLast(
    (hour) => isWorkday(hour) && hour.hour >= FIRST_HOUR && hour.hour < FIRST_HOUR + HOURS_ON_THE_ROAD && hour.at < now - HOUR,
  )
  const at = (lastShift?.at ?? now - HOUR) + chance.whole(0, 40) * MINUTE
  return [...visits.filter((visit) => visit.at < at - HOUR), { at, thorough: true }]
}
