import type { Move } from '#domain/forecast/past.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { Chance } from '../../server/demo/chance.ts'
import type { Wish } from './demo.ts'
import type { History, KnownMachine } from './history.ts'

/**
 * A more irregular demand, which was not used to tune the forecast: strikes, meetings that buy in one hour, price changes, a seasonal
 * trend, vacations, machines without sales for days, slow products, and servicemen with irregular visits.
 */
export function roughHistory({ seed, to, days, machines }: Wish): History {
  const chance = new Chance(`rough/${seed}`)
  const from = to - days * DAY
  const span = (least: number, most: number) => {
    const first = chance.whole(0, days - 1)
    return { first, last: first + chance.whole(least, most) - 1 }
  }
  const world: World = {
    from,
    days,
    strikes: chance.happens(0.5) ? [span(1, 4)] : [],
    vacation: span(10, 18),
    holidays: Array.from({ length: 3 }, () => span(1, 1)),
    season: chance.between(-0.006, 0.006),
    dearer: new Map(
      Array.from({ length: 6 }, () => [chance.whole(0, PRODUCTS - 1), { day: chance.whole(0, days), factor: chance.between(0.45, 0.85) }]),
    ),
    appeal: Array.from({ length: PRODUCTS }, () => (chance.happens(0.25) ? chance.between(0.02, 0.1) : chance.logNormal(0.8, 0.6))),
  }
  return {
    from,
    to,
    timeZone: 'Europe/Madrid',
    machines: Array.from({ length: machines }, (_, index) =>
      live(index % 2 === 0 ? 'SNACK' : 'COFFEE', world, new Chance(`rough/${seed}/${index}`)),
    ),
  }
}

const PRODUCTS = 45
type Days = { first: number; last: number }
type World = {
  from: Moment
  days: number
  strikes: readonly Days[]
  vacation: Days
  holidays: readonly Days[]
  /** The growth of demand per day. */
  season: number
  dearer: ReadonlyMap<number, { day: number; factor: number }>
  appeal: readonly number[]
}
type Choice = { product: number; aDay: number; takes: readonly { place: number; quantity: number }[] }

/** The share of each weekday, and the opening hours. */
const SITES = [
  { week: [1, 1, 1, 1, 0.8, 0, 0], open: [6, 17], vacation: 0.5 },
  { week: [0.9, 1, 1, 1, 1.1, 1.3, 0.6], open: [8, 22], vacation: 1.1 },
  { week: [1, 1, 1, 1, 1, 0.7, 0.7], open: [0, 24], vacation: 0.9 },
  { week: [1, 1, 1, 1, 1, 0, 0], open: [7, 15], vacation: 0.05 },
] as const

const isWithin = (day: number, { first, last }: Days) => day >= first && day <= last

function live(kind: KnownMachine['kind'], world: World, chance: Chance): KnownMachine {
  const site = chance.pick([...SITES])
  const { choices, capacity, products } = kind === 'SNACK' ? spirals(world, chance) : canisters(chance)
  const busy = chance.logNormal(1, 0.6)
  const dead = chance.happens(0.3)
    ? [{ first: chance.whole(0, world.days - 1), last: 0 }].map(({ first }) => ({ first, last: first + chance.whole(1, 9) }))
    : []
  const stock = [...capacity]
  const moves = capacity.map((quantity): Move[] => [{ at: world.from, kind: 'count', quantity }])
  const wanted = capacity.map((): Moment[] => [])
  let nextVisit = chance.whole(1, 6)
  for (let day = 0; day < world.days; day++) {
    const start = world.from + day * DAY
    const weekday = (Math.floor(start / DAY) + 3) % 7
    const rest = world.holidays.some((one) => isWithin(day, one)) ? 0.2 : world.strikes.some((one) => isWithin(day, one)) ? 0.1 : 1
    const away = isWithin(day, world.vacation) ? site.vacation : 1
    const today = busy * (site.week[weekday] ?? 1) * rest * away * (1 + world.season * day) * chance.logNormal(1, 0.2)
    const [open, close] = site.open
    const wishes = choices.flatMap((choice) => {
      const change = world.dearer.get(choice.product)
      const pace = choice.aDay * today * (change && day >= change.day ? change.factor : 1)
      return Array.from({ length: chance.poisson(pace) }, () => ({ at: start + chance.between(open, close) * HOUR, choice }))
    })
    if (today > 0 && chance.happens(0.04)) {
      const hour = chance.between(open, close - 1)
      for (let guest = chance.whole(5, 25); guest > 0; guest--)
        wishes.push({ at: start + (hour + chance.between(0, 0.7)) * HOUR, choice: chance.pickBy(choices, ({ aDay }) => aDay) })
    }
    const visit = day === nextVisit ? start + chance.between(6, 16) * HOUR : null
    if (visit !== null) nextVisit = day + Math.max(1, Math.round(chance.logNormal(4, 0.5)))
    let isFilled = visit === null
    for (const { at, choice } of wishes.map((one) => ({ ...one, at: Math.floor(one.at) })).toSorted((a, b) => a.at - b.at)) {
      if (!isFilled && visit !== null && at > visit) isFilled = fill(visit)
      if (dead.some((one) => isWithin(day, one))) continue
      buy(at, choice)
    }
    if (!isFilled && visit !== null) fill(visit)
  }
  return { kind, places: products.map((product, place) => ({ product, moves: moves[place] ?? [], wanted: wanted[place] ?? [] })) }

  function fill(at: Moment): true {
    const isHurried = chance.happens(0.25)
    capacity.forEach((most, place) => {
      const missing = Math.floor((most - (stock[place] ?? 0)) / MILLI) * MILLI
      const put = isHurried ? Math.floor(missing / MILLI / 2) * MILLI : missing
      if (put <= 0) return
      stock[place] = (stock[place] ?? 0) + put
      moves[place]?.push({ at, kind: 'delta', quantity: put })
    })
    return true
  }

  function buy(at: Moment, first: Choice) {
    for (const { place } of first.takes) wanted[place]?.push(at)
    const has = ({ takes }: Choice) => takes.every(({ place, quantity }) => (stock[place] ?? 0) >= quantity)
    const instead = has(first) ? first : chance.happens(0.5) ? chance.pick([...choices]) : null
    if (!instead || !has(instead)) return
    for (const { place, quantity } of instead.takes) {
      stock[place] = (stock[place] ?? 0) - quantity
      moves[place]?.push({ at, kind: 'sale', quantity: -quantity })
    }
  }
}

function spirals({ appeal }: World, chance: Chance) {
  const products = Array.from({ length: chance.whole(18, 30) }, () => chance.whole(0, PRODUCTS - 1))
  const choices = products.map(
    (product, place): Choice => ({
      product,
      aDay: (appeal[product] ?? 1) * chance.logNormal(1, 0.3),
      takes: [{ place, quantity: MILLI }],
    }),
  )
  return { products, choices, capacity: products.map(() => chance.whole(6, 20) * MILLI) }
}

/** Cups, beans and milk. */
function canisters(chance: Chance) {
  const drink = (product: number, grams: readonly number[]): Choice => ({
    product,
    aDay: chance.logNormal(9, 0.6),
    takes: grams.flatMap((quantity, place) => (quantity > 0 ? [{ place, quantity: quantity * MILLI }] : [])),
  })
  const choices = [
    drink(PRODUCTS + 3, [1, 8, 0]),
    drink(PRODUCTS + 4, [1, 8, 12]),
    drink(PRODUCTS + 5, [1, 14, 0]),
    drink(PRODUCTS + 6, [1, 0, 18]),
  ]
  return { products: [PRODUCTS, PRODUCTS + 1, PRODUCTS + 2], choices, capacity: [400 * MILLI, 2500 * MILLI, 1800 * MILLI] }
}
