import type { Task } from './round.ts'
import type { TravelTable } from './travel.ts'
import type { VisitValue } from './visit-value.ts'

/** Minutes since the begin of the day, in the time zone of the day; more than a day for a shift across midnight. */
export type DayHours = { from: number; to: number }
/** Money in minor units. */
export type Rates = { perMinute: number; perKilometre: number }

/** `start`, `end` and `place` are indices of the table of ways. */
export type DayPerson = {
  id: string
  start: number
  end: number
  works: DayHours
  /** A break: when it starts, and how many minutes it lasts. */
  pause?: { from: number; minutes: number }
  /** Pieces that the van holds. */
  capacity?: number
  mayServe?(machine: string): boolean
  /** Has left already, so visits begin as early as possible. */
  isOnTheWay?: boolean
}

export type DayMachine = {
  id: string
  place: number
  value: VisitValue
  /** Figures of its reasons that are not money, such as the pieces that expire. */
  figures?: Figures
  /** Pieces to put in. */
  pieces: number
  minutes: { fixed: number; perPiece: number }
  /** When the site is open on that day; empty if it is closed. */
  opens?: readonly DayHours[]
  lastVisit?: { daysAgo: number; least: number }
  /** The person on whose round it stays. */
  fixedTo?: string
}

export type Figures = Readonly<Record<string, number | string>>

export type DayProblem = { people: readonly DayPerson[]; machines: readonly DayMachine[]; travel: TravelTable; rates: Rates }

export const WHY = ['PINNED', 'MARGIN', 'SERVICE', 'EXPIRING', 'CASH', 'ISSUES', 'DUE'] as const
/** Why a machine is visited: the largest part of its value, in money, and what leaving it out would save. */
export type Why = {
  code: (typeof WHY)[number]
  amount: number
  value: number
  cost: number
  minutes: number
  lost: number
  until: number
  figures: Figures
}

export const WHY_NOT = ['NOT_ALLOWED', 'CLOSED', 'RECENT', 'NO_NEED', 'NOT_WORTH', 'NO_TIME', 'VAN_FULL'] as const
export type WhyNot =
  | { code: 'NOT_ALLOWED' | 'CLOSED' }
  | { code: 'RECENT'; daysAgo: number; least: number }
  | { code: 'NO_NEED'; until: number }
  /** `cost` and `minutes`: what the cheapest place in a round would add. */
  | { code: 'NOT_WORTH' | 'NO_TIME'; value: number; cost: number; minutes: number }
  | { code: 'VAN_FULL'; value: number; pieces: number }

type PlannedStop = {
  machine: string
  /** Way from the place before. */
  driveMinutes: number
  metres: number
  arrives: number
  begins: number
  ends: number
  pieces: number
  tasks: Task[]
  why: Why
}

export type PlannedRound = {
  person: string
  stops: PlannedStop[]
  leaves: number
  returns: number
  /** Paid minutes, without the pause. */
  minutes: number
  metres: number
  pieces: number
  /** Of all visits, and what ways and visits cost beyond the direct way from start to end. */
  value: number
  cost: number
  /** `value - cost`. */
  saved: number
  /** Minutes beyond the working hours, if stops that are fixed do not fit. */
  overtime: number
}

export type DayPlan = { rounds: PlannedRound[]; leftOut: { machine: string; whyNot: WhyNot }[]; saved: number }

/**
 * Working time without the pause, which may interrupt a way or a visit. In it ways and visits take as long at every time of the day. A visit that
 * would begin at the pause begins after it.
 */
export const clockOf = ({ pause }: Pick<DayPerson, 'pause'>) => {
  const { from, minutes } = pause ?? { from: Number.POSITIVE_INFINITY, minutes: 0 }
  return {
    worked: (at: number): number => (at <= from ? at : Math.max(from, at - minutes)),
    begins: (worked: number): number => (worked < from ? worked : worked + minutes),
    ends: (worked: number): number => (worked <= from ? worked : worked + minutes),
  }
}

export const minutesAt = ({ minutes, pieces }: DayMachine): number => minutes.fixed + minutes.perPiece * pieces
/** Pieces are put in at some visit in any case, so the minutes for them are no cost of this visit. */
export const fixedCostOf = ({ minutes }: Pick<DayMachine, 'minutes'>, { perMinute }: Rates): number => minutes.fixed * perMinute

export function wayOf({ travel, rates }: DayProblem, from: number, to: number): { minutes: number; metres: number; cost: number } {
  const minutes = travel.minutes[from]?.[to]
  const metres = travel.metres[from]?.[to]
  if (minutes === undefined || metres === undefined) throw new RangeError(`no way from ${from} to ${to}`)
  return { minutes, metres, cost: minutes * rates.perMinute + (metres / 1_000) * rates.perKilometre }
}
