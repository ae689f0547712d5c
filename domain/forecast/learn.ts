import type { Moment } from '../time.ts'
import { beliefsOf, type Demand, demandOf, type Seen } from './demand.ts'
import { EVEN, type Rhythm, rhythmOf, type WeekOfSales } from './rhythm.ts'
import { type Hours, hoursUntil, type PlaceHistory, seenIn, together, weekOf } from './seen.ts'

/** A machine as it was: `kind` says which others are like it, `until` when it was last heard of. */
export type MachinePast = { kind: string; until: Moment; places: readonly PlacePast[] }
export type PlacePast = PlaceHistory & { product: number }

/** What is known of a machine: how busy its hours are, and how fast each of its places sells, in their order. */
export type Learnt = { rhythm: Rhythm; demands: Demand[] }

/** So far back it looks: what lies further counts too little. */
export const LEARNT_DAYS = 70

export type LearningOptions = { now: Moment; days?: number; timeZone: string }

/**
 * Learns from the past of all machines of a company, each from all others. It pauses after each machine, so that whoever runs it may
 * let others go first.
 */
export function* learning(
  machines: readonly MachinePast[],
  { now, days = LEARNT_DAYS, timeZone }: LearningOptions,
): Generator<void, Learnt[]> {
  const hours = hoursUntil(now, days, timeZone)
  const weeks: WeekOfSales[] = []
  for (const machine of machines) {
    weeks.push(together(weeksIn(machine, hours)))
    yield
  }
  const usual = new Map<string, Rhythm>()
  for (const kind of new Set(machines.map((machine) => machine.kind)))
    usual.set(kind, rhythmOf(together(weeks.filter((_, index) => machines[index]?.kind === kind)), EVEN))

  const rhythms = machines.map(({ kind }, index) => rhythmOf(weeks[index] ?? NOTHING, usual.get(kind)))
  const seen: Seen[][] = []
  for (const [index, machine] of machines.entries()) {
    seen.push(weeksIn(machine, hours).map((week) => seenIn(week, rhythms[index] ?? EVEN)))
    yield
  }
  const places = machines.flatMap((machine, at) =>
    machine.places.map(({ product }, index) => ({ machine: at, product, seen: seen[at]?.[index] ?? { sold: 0, hours: 0 } })),
  )
  const demands = beliefsOf(places).map((belief, index) => demandOf(belief, places[index]?.seen ?? { sold: 0, hours: 0 }))
  let next = 0
  return machines.map((machine, index) => {
    const from = next
    next += machine.places.length
    return { rhythm: rhythms[index] ?? EVEN, demands: demands.slice(from, next) }
  })
}

const NOTHING: WeekOfSales = together([])

const weeksIn = ({ places, until }: MachinePast, hours: Hours): WeekOfSales[] => places.map((place) => weekOf(place, hours, until))
