import { beforeAll, describe, expect, test } from 'vitest'
import { type Emptying, whenEmpty } from '#domain/forecast/empty.ts'
import { learning, type MachinePast } from '#domain/forecast/learn.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { readRhythm, writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { DAYS, type KnownPlace, knownPlaces, ZONE } from './truth.ts'

/** A Monday morning, a Wednesday noon and a Friday evening, so that weekends and nights are as distant as possible. */
const NOWS = ['2026-03-09T07:30:00Z', '2026-04-15T11:00:00Z', '2026-06-12T16:20:00Z'].map((iso) => Date.parse(iso))
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95]

type Case = { place: KnownPlace; now: Moment; forecast: Emptying }
let cases: Case[] = []

beforeAll(() => {
  cases = NOWS.flatMap((now, index) => {
    const places = knownPlaces({ now, machines: 60, seed: `forecast/${index}` })
    const forecast = ours(places, now)
    return places.flatMap((place, at) => {
      const its = forecast[at]
      return its && place.stock > 0 ? [{ place, now, forecast: its }] : []
    })
  })
})

/** In days, capped at the horizon, so that one stock point that never sells does not outweigh all others. */
const days = (at: Moment | null, now: Moment) => Math.min(((at ?? Number.POSITIVE_INFINITY) - now) / DAY, DAYS)

/** The pinball loss of a quantile forecast: it weighs late and early errors by the quantile. */
const pinball = (forecast: number, came: number, share: number) => Math.max(share * (came - forecast), (share - 1) * (came - forecast))

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const boundsOf = ({ likely, half, most }: Emptying) => [most.from, half.from, likely, half.to, most.to]

describe('forecast of when a stock point runs empty', () => {
  test('is better than every usual average, for the median and every quantile', () => {
    const came = cases.map(({ place, now }) => days(place.ranEmpty, now))
    const our = SHARES.map((share, which) =>
      mean(cases.map(({ forecast, now }, index) => pinball(days(boundsOf(forecast)[which] ?? null, now), came[index] ?? 0, share))),
    )
    for (const [name, pace] of Object.entries(PEERS)) {
      const theirs = SHARES.map((share) =>
        mean(cases.map(({ place, now }, index) => pinball(days(emptyAt(pace(place, now), place, now), now), came[index] ?? 0, share))),
      )
      SHARES.forEach((share, which) => {
        expect(our[which], `${name}, ${share}`).toBeLessThan(theirs[which] ?? 0)
      })
    }
  })

  test.each([
    ['half', 0.5],
    ['most', 0.9],
  ] as const)('the span "%s" covers as many outcomes as it claims', (span, share) => {
    const inside = cases.filter(({ place, forecast, now }) => {
      const [from, to, came] = [days(forecast[span].from, now), days(forecast[span].to, now), days(place.ranEmpty, now)]
      return came >= from && came <= to
    })
    expect(Math.abs(inside.length / cases.length - share)).toBeLessThan(0.03)
  })
})

type Peer = (place: KnownPlace, now: Moment) => number

/** Other methods to estimate daily sales of a stock point. */
const PEERS: Record<string, Peer> = {
  'mean of the last 6 visits': ({ visits, filled, since }) => {
    const from = visits.at(-7) ?? since
    return perDay(sum(filled.slice(-6)), (visits.at(-1) ?? since) - from)
  },
  'stocked through days': ({ filled, since }, now) => perDay(sum(filled), now - since),
  'mean of 14 days': ({ sales }, now) => perDay(sales.filter((at) => at >= now - 14 * DAY).length, 14 * DAY),
}

/** When the stock runs out at this rate, capped at the horizon. */
const emptyAt = (pace: number, { stock }: KnownPlace, now: Moment): Moment =>
  pace > 0 ? now + Math.min(stock / pace, DAYS) * DAY : now + DAYS * DAY

const perDay = (pieces: number, span: number) => pieces / (span / DAY)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The forecast of each stock point from its history, through the data that is sent to a phone. */
function ours(places: readonly KnownPlace[], now: Moment): Emptying[] {
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
