import type { PastRound } from '#domain/rounds/usual-cost.ts'
import { DAY_MINUTES, LEAVES, type SimMachine, type World } from './world.ts'

/** Money in minor units. `trips`: paid minutes and kilometres, of which `filling` is the minutes for putting pieces in. */
export type Sums = { lost: number; trips: number; filling: number; expired: number; visits: number; rounds: number; sold: number }
export const NOTHING: Sums = { lost: 0, trips: 0, filling: 0, expired: 0, visits: 0, rounds: 0, sold: 0 }

/** The recorded state of a machine: the stock at the last report, and all sales until then. Minutes since the first day. */
type Known = { at: number; stock: number[]; sales: number[][]; soldOut: { from: number; to: number }[][] }

type Batch = { pieces: number; until: number }
type State = {
  machine: SimMachine
  stock: number[]
  batches: (Batch[] | null)[]
  next: number
  out: (number | null)[]
  known: Known
  unreported: Omit<Known, 'at' | 'stock'>
}

/** All machines under one policy. */
export class Fleet {
  readonly world: World
  /** Past rounds, most recent last. */
  readonly rounds: { day: number; places: PastRound }[] = []
  sums: Sums = { ...NOTHING }
  readonly #states: State[]

  constructor(world: World) {
    this.world = world
    this.#states = world.machines.map((machine) => {
      const stock = machine.slots.map(({ capacity }) => capacity)
      const history = () => ({ sales: machine.slots.map(() => []), soldOut: machine.slots.map(() => []) })
      const batches = machine.slots.map(({ freshDays, capacity }) =>
        freshDays === null ? null : [{ pieces: capacity, until: freshDays * DAY_MINUTES }],
      )
      const known = { at: 0, stock: [...stock], ...history() }
      return { machine, stock, batches, next: 0, out: machine.slots.map(() => null), known, unreported: history() }
    })
  }

  known = (machine: number): Known => this.#state(machine).known

  #state(machine: number): State {
    const state = this.#states[machine]
    if (!state) throw new RangeError(`no machine ${machine}`)
    return state
  }

  /** Sells to all customers until then. */
  advance(machine: number, until: number): void {
    const state = this.#state(machine)
    const { at, first, second, third } = state.machine.customers
    for (; state.next < at.length && (at[state.next] as number) < until; state.next++) {
      const when = at[state.next] as number
      const wanted = first[state.next] as number
      this.#expire(state, when)
      const choices = [wanted, second[state.next] as number, third[state.next] as number]
      const bought = choices.find((slot) => slot !== LEAVES && (state.stock[slot] ?? 0) > 0)
      const marginOf = (slot: number) => state.machine.slots[slot]?.margin ?? 0
      this.sums.lost += marginOf(wanted) - (bought === undefined ? 0 : marginOf(bought))
      if (bought === undefined) continue
      this.sums.sold++
      this.#take(state, bought, when)
    }
    this.#expire(state, until)
  }

  #take(state: State, slot: number, at: number): void {
    state.stock[slot] = (state.stock[slot] ?? 0) - 1
    const batch = state.batches[slot]?.[0]
    if (batch && --batch.pieces === 0) state.batches[slot]?.shift()
    state.unreported.sales[slot]?.push(at)
    if (state.stock[slot] === 0) state.out[slot] = at
  }

  /** Goods are worthless after their date, and no longer sold. */
  #expire(state: State, now: number): void {
    state.batches.forEach((batches, slot) => {
      while (batches?.[0] && batches[0].until <= now) {
        const { pieces, until } = batches.shift() as Batch
        this.sums.expired += pieces * (state.machine.slots[slot]?.cost ?? 0)
        state.stock[slot] = (state.stock[slot] ?? 0) - pieces
        if (state.stock[slot] === 0) state.out[slot] = until
      }
    })
  }

  /** To how many pieces each slot is filled: fresh goods to what the last four weeks sold in as many days as they last. */
  filled(machine: number, day: number): number[] {
    const { slots } = this.#state(machine).machine
    const { sales } = this.known(machine)
    const days = Math.min(28, Math.max(1, day))
    return slots.map(({ capacity, freshDays }, slot) => {
      if (freshDays === null) return capacity
      const sold = countSince(sales[slot] ?? [], (day - days) * DAY_MINUTES)
      return Math.min(capacity, Math.max(1, Math.ceil((sold / days) * freshDays)))
    })
  }

  /** Fills the slots and returns the number of pieces put in. */
  visit(machine: number, at: number, filled: readonly number[]): number {
    this.advance(machine, at)
    const state = this.#state(machine)
    let put = 0
    state.machine.slots.forEach(({ freshDays }, slot) => {
      const more = Math.max(0, (filled[slot] ?? 0) - (state.stock[slot] ?? 0))
      if (more === 0) return
      const since = state.out[slot] ?? null
      if (since !== null) state.unreported.soldOut[slot]?.push({ from: since, to: at })
      state.out[slot] = null
      state.stock[slot] = (state.stock[slot] ?? 0) + more
      if (freshDays !== null) state.batches[slot]?.push({ pieces: more, until: at + freshDays * DAY_MINUTES })
      put += more
    })
    this.sums.visits++
    this.report(machine, at)
    return put
  }

  /** Everything until now is known to the company from now on. */
  report(machine: number, at: number): void {
    const { known, unreported, stock } = this.#state(machine)
    known.at = at
    known.stock = [...stock]
    for (const slot of stock.keys()) {
      known.sales[slot]?.push(...(unreported.sales[slot] ?? []))
      known.soldOut[slot]?.push(...(unreported.soldOut[slot] ?? []))
      unreported.sales[slot] = []
      unreported.soldOut[slot] = []
    }
  }

  /** Sold-out times until the last report, including the present ones. */
  soldOut(machine: number): { from: number; to: number }[][] {
    const { known, out } = this.#state(machine)
    return known.soldOut.map((spans, slot) => {
      const since = out[slot] ?? null
      return since !== null && since < known.at ? [...spans, { from: since, to: known.at }] : spans
    })
  }

  /** Pieces in all machines. */
  pieces = (): number => this.#states.reduce((sum, { stock }) => stock.reduce((all, pieces) => all + pieces, sum), 0)
}

/** How many of these moments, in order, are not before another one. */
export function countSince(moments: readonly number[], since: number): number {
  let count = 0
  while (count < moments.length && (moments[moments.length - 1 - count] as number) >= since) count++
  return count
}
