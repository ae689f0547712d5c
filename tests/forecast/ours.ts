import { beliefsOf, demandOf, type Seen } from '#domain/forecast/demand.ts'
import { type Emptying, whenEmpty } from '#domain/forecast/empty.ts'
import { EVEN, type Rhythm, rhythmOf } from '#domain/forecast/rhythm.ts'
import { hoursUntil, seenIn, together, weekOf } from '#domain/forecast/seen.ts'
import type { Moment } from '#domain/time.ts'
import { DAYS, type KnownPlace, ZONE } from './truth.ts'

/** Each place's forecast from its past alone. */
export function ours(places: readonly KnownPlace[], now: Moment): Emptying[] {
  const hours = hoursUntil(now, DAYS, ZONE)
  const weeks = places.map((place) => weekOf(place, hours, now))
  const usual = rhythmOf(together(weeks), EVEN)
  const rhythms = new Map<number, Rhythm>()
  for (const machine of new Set(places.map((place) => place.machine))) {
    rhythms.set(machine, rhythmOf(together(weeks.filter((_, index) => places[index]?.machine === machine)), usual))
  }
  const rhythm = (place: KnownPlace): Rhythm => rhythms.get(place.machine) ?? EVEN
  const seen: Seen[] = places.map((place, index) => seenIn(weeks[index] ?? { sold: [], open: [] }, rhythm(place)))
  const beliefs = beliefsOf(places.map(({ machine, product }, index) => ({ machine, product, seen: seen[index] ?? { sold: 0, hours: 0 } })))
  return places.map((place, index) => {
    const demand = demandOf(beliefs[index] ?? { rate: 0, spread: 1 }, seen[index] ?? { sold: 0, hours: 0 })
    return whenEmpty({ now, timeZone: ZONE, rhythm: rhythm(place), demand, stock: place.stock })
  })
}
