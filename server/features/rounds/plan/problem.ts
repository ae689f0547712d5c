import type { PlanningSettings } from '#contract/planning.ts'
import { weekdayOf } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import type { Position } from '#domain/machines/distance.ts'
import { opensFrom } from '#domain/machines/opening-hours.ts'
import type { DayMachine, DayProblem, Rates } from '#domain/rounds/day.ts'
import { HOUR_IN_PRICES, KILOMETRE_IN_PRICES } from '#domain/rounds/planning.ts'
import { shiftOf } from '#domain/rounds/shift.ts'
import { median, middleOf, type TravelTable } from '#domain/rounds/travel.ts'
import { usualCosts } from '#domain/rounds/usual-cost.ts'
import type { Moment } from '#domain/time.ts'
import type { Needs } from './needs.store.ts'
import { type FixedStop, type PlanMachine, type PlanPerson, VISITED_AFTER } from './plan-input.store.ts'
import { byMachine, type Valuing, valueFor } from './visit-state.ts'

type PlanInput = {
  settings: PlanningSettings
  /** Used if the settings have none. */
  learnt: { fixed: number; perPiece: number }
  /** Minor units in one unit of the currency. */
  minorUnits: number
  /** Between the places of `placesOf`. */
  travel: TravelTable
  /** Those who do not work on the day keep only what a manager gave them. */
  people: readonly (PlanPerson & { works: boolean })[]
  machines: readonly PlanMachine[]
  kept: readonly FixedStop[]
  /** Machines of past rounds, in the order of their visits. */
  past: readonly (readonly MachineId[])[]
  needs: Needs
  startsAt: Moment
} & Pick<Valuing, 'now' | 'timeZone' | 'visits' | 'endOf'>

type Placed = Pick<PlanMachine, 'lat' | 'lng'>

/** The places of the machines, then the one from which people start, and then those of people with a start of their own, in their order. */
export function placesOf(
  machines: readonly Placed[],
  start: Position | null,
  people: readonly Pick<PlanPerson, 'own'>[],
): (Position | null)[] {
  return [...machines.map(placeOf), start ?? middleOfMachines(machines), ...people.flatMap(({ own }) => own.start ?? [])]
}

const placeOf = ({ lat, lng }: Placed): Position | null => (lat === null || lng === null ? null : { lat, lng })

/** The day as a problem of the planner. Machines without a forecast or another need have no value. */
export function problemOf(input: PlanInput): DayProblem {
  const { people, machines, kept, travel, settings, learnt, needs, now, timeZone, visits, endOf } = input
  const start = machines.length
  const weekday = weekdayOf(input.startsAt, timeZone)
  const typicalPrice = typicalPriceOf(machines)
  const rates = ratesOf(settings, typicalPrice, input.minorUnits)
  const minutes = { fixed: settings.minutesAtMachine ?? learnt.fixed, perPiece: settings.minutesPerPiece ?? learnt.perPiece }
  const placeAt = new Map(machines.map(({ id }, place) => [id, place]))
  const usual = usualCosts({
    travel,
    rates,
    machines: machines.map((_, place) => ({ place, minutes })),
    starts: [start],
    past: input.past.map((round) => [start, ...round.flatMap((id) => placeAt.get(id) ?? []), start]),
  })
  const fixed = new Map(kept.filter(({ isRemoved }) => !isRemoved).map(({ machine, user }) => [machine, user]))
  const planned = new Set(people.map(({ id }) => id))
  const { weekdays, cashBoxAmount } = settings
  const ownStarts = people.filter(({ own }) => own.start)
  const shifts = new Map(people.map(({ id, own }) => [id, shiftOf(own.hours ?? settings)]))
  const until = Math.max(...[...shifts.values()].map(({ works }) => works.to))
  const valuing: Valuing = {
    ...byMachine(needs),
    cashBox: cashBoxAmount === null ? needs.cashBox : cashBoxAmount * input.minorUnits,
    arrival: Math.max(input.startsAt + VISITED_AFTER, now),
    perPiece: minutes.perPiece,
    ...{ now, timeZone, visits, endOf, weekdays, rates, typicalPrice },
  }
  return {
    travel,
    rates,
    people: people.map((person) => {
      const { id, isManager, maxPieces, own } = person
      const [assigned, refused] = [new Set(person.machines.map(String)), new Set<string>()]
      for (const stop of kept) if (stop.isRemoved && stop.user === id) refused.add(String(stop.machine))
      const { works, pause } = shifts.get(id) ?? shiftOf(settings)
      const place = own.start ? start + 1 + ownStarts.indexOf(person) : start
      return {
        id: String(id),
        start: place,
        end: place,
        works,
        ...(pause && { pause }),
        ...(maxPieces !== null && { capacity: maxPieces }),
        mayServe: (machine) =>
          (person.works || fixed.get(Number(machine)) === id) && (isManager || assigned.has(machine)) && !refused.has(machine),
      }
    }),
    machines: machines.flatMap((machine, place): DayMachine[] => {
      const user = fixed.get(machine.id)
      // It is on another round of the day.
      if (user !== undefined && !planned.has(user)) return []
      const worth = valueFor(machine, usual[place] ?? 0, valuing)
      const opens = opensFrom(machine.openingHours, weekday, until)
      return [
        {
          ...{ id: String(machine.id), place, minutes },
          ...worth,
          ...(opens !== undefined && { opens }),
          ...(user !== undefined && { fixedTo: String(user) }),
        },
      ]
    }),
  }
}

/** In minor units, net of tax. */
export function typicalPriceOf(machines: readonly Pick<PlanMachine, 'points'>[]): number {
  return median(machines.flatMap(({ points }) => points.map(({ price }) => price).filter((price) => price > 0))) ?? 0
}

/** Minor units; costs that are not set are typical prices times a factor. */
export const ratesOf = (
  { hourCost, kilometreCost }: Pick<PlanningSettings, 'hourCost' | 'kilometreCost'>,
  typicalPrice: number,
  minorUnits: number,
): Rates => ({
  perMinute: (hourCost === null ? HOUR_IN_PRICES * typicalPrice : hourCost * minorUnits) / 60,
  perKilometre: kilometreCost === null ? KILOMETRE_IN_PRICES * typicalPrice : kilometreCost * minorUnits,
})

/** The middle of the machines. */
export const middleOfMachines = (machines: readonly Placed[]): Position | null =>
  middleOf(machines.map(placeOf).filter((place) => place !== null))
