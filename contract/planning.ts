import * as v from 'valibot'
import { hasDecimals } from '#domain/products/product-limits.ts'
import { PLANNING_LIMITS, USUAL_PLANNING } from '#domain/rounds/planning.ts'
import { type ShiftMistake, type ShiftTimes, shiftMistake } from '#domain/rounds/shift.ts'
import { DAY_MINUTES } from '#domain/time-of-day.ts'
import { endpoint } from './endpoint.ts'
import { Integer, line } from './fields.ts'
import { MAX_ADDRESS_LENGTH } from './machines.ts'
import { Coordinates, inCurrency, inDegrees, inMinutes, Minutes, Money } from './units.ts'

const whole = (least: number, most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most))
const decimal = (most: number, decimals: number, unit: typeof inCurrency) =>
  v.nullable(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(most),
      v.check((value) => hasDecimals(value, decimals), `must have ${decimals} decimals at most`),
      unit,
    ),
  )

/** Where people start and end their rounds. */
export const RoundStart = v.object({
  address: v.nullable(line(MAX_ADDRESS_LENGTH)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), inDegrees),
  lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), inDegrees),
})

const HOURS = {
  worksFrom: whole(0, DAY_MINUTES - 1),
  worksUntil: whole(1, DAY_MINUTES),
  pauseFrom: whole(0, DAY_MINUTES - 1),
  pauseMinutes: whole(0, PLANNING_LIMITS.pause),
}

const isRight = (hours: ShiftTimes, mistake: ShiftMistake): boolean => shiftMistake(hours) !== mistake

/** Minutes of the day. A `worksUntil` that is not after `worksFrom` is on the following day. */
export const WorkingHours = v.pipe(
  v.object(HOURS),
  v.forward(
    v.check((hours) => isRight(hours, 'noTime'), 'noTime'),
    ['worksUntil'],
  ),
  v.forward(
    v.check((hours) => isRight(hours, 'tooLong'), 'tooLong'),
    ['worksUntil'],
  ),
  v.forward(
    v.check((hours) => isRight(hours, 'outsideHours'), 'outsideHours'),
    ['pauseFrom'],
  ),
)
export type WorkingHours = v.InferOutput<typeof WorkingHours>

/** 1 is Monday. */
export const Weekdays = v.pipe(
  v.array(whole(1, 7)),
  v.minLength(1, 'required'),
  v.maxLength(7),
  v.check((days) => new Set(days).size === days.length, 'each day once'),
)

/**
 * `worksFrom`, `worksUntil` and `pauseFrom`: minutes of the day, of the following day for a shift across midnight. `weekdays`: the days on which people work. `hourCost`,
 * `kilometreCost` and `cashBoxAmount`, which a cash box holds, are in the company's currency. Null: derived, see `derived` of the response.
 * `isNightly`: drafts of the next `nightlyDays` working days are planned every night.
 */
export const PlanningSettings = v.pipe(
  v.object({
    ...HOURS,
    weekdays: Weekdays,
    hourCost: decimal(PLANNING_LIMITS.cost, 3, inCurrency),
    kilometreCost: decimal(PLANNING_LIMITS.cost, 4, inCurrency),
    minutesAtMachine: decimal(PLANNING_LIMITS.atMachine, 1, inMinutes),
    minutesPerPiece: decimal(PLANNING_LIMITS.perPiece, 3, inMinutes),
    start: v.nullable(RoundStart),
    cashBoxAmount: decimal(PLANNING_LIMITS.cost, 3, inCurrency),
    isNightly: v.boolean(),
    nightlyDays: whole(1, PLANNING_LIMITS.days),
  }),
  v.forward(
    v.check((hours) => isRight(hours, 'noTime'), 'noTime'),
    ['worksUntil'],
  ),
  v.forward(
    v.check((hours) => isRight(hours, 'tooLong'), 'tooLong'),
    ['worksUntil'],
  ),
  v.forward(
    v.check((hours) => isRight(hours, 'outsideHours'), 'outsideHours'),
    ['pauseFrom'],
  ),
)
export type PlanningSettings = v.InferOutput<typeof PlanningSettings>

export const UNCHANGED_PLANNING: PlanningSettings = USUAL_PLANNING

/**
 * What the planner uses for settings that are null. `visits`: from how many visits the minutes are learned; 0: usual minutes. `start`: the
 * middle of the machines. `cashBoxAmount`: the largest amounts collected so far; null if there were too few collections.
 */
const Derived = v.object({
  hourCost: Money,
  kilometreCost: Money,
  minutesAtMachine: Minutes,
  minutesPerPiece: Minutes,
  visits: Integer,
  start: v.nullable(Coordinates),
  cashBoxAmount: v.nullable(Money),
})

const Planning = v.object({ settings: PlanningSettings, derived: Derived })
export type Planning = v.InferOutput<typeof Planning>

export const planningSettings = endpoint({
  name: 'planningSettings',
  method: 'GET',
  path: '/rounds/settings',
  who: 'manager',
  summary: 'Retrieve how rounds are planned, and the figures that are used for empty settings',
  answer: Planning,
})

export const changePlanningSettings = endpoint({
  name: 'changePlanningSettings',
  method: 'PUT',
  path: '/rounds/settings',
  who: 'manager',
  summary: 'Set how rounds are planned; drafts stay until they are planned again',
  body: PlanningSettings,
  answer: Planning,
  keyed: true,
})
