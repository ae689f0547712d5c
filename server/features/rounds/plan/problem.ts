import { type Demand, USUAL_SPREAD } from '#domain/forecast/demand.ts'
import { readRhythm } from '#domain/forecast/rhythm-text.ts'
import { businessBetween, soldOf } from '#domain/forecast/unmet.ts'
import type { Position } from '#domain/machines/distance.ts'
import type { DayMachine, DayProblem, Rates } from '#domain/rounds/day.ts'
import type { TravelTable } from '#domain/rounds/travel.ts'
import { usualCosts } from '#domain/rounds/usual-cost.ts'
import { type VisitStock, type VisitValue, visitValue, waitsAfter } from '#domain/rounds/visit-value.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import type { KeptStop, PlanMachine, PlanPerson, PlanPoint } from './plan-input.store.ts'

/** The day of a person, in minutes, and the minutes at a machine. */
const WORKS = { from: 8 * 60, to: 16 * 60 + 30 }
const PAUSE = { from: 12 * 60, minutes: 30 }
const MINUTES = { fixed: 7, perPiece: 0.1 }
/** An hour of work and a kilometre in typical sale prices, which have the same order of magnitude in every currency. */
const [HOUR_IN_PRICES, KILOMETRE_IN_PRICES] = [20, 0.25]
/** The margin of a product without a known purchase price, as a share of its price. */
const USUAL_MARGIN = 0.5
const NOON = 12 * HOUR

export type PlanInput = {
  /** Between the places of `placesOf`. */
  travel: TravelTable
  people: readonly PlanPerson[]
  machines: readonly PlanMachine[]
  kept: readonly KeptStop[]
  startsAt: Moment
  now: Moment
  timeZone: string
}

const NOTHING: VisitValue = { total: 0, parts: { margin: 0, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 }, until: 0, lost: 0 }

/** The places of the machines, and last the one from which people start: the middle of the company's machines. */
export function placesOf(machines: readonly Pick<PlanMachine, 'lat' | 'lng'>[]): (Position | null)[] {
  const places = machines.map(({ lat, lng }) => (lat === null || lng === null ? null : { lat, lng }))
  return [...places, middleOf(places.filter((place) => place !== null))]
}

/** The day as a problem of the planner. Machines without a forecast have no value. */
export function problemOf(input: PlanInput): DayProblem {
  const { people, machines, kept, travel } = input
  const start = machines.length
  const rates = ratesFor(machines)
  const usual = usualCosts({ travel, rates, machines: machines.map((_, place) => ({ place, minutes: MINUTES })), starts: [start] })
  const fixed = new Map(kept.filter(({ isRemoved }) => !isRemoved).map(({ machine, user }) => [machine, user]))
  const planned = new Set(people.map(({ id }) => id))
  return {
    travel,
    rates,
    people: people.map(({ id, isManager, machines: own }) => {
      const [assigned, refused] = [new Set(own.map(String)), new Set<string>()]
      for (const stop of kept) if (stop.isRemoved && stop.user === id) refused.add(String(stop.machine))
      return {
        id: String(id),
        start,
        end: start,
        works: WORKS,
        pause: PAUSE,
        mayServe: (machine) => (isManager || assigned.has(machine)) && !refused.has(machine),
      }
    }),
    machines: machines.flatMap((machine, place): DayMachine[] => {
      const user = fixed.get(machine.id)
      // It is on another round of the day.
      if (user !== undefined && !planned.has(user)) return []
      const { value, pieces } = valueFor(machine, { ...input, rates, usualCost: usual[place] ?? 0 })
      return [{ id: String(machine.id), place, value, pieces, minutes: MINUTES, ...(user !== undefined && { fixedTo: String(user) }) }]
    }),
  }
}

type Valuing = PlanInput & { rates: Rates; usualCost: number }

function valueFor(machine: PlanMachine, { startsAt, now, timeZone, rates, usualCost }: Valuing): { value: VisitValue; pieces: number } {
  const rhythm = machine.rhythm === null ? null : readRhythm(machine.rhythm)
  if (!rhythm) return { value: NOTHING, pieces: 0 }
  const arrival = Math.max(startsAt + NOON, now)
  const passed = businessBetween(now, arrival, timeZone, rhythm)
  const stocks = machine.points.flatMap((point) => stockOf(point, machine, { passed, handling: MINUTES.perPiece * rates.perMinute }))
  const value = visitValue({ stocks, waits: waitsAfter({ arrival, timeZone, rhythm }), usualCost, isDrinks: machine.type === 'COFFEE' })
  return { value, pieces: Math.round(stocks.reduce((sum, { pieces, filled }) => sum + filled - pieces, 0)) }
}

function stockOf(
  point: PlanPoint,
  { places, spread }: PlanMachine,
  { passed, handling }: { passed: number; handling: number },
): VisitStock[] {
  const [sold = 0, hours = 0, portion = 0] = places?.[point.id] ?? []
  if (hours <= 0 || portion <= 0) return []
  const demand: Demand = { pieces: sold, hours, spread: spread ?? USUAL_SPREAD }
  const there = Math.max(0, Math.floor(point.balance / portion))
  const pieces = there - soldOf(demand, there, passed)
  const filled = Math.max(pieces, Math.floor((point.most ?? point.balance) / portion))
  // The purchase price of an ingredient is that of a pack, so drinks have the usual margin.
  const isKnown = point.cost > 0 && portion === 1_000
  const margin = isKnown ? point.price - point.cost : USUAL_MARGIN * point.price
  return [{ demand, pieces, filled, margin: Math.max(0, margin - handling) }]
}

function ratesFor(machines: readonly PlanMachine[]): Rates {
  const prices = machines.flatMap(({ points }) => points.map(({ price }) => price).filter((price) => price > 0))
  const typical = middle(prices) ?? 0
  return { perMinute: (HOUR_IN_PRICES * typical) / 60, perKilometre: KILOMETRE_IN_PRICES * typical }
}

const middleOf = (places: readonly { lat: number; lng: number }[]) => {
  const [lat, lng] = [middle(places.map((place) => place.lat)), middle(places.map((place) => place.lng))]
  return lat === undefined || lng === undefined ? null : { lat, lng }
}

const middle = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
