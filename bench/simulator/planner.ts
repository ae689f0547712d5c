import { type Learnt, learning } from '#domain/forecast/learn.ts'
import { EVEN, type Rhythm } from '#domain/forecast/rhythm.ts'
import { businessBetween } from '#domain/forecast/unmet.ts'
import { planDay } from '#domain/rounds/plan-day.ts'
import { usualCosts } from '#domain/rounds/usual-cost.ts'
import { expectedPieces, type VisitState, type VisitStock, type VisitValue, visitValue, waitsAfter } from '#domain/rounds/visit-value.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import type { Fleet } from './fleet.ts'
import { MINUTES, type Policy, problemOf, RATES, searchFor, type Wish } from './policy.ts'
import { DAY_MINUTES, isWorkday, type SimMachine } from './world.ts'

const MONDAY: Moment = Date.UTC(2026, 0, 5)
const momentOf = (minutes: number): Moment => MONDAY + minutes * MINUTE
const NOON = 12 * 60
/** History that is learned from, in days. */
const LEARNT_FROM = 70
/** The usual cost of a visit is that of the rounds of this many weeks. */
const PAST_DAYS = 56

/** The product's forecast and plan. It uses the company's data: reports, not customers. */
export function planner({ learnEvery }: { learnEvery: number }): Policy {
  let [learnt, learntOn]: [readonly Learnt[], number] = [[], Number.NEGATIVE_INFINITY]
  return {
    family: 'ours',
    name: 'ours',
    plan(fleet, day, team) {
      const { machines, travel, start } = fleet.world
      if (day - learntOn >= learnEvery) [learnt, learntOn] = [learnFrom(fleet, day), day]
      const usual = usualCosts({
        travel,
        rates: RATES,
        machines: machines.map((_, place) => ({ place, minutes: MINUTES })),
        starts: [start],
        past: fleet.rounds.filter((round) => round.day >= day - PAST_DAYS).map(({ places }) => places),
      })
      const wishes = machines.map((_, machine) => wishOf(fleet, machine, day, { learnt: learnt[machine], usualCost: usual[machine] ?? 0 }))
      return planDay(problemOf(fleet, day, team.people, wishes), searchFor(day, team))
    },
  }
}

function learnFrom(fleet: Fleet, day: number): Learnt[] {
  const since = Math.max(0, day - LEARNT_FROM) * DAY_MINUTES
  const steps = learning(
    fleet.world.machines.map(({ slots }, machine) => {
      const { at, sales, stock } = fleet.known(machine)
      const soldOut = fleet.soldOut(machine)
      return {
        kind: 'SNACK',
        until: momentOf(at),
        places: slots.map(({ product }, slot) => ({
          product,
          stock: stock[slot] ?? 0,
          since: momentOf(since),
          sales: (sales[slot] ?? []).filter((sale) => sale >= since).map(momentOf),
          soldOut: (soldOut[slot] ?? []).filter(({ to }) => to > since).map(({ from, to }) => ({ from: momentOf(from), to: momentOf(to) })),
        })),
      }
    }),
    { now: momentOf(day * DAY_MINUTES), timeZone: 'UTC' },
  )
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

type Knowing = { learnt: Learnt | undefined; usualCost: number }

function wishOf(fleet: Fleet, machine: number, day: number, { learnt, usualCost }: Knowing): Wish {
  const { slots } = fleet.world.machines[machine] as SimMachine
  const { at, stock } = fleet.known(machine)
  const filled = fleet.filled(machine, day)
  const { value, pieces } = expectedVisit({
    stocks: slots.map(({ margin }, slot) => ({
      demand: learnt?.demands[slot] ?? { pieces: 0, hours: 0 },
      pieces: stock[slot] ?? 0,
      filled: Math.max(filled[slot] ?? 0, stock[slot] ?? 0),
      margin: margin - MINUTES.perPiece * RATES.perMinute,
    })),
    knownAt: momentOf(at),
    arrival: momentOf(day * DAY_MINUTES + NOON),
    timeZone: 'UTC',
    rhythm: learnt?.rhythm ?? EVEN,
    isVisitDay: (ahead) => isWorkday(day + ahead),
    usualCost,
    switching: learnt?.switching ?? 0,
  })
  return { machine, value, pieces }
}

/** `knownAt`: when the stock was known, before arrival. */
type ExpectedVisit = Omit<VisitState, 'waits' | 'stocks'> & {
  stocks: readonly Omit<VisitStock, 'passed'>[]
  knownAt: Moment
  arrival: Moment
  timeZone: string
  rhythm: Rhythm
  isVisitDay?(day: number, at: Moment): boolean
}

/** What a visit at a moment is worth, and how many pieces it is expected to put in. */
function expectedVisit({ stocks, knownAt, ...visit }: ExpectedVisit): { value: VisitValue; pieces: number } {
  const { arrival, timeZone, rhythm } = visit
  const passed = arrival > knownAt ? businessBetween(knownAt, arrival, timeZone, rhythm) : 0
  const all = stocks.map((stock) => ({ ...stock, passed }))
  return {
    value: visitValue({ ...visit, stocks: all, waits: waitsAfter(visit) }),
    pieces: Math.round(all.reduce((sum, stock) => sum + Math.max(0, stock.filled - expectedPieces(stock)), 0)),
  }
}
