import { type Emptying, whenEmpty } from '#domain/forecast/empty.ts'
import { learning, type MachinePast } from '#domain/forecast/learn.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { readRhythm, writeRhythm } from '#domain/forecast/rhythm-text.ts'
import type { Moment } from '#domain/time.ts'
import { DAYS, type KnownPlace, ZONE } from './truth.ts'

/** The forecast of each stock point from its history, through the data that is sent to a phone. */
export function ours(places: readonly KnownPlace[], now: Moment): Emptying[] {
  const machines = [...new Set(places.map(({ machine }) => machine))]
  const pasts = machines.map((machine): MachinePast => {
    return { kind: 'SNACK', until: now, places: places.filter((place) => place.machine === machine) }
  })
  const steps = learning(pasts, { now, days: DAYS, timeZone: ZONE })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const forecasts = new Map<KnownPlace, Emptying>()
  step.value.forEach(({ rhythm, demands }, index) => {
    const own = places.filter(({ machine }) => machine === machines[index])
    const travelled = readRhythm(writeRhythm(rhythm)) ?? EVEN
    own.forEach((place, at) => {
      const demand = demands[at] ?? { pieces: 0, hours: 0 }
      forecasts.set(place, whenEmpty({ now, timeZone: ZONE, rhythm: travelled, demand, stock: place.stock }))
    })
  })
  return places.flatMap((place) => forecasts.get(place) ?? [])
}
