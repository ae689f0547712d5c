import { estimatedTable } from '#domain/rounds/travel.ts'
import { Chance, clamp } from './chance.ts'

/**
 * A company of the simulator. Customers arrive at hours that depend on the kind of site, the weekday, the season and the weather of a week. Each
 * has an order of preference over the products of the machine (Plackett-Luce), and may take the second or third one if others are sold out.
 * Nothing of this is a model of the forecast, which assumes independent slots with gamma-distributed rates.
 */
export type World = {
  days: number
  machines: SimMachine[]
  /** Ways between the machines by index, then the start. */
  travel: ReturnType<typeof estimatedTable>
  start: number
}

type SimSlot = { capacity: number; margin: number; cost: number; product: number; freshDays: number | null }

export type SimMachine = {
  slots: SimSlot[]
  opens: { from: number; to: number }
  /** By day: 1 if the site is closed. */
  closed: Uint8Array
  /** By day: 1 if no data of the day arrive in the night after it. */
  silent: Uint8Array
  /** In order of time, in minutes since the first day; `first`, `second` and `third` are slots, or `LEAVES`. */
  customers: { at: Float64Array; first: Uint8Array; second: Uint8Array; third: Uint8Array }
}

export const LEAVES = 255
export const DAY_MINUTES = 24 * 60
/** Day 0 is a Monday. */
const weekdayOf = (day: number) => day % 7
export const isWorkday = (day: number) => weekdayOf(day) < 5

const SLOTS = 24
const PRODUCTS = 60
const CENTRE = { lat: 51.05, lng: 13.74 }

/** Customers by hour and by weekday, and when the site can be entered. */
const SITES = [
  {
    share: 0.35,
    hours: bump([9, 12.5, 15.5], 1.6, 7, 18),
    week: [1, 1.05, 1.05, 1, 0.8, 0.02, 0.01],
    opens: { from: 420, to: 1_080 },
    closes: 0.6,
  },
  { share: 0.15, hours: bump([9.6, 11.5, 13.2], 0.7, 7, 16), week: [1, 1, 1.1, 1, 0.9, 0, 0], opens: { from: 420, to: 960 }, closes: 1.6 },
  {
    share: 0.2,
    hours: bump([5.8, 10, 13.8, 18, 21.8], 1.2, 5, 24),
    week: [1, 1, 1, 1, 1, 0.5, 0.3],
    opens: { from: 360, to: 1_320 },
    closes: 0.5,
  },
  { share: 0.15, hours: bump([10, 14, 19, 23], 3, 0, 24), week: [1, 1, 1, 1, 1, 0.9, 0.9], opens: { from: 0, to: DAY_MINUTES }, closes: 0 },
  {
    share: 0.15,
    hours: bump([7.5, 17, 21], 2, 5, 24),
    week: [0.9, 0.9, 0.9, 1, 1.3, 1.2, 0.9],
    opens: { from: 300, to: 1_380 },
    closes: 0,
  },
]

function bump(peaks: readonly number[], width: number, from: number, to: number): number[] {
  const weights = Array.from({ length: 24 }, (_, hour) =>
    hour < from || hour >= to ? 0 : 0.15 + peaks.reduce((sum, peak) => sum + Math.exp(-(((hour + 0.5 - peak) / width) ** 2)), 0),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / all)
}

export function createWorld(seed: number, { days, machines: count }: { days: number; machines: number }): World {
  const chance = new Chance(seed)
  const products = Array.from({ length: PRODUCTS }, (_, product) => {
    const price = 100 + Math.round(chance.next() * 18) * 10
    const cost = Math.round(price * (0.32 + 0.25 * chance.next()))
    const freshDays = chance.next() < 0.15 ? 9 + Math.floor(chance.next() * 14) : null
    return { product, price, cost, freshDays, liking: chance.normal() * 0.8, summer: chance.next() < 0.35 ? 0.5 : -0.1 }
  })
  const season = chance.next() * 2 * Math.PI
  const weather = walkOf(days / 7 + 2, 0.6, 0.08, chance)
  const towns = [CENTRE, ...Array.from({ length: 4 }, () => around(CENTRE, 10 + 18 * chance.next(), chance))]
  const places = Array.from({ length: count }, () =>
    around(towns[chance.next() < 0.5 ? 0 : chance.below(5)] ?? CENTRE, 5 * chance.next() ** 0.7, chance),
  )
  const vacation = chance.below(Math.max(1, Math.floor(days / 7) - 3)) * 7
  const machines = places.map((): SimMachine => {
    const site = chance.pick(SITES, ({ share }) => share)
    const range = chance.shuffled(products).slice(0, SLOTS)
    const slots = range.map(
      ({ product, price, cost, freshDays }): SimSlot => ({
        capacity: chance.next() < 0.3 ? 6 + chance.below(3) : 8 + chance.below(8),
        margin: Math.round(price / 1.19) - cost,
        cost,
        product,
        freshDays,
      }),
    )
    // One slot in seven holds goods that hardly sell.
    const likings = range.map(({ liking }) => liking + chance.normal() * 0.7 - (chance.next() < 0.14 ? 4 : 0))
    const aDay = 26 * Math.exp(chance.normal() * 0.65)
    const drift = walkOf(days / 7 + 2, 0.8, 0.14, chance)
    const change = chance.next() < 0.25 ? { day: chance.below(days), times: 0.5 + 1.1 * chance.next() } : null
    const closed = new Uint8Array(days)
    if (chance.next() < site.closes) closed.fill(1, vacation, vacation + 7 * (1 + chance.below(2)))
    if (chance.next() < 0.15) closed.fill(1, ...span(days, 3 + chance.below(10), chance))
    const silent = new Uint8Array(days)
    if (chance.next() < 0.15)
      silent.forEach((_, day) => {
        silent[day] = day % 2
      })
    for (let day = chance.below(40); day < days; day += 10 + chance.below(50)) silent.fill(1, day, day + 1 + chance.below(4))
    const rateOf = (day: number) => {
      if (closed[day]) return 0
      const week = Math.floor(day / 7)
      const inSeason = 1 + 0.12 * Math.cos(season + (2 * Math.PI * day) / 364)
      const changed = change && day >= change.day ? change.times : 1
      return (
        aDay *
        (site.week[weekdayOf(day)] ?? 1) *
        inSeason *
        changed *
        Math.exp((drift[week] ?? 0) + (weather[week] ?? 0) + 0.12 * chance.normal())
      )
    }
    const weightsOf = (day: number) =>
      likings.map((liking, slot) => Math.exp(liking + (range[slot]?.summer ?? 0) * Math.cos(season + Math.PI + (2 * Math.PI * day) / 364)))
    return { slots, opens: site.opens, closed, silent, customers: customersOf(days, { rateOf, weightsOf, hours: site.hours }, chance) }
  })
  return { days, machines, travel: estimatedTable([...places, CENTRE]), start: count }
}

type Crowd = { rateOf(day: number): number; weightsOf(day: number): number[]; hours: readonly number[] }

/** Shares of customers who take their second or third choice. */
const TAKES_ANOTHER = 0.5

function customersOf(days: number, { rateOf, weightsOf, hours }: Crowd, chance: Chance): SimMachine['customers'] {
  const all: { at: number; first: number; second: number; third: number }[] = []
  let weights: number[] = []
  for (let day = 0; day < days; day++) {
    if (day % 7 === 0) weights = weightsOf(day)
    const rate = rateOf(day)
    const today: number[] = []
    hours.forEach((share, hour) => {
      for (let count = chance.poisson(rate * share); count > 0; count--) today.push(day * DAY_MINUTES + (hour + chance.next()) * 60)
    })
    for (const at of today.sort((a, b) => a - b)) {
      const left = [...weights]
      const take = () => {
        const slot = chance.index(left)
        left[slot] = 0
        return slot
      }
      const first = take()
      const second = chance.next() < TAKES_ANOTHER ? take() : LEAVES
      all.push({ at, first, second, third: second !== LEAVES && chance.next() < TAKES_ANOTHER ? take() : LEAVES })
    }
  }
  return {
    at: Float64Array.from(all, ({ at }) => at),
    first: Uint8Array.from(all, ({ first }) => first),
    second: Uint8Array.from(all, ({ second }) => second),
    third: Uint8Array.from(all, ({ third }) => third),
  }
}

/** Autoregressive changes of weeks. */
function walkOf(weeks: number, keeps: number, size: number, chance: Chance): number[] {
  let level = 0
  return Array.from({ length: Math.ceil(weeks) }, () => {
    level = keeps * level + size * chance.normal()
    return level
  })
}

const span = (days: number, length: number, chance: Chance): [number, number] => {
  const from = chance.below(days)
  return [from, clamp(from + length, 0, days)]
}

function around({ lat, lng }: typeof CENTRE, kilometres: number, chance: Chance): typeof CENTRE {
  const angle = 2 * Math.PI * chance.next()
  return { lat: lat + (kilometres / 111) * Math.sin(angle), lng: lng + (kilometres / 70) * Math.cos(angle) }
}
