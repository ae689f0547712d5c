import { beginnings, daysIn, later, monthsLater } from './calendar.ts'
import type { Cash, Facts, Place, Put, Sale } from './facts.ts'

export const sum = <T>(of: readonly T[], value: (one: T) => number): number => of.reduce((total, one) => total + value(one), 0)

export function by<T, Key>(rows: readonly T[], keyOf: (row: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** An exact sum of fractions, rounded once, half away from zero. */
class Exact {
  #over = 0n
  #under = 1n

  add(over: number, under: number): void {
    this.#over = this.#over * BigInt(under) + BigInt(over) * this.#under
    this.#under *= BigInt(under)
  }

  get rounded(): number {
    const [size, sign] = this.#over < 0n ? [-this.#over, -1] : [this.#over, 1]
    return sign * Number((2n * size + this.#under) / (2n * this.#under))
  }

  get value(): number {
    return Number(this.#over) / Number(this.#under)
  }
}

/** What a company sold, took and lost, computed from the facts. */
export class Figures {
  readonly facts: Facts
  readonly dayOf: (at: number) => string
  readonly beginOf: (day: string) => number

  constructor(facts: Facts) {
    this.facts = facts
    this.dayOf = daysIn(facts.world.timezone)
    this.beginOf = beginnings(facts.world.timezone)
  }

  soldOn(first: string, last: string): Sale[] {
    return this.facts.sales.filter(({ at }) => this.dayOf(at) >= first && this.dayOf(at) <= last)
  }

  rateOn(product: number, day: string): number {
    const taxes = this.facts.products.get(product)?.taxes ?? []
    return taxes.findLast(({ from }) => from <= day)?.rate ?? 0
  }

  net(sales: readonly Sale[]): Exact {
    const exact = new Exact()
    for (const [rate, of] of by(sales, ({ at, product }) => this.rateOn(product, this.dayOf(at))))
      exact.add(sum(of, ({ amount }) => amount) * 10_000, 10_000 + rate)
    return exact
  }

  /** What sales took, in thousandths of a piece or of an ingredient's unit. */
  taken(sales: readonly Sale[]): { product: number; quantity: number; sale: Sale }[] {
    return sales.flatMap((sale) => {
      if (sale.product === 0) return []
      if (sale.product !== this.facts.drink) return [{ product: sale.product, quantity: 1000, sale }]
      const shares = this.facts.recipes.findLast(({ from }) => from <= sale.at)?.shares ?? new Map<number, number>()
      return [...shares].map(([product, quantity]) => ({ product, quantity, sale }))
    })
  }

  costOn(product: number, day: string): number {
    return this.facts.products.get(product)?.costs.findLast(({ from }) => from <= day)?.cost ?? 0
  }

  /** At the purchase price of each day. */
  spent(taken: readonly { product: number; quantity: number; at: number }[]): Exact {
    const exact = new Exact()
    for (const of of by(taken, ({ product, at }) => `${product} ${this.costOn(product, this.dayOf(at))}`).values()) {
      const [first] = of
      if (!first) continue
      const cost = this.costOn(first.product, this.dayOf(first.at))
      exact.add(sum(of, ({ quantity }) => quantity) * cost, this.facts.products.get(first.product)?.pack ?? 1)
    }
    return exact
  }

  /** What the sites of machines receive: shares by the day of the sale, and monthly amounts day by day, until a day. */
  commission(sales: readonly Sale[], machines: readonly number[], days: readonly string[]): Exact {
    const exact = new Exact()
    const on = (machine: number, day: string) => {
      const own = this.facts.commissions.filter((one) => one.machine === machine && one.from <= day)
      return own.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)
    }
    const shares = by(sales, ({ machine, product, at }) => {
      const { share = 0, base = 'GROSS' } = on(machine, this.dayOf(at)) ?? {}
      return `${share} ${base === 'GROSS' ? 0 : this.rateOn(product, this.dayOf(at))}`
    })
    for (const [key, of] of shares) {
      const [share = 0, rate = 0] = key.split(' ').map(Number)
      exact.add(sum(of, ({ amount }) => amount) * share, 10_000 + rate)
    }
    const months = by(
      machines.flatMap((machine) => days.map((day) => ({ month: day.slice(0, 7), monthly: on(machine, day)?.monthly ?? 0 }))),
      ({ month }) => month,
    )
    for (const [month, of] of months)
      exact.add(
        sum(of, ({ monthly }) => monthly),
        Number(later(monthsLater(`${month}-01`, 1), -1).slice(8)),
      )
    return exact
  }

  isCostKnown({ at, product }: Sale): boolean {
    return product === this.facts.drink || this.costOn(product, this.dayOf(at)) > 0
  }

  costOf(taken: readonly { product: number; quantity: number }[]): Exact {
    const exact = new Exact()
    for (const [id, of] of by(taken, ({ product }) => product)) {
      const { cost = 0, pack = 1 } = this.facts.products.get(id) ?? {}
      exact.add(sum(of, ({ quantity }) => quantity) * cost, pack)
    }
    return exact
  }

  lost(first: string, last: string): { machine: number; product: number; quantity: number; at: number }[] {
    return this.facts.puts
      .filter(({ kind, undone, at }) => kind === 'LOSS' && !undone && this.dayOf(at) >= first && this.dayOf(at) <= last)
      .map(({ machine, point, quantity, at }) => ({ machine, product: this.placeOf(point).product, quantity: -quantity, at }))
  }

  placeOf(point: number): Place {
    const place = this.facts.places.find((one) => one.point === point)
    if (!place) throw new Error(`unknown stock point ${point}`)
    return place
  }

  /** All movements of a stock point, in order. */
  moves({ machine, point, product, slot }: Place): { at: number; set: number | null; add: number }[] {
    const sold = this.taken(this.facts.sales.filter((sale) => sale.machine === machine && !sale.imported))
      .filter((one) => one.product === product && (slot === null || one.sale.slot === slot))
      .map(({ quantity, sale }) => ({ at: sale.at, set: null, add: -quantity }))
    const put = this.facts.puts
      .filter((one) => one.point === point && !one.undone)
      .map(({ at, kind, quantity }) => (kind === 'COUNT' ? { at, set: quantity, add: 0 } : { at, set: null, add: quantity }))
    return [...sold, ...put].toSorted((a, b) => a.at - b.at)
  }

  stockOf(place: Place): number {
    return this.moves(place).reduce((there, { set, add }) => (set ?? there) + add, place.first)
  }

  /** When a stock point was empty, between two moments. */
  emptyOf(place: Place, from: number, until: number): { from: number; to: number }[] {
    const spans: { from: number; to: number }[] = []
    let [there, since] = [place.first, Number.NEGATIVE_INFINITY]
    const note = (to: number) => {
      if (there < 1000 && to > from && since < until) spans.push({ from: Math.max(since, from), to: Math.min(to, until) })
    }
    for (const { at, set, add } of this.moves(place)) {
      note(at)
      there = (set ?? there) + add
      since = at
    }
    note(until)
    return spans.filter((span) => span.to > span.from)
  }

  /** The amount of each withdrawal, and the cash sales since the one before. */
  withdrawals(): (Cash & { since: number | null; taken: number; expected: number; isCounted: boolean })[] {
    return this.facts.machines.flatMap(({ id }) => this.#cashOf(id).done)
  }

  cashIn(machine: number): number {
    return this.#cashOf(machine).box
  }

  #cashOf(machine: number) {
    const sold = this.facts.sales
      .filter((sale) => sale.machine === machine && sale.type === 'CASH' && !sale.imported)
      .map((sale) => ({ at: sale.at, sale: sale.amount, cash: null }))
    const cashEvents = this.facts.cash
      .filter((one) => one.machine === machine && !one.undone)
      .map((cash) => ({ at: cash.at, sale: 0, cash }))
    const done: ReturnType<Figures['withdrawals']> = []
    let [box, expected, since, isCounted] = [0, 0, null as number | null, false]
    for (const { at, sale, cash } of [...sold, ...cashEvents].toSorted((a, b) => a.at - b.at)) {
      box += sale
      expected += sale
      if (!cash) continue
      if (cash.counted === null) {
        done.push({ ...cash, since, taken: box, expected, isCounted })
        ;[box, expected, since, isCounted] = [0, 0, at, false]
      } else [box, isCounted] = [cash.counted, true]
    }
    return { box, done }
  }

  /** Restocks of a machine on one day by one user. */
  visits(first: string, last: string): { at: number; machine: number; places: number; fromEmpty: number; filled: number }[] {
    const put = this.facts.puts.filter(
      ({ kind, undone, at }) => kind === 'RESTOCK' && !undone && this.dayOf(at) >= first && this.dayOf(at) <= last,
    )
    return [...by(put, ({ machine, user, at }) => `${machine} ${user} ${this.dayOf(at)}`).values()].map((of) => {
      const { machine } = of[0] as Put
      const shares = [...by(of, ({ point }) => point)].map(
        ([point, own]) => sum(own, ({ quantity }) => quantity) / 1000 / this.placeOf(point).max,
      )
      const room = this.facts.places.filter((place) => place.machine === machine).length
      return {
        at: Math.min(...of.map(({ at }) => at)),
        machine,
        places: shares.length,
        fromEmpty: shares.filter((share) => share >= 1).length,
        filled: sum(shares, (share) => Math.min(1, share)) / Math.max(shares.length, room),
      }
    })
  }

  turnoverOn(first: string, last: string): number {
    return sum(this.soldOn(first, last), ({ amount }) => amount)
  }

  dayBefore(day: string): string {
    return later(day, -1)
  }

  dayAfter(day: string): string {
    return later(day, 1)
  }
}
