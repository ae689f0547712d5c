import type { DayPlan, DayProblem, Rates } from '#domain/rounds/day.ts'
import type { VisitValue } from '#domain/rounds/visit-value.ts'
import type { Fleet } from './fleet.ts'
import type { SimMachine } from './world.ts'

export type Team = { people: number; iterations: number }
/** `name`: with its parameter. A policy that remembers anything is for one company only. */
export type Policy = { family: string; name: string; plan(fleet: Fleet, day: number, team: Team): DayPlan }

/** A machine that could be visited, what that is worth, and how many pieces it is expected to take. */
export type Wish = { machine: number; value: VisitValue; pieces: number }

/** 27.00 an hour and 0.35 a kilometre. */
export const RATES: Rates = { perMinute: 45, perKilometre: 35 }
export const MINUTES = { fixed: 8, perPiece: 0.1 }
const WORKS = { from: 7 * 60, to: 15 * 60 + 30 }
const PAUSE = { from: 12 * 60, minutes: 30 }

/** The day of all people. Machines at closed sites cannot be visited. */
export function problemOf({ world: { machines, travel, start } }: Fleet, day: number, people: number, wishes: readonly Wish[]): DayProblem {
  return {
    people: Array.from({ length: people }, (_, person) => ({ id: `${person}`, start, end: start, works: WORKS, pause: PAUSE })),
    machines: wishes.flatMap(({ machine, value, pieces }) => {
      const { opens, closed } = machines[machine] as SimMachine
      return closed[day] ? [] : [{ id: `${machine}`, place: machine, value, pieces, minutes: MINUTES, opens: [opens] }]
    }),
    travel,
    rates: RATES,
  }
}

export const searchFor = (day: number, { iterations }: Team) => ({ seed: day, isOver: (done: number) => done >= iterations })
