import { wallClock } from '#domain/calendar.ts'
import type { Move } from '#domain/forecast/past.ts'
import { hourOfWall } from '#domain/forecast/rhythm.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { MILLI, toMilli } from '#domain/units.ts'
import { Chance } from '../../server/demo/chance.ts'
import type { Wish } from './demo.ts'
import type { History, KnownMachine } from './history.ts'

/**
 * Demand that violates the forecast's assumptions: arrivals are overdispersed, levels drift and jump, public holidays and promotions change
 * single days, many products rarely sell, drinks change their shares, and a customer who finds nothing often leaves.
 */
export function otherHistory({ seed, to, days, machines }: Wish): History {
  const chance = new Chance(`other/${seed}`)
  const from = to - days * DAY
  const world: World = {
    from,
    days,
    appeal: Array.from({ length: PRODUCTS }, () => chance.logNormal(1, 0.7)),
    promotions: Array.from({ length: Math.ceil(days / 10) }, () => {
      const first = chance.whole(0, days)
      return { product: chance.whole(0, PRODUCTS - 1), first, last: first + chance.whole(4, 9), factor: chance.between(1.4, 2.6) }
    }),
    holidays: new Set(Array.from({ length: Math.ceil(days / 30) }, () => chance.whole(0, days))),
    season: walk(days, 0.012, chance),
  }
  return {
    from,
    to,
    timeZone: ZONE,
    machines: Array.from({ length: machines }, (_, index) => {
      const own = new Chance(`other/${seed}/${index}`)
      return live(index % 5 < 3 ? 'COFFEE' : 'SNACK', world, own)
    }),
  }
}

const ZONE = 'Europe/Warsaw'
const PRODUCTS = 60

type Promotion = { product: number; first: number; last: number; factor: number }
type World = {
  from: Moment
  days: number
  appeal: readonly number[]
  promotions: readonly Promotion[]
  holidays: ReadonlySet<number>
  season: readonly number[]
}

/** A product for sale: its demand, and what it takes from which stock points, in thousandths. */
type Choice = { product: number; wanted: number; takes: readonly { place: number; quantity: number }[]; shares: readonly number[] }
type Fitting = { choices: Choice[]; capacity: number[]; products: number[] }

function live(kind: KnownMachine['kind'], world: World, chance: Chance): KnownMachine {
  const { choices, capacity, products } = kind === 'COFFEE' ? canisters(world, chance) : slots(world, chance)
  const levels = levelsOf(world, chance)
  const week = weekOf(chance)
  const [burst, itemBurst] = [chance.between(0.1, 0.35), chance.between(0.2, 0.6)]
  const perDay = chance.logNormal(kind === 'COFFEE' ? 32 : 20, 0.5)
  const isClosedOnHolidays = chance.happens(0.6)
  const there = capacity.map((most) => most)
  const moves = capacity.map((most): Move[] => [{ at: world.from, kind: 'count', quantity: most }])
  const wanted = capacity.map((): Moment[] => [])
  const everyDays = chance.whole(2, 6)
  const thorough = chance.between(0.75, 1)
  for (let day = 0; day < world.days; day++) {
    const start = world.from + day * DAY
    const luck = chance.logNormal(1, burst)
    const isHoliday = world.holidays.has(day) && isClosedOnHolidays
    const wants = choices.map(({ product, wanted, shares }) => {
      const promotion = world.promotions.find((one) => one.product === product && day >= one.first && day <= one.last)
      return wanted * (shares[day] ?? 1) * (promotion?.factor ?? 1) * chance.logNormal(1, itemBurst)
    })
    const all = choices.reduce((sum, { wanted }) => sum + wanted, 0)
    const factor = luck * (levels[day] ?? 1) * (world.season[day] ?? 1) * (isHoliday ? 0.12 : 1)
    const visitAt = day % everyDays === 0 && day > 0 ? start + chance.whole(7 * HOUR, 14 * HOUR) : null
    const buyers: { at: Moment; choice: number }[] = []
    for (let hour = 0; hour < 24; hour++) {
      const busy = week[hourOfWall(wallClock(start + hour * HOUR, ZONE))] ?? 0
      const expected = (perDay * factor * busy) / 24
      const come = chance.poisson(expected * (wants.reduce((sum, one) => sum + one, 0) / all))
      for (let buyer = 0; buyer < come; buyer++)
        buyers.push({
          at: start + hour * HOUR + chance.whole(0, HOUR - 1),
          choice: choices.indexOf(chance.pickBy(choices, (choice) => wants[choices.indexOf(choice)] ?? 0)),
        })
    }
    buyers.sort((a, b) => a.at - b.at)
    let isFilled = visitAt === null
    for (const { at, choice } of [...buyers, { at: start + DAY, choice: -1 }]) {
      if (!isFilled && visitAt !== null && at > visitAt) {
        isFilled = true
        fill(visitAt)
      }
      if (choice >= 0) sell(at, choice)
    }
  }
  return { kind, places: products.map((product, index) => ({ product, moves: moves[index] ?? [], wanted: wanted[index] ?? [] })) }

  function fill(at: Moment) {
    capacity.forEach((most, place) => {
      if (!chance.happens(thorough)) return
      const missing = Math.floor((most - (there[place] ?? 0)) / MILLI) * MILLI
      if (missing <= 0) return
      there[place] = (there[place] ?? 0) + missing
      moves[place]?.push({ at, kind: 'delta', quantity: missing })
    })
  }

  function sell(at: Moment, index: number) {
    const holds = ({ takes }: Choice) => takes.every(({ place, quantity }) => (there[place] ?? 0) >= quantity)
    let choice = choices[index]
    for (const { place } of choice?.takes ?? []) wanted[place]?.push(at)
    if (choice && !holds(choice)) {
      // Another slot of the same product first, then the neighbour, then nothing.
      const twin = choices.find((one) => one.product === choice?.product && holds(one))
      const neighbour = choices[index + 1]
      choice = twin ?? (chance.happens(0.35) && neighbour && holds(neighbour) ? neighbour : undefined)
    }
    for (const { place, quantity } of choice?.takes ?? []) {
      there[place] = (there[place] ?? 0) - quantity
      moves[place]?.push({ at, kind: 'sale', quantity: -quantity })
    }
  }
}

function slots({ appeal, days }: World, chance: Chance): Fitting {
  const products = Array.from({ length: chance.whole(24, 38) }, () => chance.whole(0, PRODUCTS - 1))
  const choices = products.map((product, place): Choice => {
    const isSlow = chance.happens(0.3)
    const wanted = (appeal[product] ?? 1) * chance.logNormal(1, 0.4) * (isSlow ? 0.08 : 1)
    // Slow products have no demand on most days.
    const shares = Array.from({ length: days }, () => (isSlow ? (chance.happens(0.3) ? 3 : 0.1) : 1))
    return { product, wanted, takes: [{ place, quantity: MILLI }], shares }
  })
  return { choices, products, capacity: products.map(() => toMilli(chance.whole(5, 18))) }
}

/** Cups, beans, milk, cocoa and sugar, in grams except for the cups. */
const CANISTERS = [500, 3000, 2000, 1800, 1500]
const RECIPES = [
  [1, 8, 0, 0, 0],
  [1, 8, 0, 0, 5],
  [1, 7, 9, 0, 0],
  [1, 7, 12, 0, 6],
  [1, 0, 10, 18, 0],
  [1, 14, 0, 0, 4],
  [1, 6, 10, 8, 6],
]

function canisters({ days }: World, chance: Chance): Fitting {
  const choices = RECIPES.map((recipe, product): Choice => {
    const takes = recipe.flatMap((quantity, place) => (quantity > 0 ? [{ place, quantity: toMilli(quantity) }] : []))
    return { product: PRODUCTS + CANISTERS.length + product, wanted: chance.logNormal(1, 0.6), takes, shares: walk(days, 0.03, chance) }
  })
  return { choices, products: CANISTERS.map((_, place) => PRODUCTS + place), capacity: CANISTERS.map(toMilli) }
}

/** A slow drift, and for some machines a permanent change on one day, such as a new tenant or canteen. */
function levelsOf({ days }: World, chance: Chance): number[] {
  const drift = walk(days, 0.02, chance)
  if (!chance.happens(0.3)) return drift
  const [jump, factor] = [chance.whole(0, days), chance.happens(0.5) ? chance.between(0.4, 0.75) : chance.between(1.3, 1.9)]
  return drift.map((level, day) => (day >= jump ? level * factor : level))
}

function walk(days: number, step: number, chance: Chance): number[] {
  let level = 0
  return Array.from({ length: days }, () => {
    // Reverts to the mean, because otherwise it would be unbounded.
    level = 0.985 * level + step * chance.normal()
    return Math.exp(level)
  })
}

/** The demand per hour of the week: two peaks a day of different widths, and a weekend between closed and busiest. */
function weekOf(chance: Chance): number[] {
  const rushes = Array.from({ length: 2 }, () => ({
    at: chance.between(7, 20),
    breadth: chance.between(1, 4),
    size: chance.between(0.5, 1.5),
  }))
  const weekend = chance.pick([0.02, 0.15, 0.5, 0.9, 1.5])
  const days = Array.from({ length: 7 }, (_, day) => (day < 5 ? 1 : weekend) * chance.logNormal(1, 0.12))
  const week = days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) =>
      rushes.reduce((sum, { at, breadth, size }) => sum + day * size * Math.exp(-(((hour - at) / breadth) ** 2) / 2), 0.02 * day),
    ),
  )
  const mean = week.reduce((sum, busy) => sum + busy, 0) / week.length
  return week.map((busy) => busy / mean)
}
