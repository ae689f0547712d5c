import * as v from 'valibot'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { endpoint } from './endpoint.ts'

/** One of the latest sales. `type` is a `TransactionType`, or another value of the machine. */
export const LatestSale = v.object({
  id: v.string(),
  created: v.string(),
  amount: v.number(),
  type: v.string(),
  slotNumber: v.string(),
  product: v.nullable(v.object({ name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE') })),
  machine: v.object({ id: v.number(), name: v.string() }),
  employeeCardIdentifier: v.nullable(v.string()),
})
export type LatestSale = v.InferOutput<typeof LatestSale>

/**
 * Today's figures. The day is compared to the same weekday a week ago until this time, the month to as many days of the same weekdays four
 * or five weeks ago, and the year to last year until this date; all in the company's own days.
 */
export const DashboardLive = v.object({
  revenueToday: v.number(),
  revenueTodayPrevious: v.number(),
  revenueMonth: v.number(),
  revenueMonthPrevious: v.number(),
  revenueYear: v.number(),
  revenueYearPrevious: v.number(),
  cashInMachines: v.number(),
  onlineMachinesCount: v.number(),
  allMachinesCount: v.number(),
  refilledTodayCount: v.number(),
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
  revenueHistory: v.array(v.object({ date: v.string(), revenue: v.number() })),
  topMachines: v.array(
    v.object({ id: v.number(), name: v.string(), type: v.fallback(v.picklist(MACHINE_TYPES), 'SNACK'), revenue: v.number() }),
  ),
  topProducts: v.array(v.object({ id: v.number(), name: v.string(), type: v.fallback(v.picklist(PACKAGINGS), 'PIECE'), sold: v.number() })),
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
