import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { ACTION_REASONS } from '#domain/machines/needs-action.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { endpoint } from './endpoint.ts'
import { DateOnly, DateTime, Integer } from './fields.ts'
import { Money } from './units.ts'

/** One of the latest sales. `type` is a `TransactionType`, or another value of the machine. */
export const LatestSale = v.object({
  id: v.string(),
  created: DateTime,
  amount: Money,
  type: v.string(),
  slotNumber: v.string(),
  product: v.nullable(v.object({ name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE') })),
  machine: v.object({ id: Integer, name: v.string() }),
  employeeCardIdentifier: v.nullable(v.string()),
})
export type LatestSale = v.InferOutput<typeof LatestSale>

/**
 * Today's figures. The day is compared to the same weekday a week ago until this time, the month to as many days of the same weekdays four
 * or five weeks ago, and the year to last year until this date; all in the company's own days.
 */
export const DashboardLive = v.object({
  revenueToday: Money,
  revenueTodayPrevious: Money,
  revenueMonth: Money,
  revenueMonthPrevious: Money,
  revenueYear: Money,
  revenueYearPrevious: Money,
  cashInMachines: Money,
  onlineMachinesCount: Integer,
  allMachinesCount: Integer,
  refilledTodayCount: Integer,
  transactions: v.array(LatestSale),
})
export type DashboardLive = v.InferOutput<typeof DashboardLive>

export const dashboardLive = endpoint({
  name: 'dashboardLive',
  method: 'GET',
  path: '/dashboard/live',
  who: 'manager',
  summary: 'Retrieve the sales of today, this month and this year, the machine status, and the latest sales',
  answer: DashboardLive,
})

/** `date` is a day of the company; days without sales are included. */
export const DashboardLongTerm = v.object({
  revenueHistory: v.array(v.object({ date: DateOnly, revenue: Money })),
  topMachines: v.array(v.object({ id: Integer, name: v.string(), type: v.fallback(v.picklist(MACHINE_TYPES), 'SNACK'), revenue: Money })),
  topProducts: v.array(v.object({ id: Integer, name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE'), sold: Money })),
})
export type DashboardLongTerm = v.InferOutput<typeof DashboardLongTerm>

export const dashboardLongTerm = endpoint({
  name: 'dashboardLongTerm',
  method: 'GET',
  path: '/dashboard/ltr',
  who: 'manager',
  summary: 'Retrieve the sales of each of the last 30 days, and the best machines and products of the last 7',
  answer: DashboardLongTerm,
})

/**
 * An hour of the company's day, which has 23 to 25 of them. `sold` is null before it begins; `low`, `median` and `high` are the 10th, 50th
 * and 90th percentile of the same hour on the last same weekdays, null if there are too few. `stopped`: machines that were stopped in it.
 */
export const TodayHour = v.object({
  from: DateTime,
  until: DateTime,
  sold: v.nullable(Money),
  low: v.nullable(Money),
  median: v.nullable(Money),
  high: v.nullable(Money),
  stopped: Integer,
})
export type TodayHour = v.InferOutput<typeof TodayHour>

/** A machine that needs action, for its most important reason; `others` counts the other reasons. */
export const NeedsAction = v.object({
  machine: v.object({
    id: Integer,
    name: v.string(),
    type: v.fallback(v.picklist(MACHINE_TYPES), 'SNACK'),
    state: v.fallback(v.picklist(MACHINE_STATES), 'UNKNOWN'),
  }),
  reason: v.picklist(ACTION_REASONS),
  /** The alert, the cause of the state, or the kind of the reported problem; null for the other reasons, or if unknown. */
  code: v.nullable(v.string()),
  /** Empty slots, alerts or reports of this reason. */
  count: Integer,
  since: v.nullable(DateTime),
  others: Integer,
  /** An estimate for the current hour; null if unknown. */
  lossPerHour: v.nullable(Money),
  assigned: v.array(v.object({ userId: Integer, name: v.string() })),
  /** Whether one of its devices accepts commands. */
  canRestart: v.boolean(),
})
export type NeedsAction = v.InferOutput<typeof NeedsAction>

/**
 * What is wrong, what it costs, and who works on it. `soldUsually` is the median of the same weekdays until the same minute. `lost` is an
 * estimate: the average sales of each machine on this weekday and hour, times the time in which it was down, or the share of its slots that
 * were empty. Both are null if they cannot be known.
 */
export const DashboardToday = v.object({
  day: DateOnly,
  now: DateTime,
  /** The number of same weekdays in the comparison: at most 8, 0 if there are fewer than 3. */
  comparedDays: Integer,
  hours: v.array(TodayHour),
  sold: Money,
  soldUsually: v.nullable(Money),
  lost: v.nullable(Money),
  /** Machines that sell nothing: stopped, or with an alert that they have not sold for a day. */
  down: Integer,
  toReview: Integer,
  /** The first machines that need action, the highest loss first, and how many there are. */
  needsAction: v.array(NeedsAction),
  needsActionCount: Integer,
})
export type DashboardToday = v.InferOutput<typeof DashboardToday>

export const dashboardToday = endpoint({
  name: 'dashboardToday',
  method: 'GET',
  path: '/dashboard/today',
  who: 'manager',
  summary:
    "Retrieve today's sales by hour next to those of the same weekdays, and the machines that need action with their estimated losses",
  answer: DashboardToday,
})
