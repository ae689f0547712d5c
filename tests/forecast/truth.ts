import type { PlaceHistory } from '#domain/forecast/seen.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { Chance } from '../../server/demo/chance.ts'
import { type LocalHour, localHours } from '../../server/demo/local-hours.ts'
import { SITE_KINDS, shareOfDay } from '../../server/demo/sites.ts'

/** A stock point with a known past and future. `ranEmpty`: when its last piece would be sold without a refill. */
export type KnownPlace = PlaceHistory & {
  machine: number
  product: number
  capacity: number
  stock: number
  visits: Moment[]
  filled: number[]
  ranEmpty: Moment
}

export const ZONE = 'Europe/Warsaw'
export const DAYS = 70
const FUTURE_DAYS = 200
const PRODUCTS = 40

/**
 * Machines at every kind of site: customers come as often as the site is busy, find their product or leave, and every few days the machine
 * is filled.
 */
export function knownPlaces({ now, machines, seed }: { now: Moment; machines: number; seed: string }): KnownPlace[] {
  const chance = new Chance(seed)
  const appeal = Array.from({ length: PRODUCTS }, () => chance.logNormal(1, 0.5))
  const hours = localHours(now - DAYS * DAY, now + FUTURE_DAYS * DAY, ZONE)
  return Array.from({ length: machines }, (_, machine) => {
    const kind = chance.pick(SITE_KINDS)
    const busy = chance.logNormal(1.2, 0.5)
    const luck = new Map<number, number>()
    const share = (hour: LocalHour) => shareOfDay(kind, hour) * factorOf(luck, Math.floor(hour.at / DAY), chance)
    const shares = hours.map(share)
    const visits = visitsOf(hours, now, chance)
    return Array.from({ length: 15 }, () => {
      const product = chance.whole(0, PRODUCTS - 1)
      const perDay = busy * (appeal[product] ?? 1) * chance.logNormal(1, 0.35)
      return live({ machine, product, perDay, hours, shares, visits, now, chance })
    })
  }).flat()
}

/** A random factor per day, because no two days are alike. */
function factorOf(luck: Map<number, number>, day: number, chance: Chance): number {
  const known = luck.get(day) ?? chance.logNormal(1, 0.15)
  luck.set(day, known)
  return known
}

function visitsOf(hours: readonly LocalHour[], now: Moment, chance: Chance): Moment[] {
  const visits: Moment[] = []
  for (let at = (hours[0]?.at ?? 0) + 9 * HOUR; at < now; at += chance.whole(2, 7) * DAY) visits.push(at)
  return visits
}

type Life = {
  machine: number
  product: number
  perDay: number
  hours: readonly LocalHour[]
  shares: readonly number[]
  visits: readonly Moment[]
  now: Moment
  chance: Chance
}

function live({ machine, product, perDay, hours, shares, visits, now, chance }: Life): KnownPlace {
  const capacity = chance.whole(6, 14)
  const since = hours[0]?.at ?? 0
  const sales: Moment[] = []
  const soldOut: { from: Moment; to: Moment }[] = []
  const filled: number[] = []
  let stock = capacity
  let atNow = -1
  let ranEmpty = Number.POSITIVE_INFINITY
  const waiting = [...visits]
  hours.forEach(({ at: hour }, index) => {
    if (ranEmpty < hour) return
    const buyers = Array.from({ length: chance.poisson(perDay * (shares[index] ?? 0)) }, () => hour + chance.whole(0, HOUR - 1))
    const moments = [...buyers.map((at) => ({ at, isVisit: false })), ...due(waiting, hour + HOUR).map((at) => ({ at, isVisit: true }))]
    for (const { at, isVisit } of moments.sort((a, b) => a.at - b.at)) {
      if (atNow < 0 && at >= now) atNow = stock
      if (isVisit) {
        const open = soldOut.at(-1)
        if (stock === 0 && open) open.to = at
        filled.push(capacity - stock)
        stock = capacity
      } else if (stock > 0) {
        stock--
        if (at < now) sales.push(at)
        if (stock === 0 && at < now) soldOut.push({ from: at, to: now })
        if (stock === 0 && at >= now) ranEmpty = at
      }
    }
  })
  return { machine, product, capacity, since, sales, soldOut, stock: atNow < 0 ? stock : atNow, visits: [...visits], filled, ranEmpty }
}

/** Removes the entries due before a moment from the front. */
function due(waiting: Moment[], before: Moment): Moment[] {
  const taken: Moment[] = []
  while (waiting[0] !== undefined && waiting[0] < before) taken.push(waiting.shift() as Moment)
  return taken
}
