import { weekdayOf } from '#domain/calendar.ts'
import { type Demand, rateOf, USUAL_SPREAD } from '#domain/forecast/demand.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { readRhythm } from '#domain/forecast/rhythm-text.ts'
import { businessBetween } from '#domain/forecast/unmet.ts'
import type { MachineId, StockPointId } from '#domain/ids.ts'
import type { Figures, Rates } from '#domain/rounds/day.ts'
import { issueLoss, needsVisit } from '#domain/rounds/issue-loss.ts'
import { piecesToPutIn, USUAL_MARGIN } from '#domain/rounds/usual-day.ts'
import {
  type CashBox,
  type Expiring,
  expectedPieces,
  type VisitStock,
  type VisitValue,
  visitValue,
  waitsAfter,
} from '#domain/rounds/visit-value.ts'
import { expiringBy } from '#domain/stock/best-before.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { CASH_DAYS, type Needs, type PlanCash, type PlanIssue, type PlanLots } from './needs.store.ts'
import type { PlanMachine, PlanPoint } from './plan-input.store.ts'

/** The share of cash sales that is lost while the box is full. */
const UNPAID = 0.5

/** A machine that has been silent for longer is switched off rather than selling. */
const MAX_SILENCE = 7 * DAY

/** What happens later makes no difference, and counting business hours over centuries would take seconds for each machine. */
const MAX_FORECAST = 90 * DAY

const NOTHING: VisitValue = { total: 0, parts: { margin: 0, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 }, until: 0, lost: 0 }

export type Valuing = {
  /** Of a machine in `machine`, `point` or both. */
  cash: ReadonlyMap<MachineId, PlanCash>
  issues: ReadonlyMap<MachineId, PlanIssue[]>
  lots: ReadonlyMap<StockPointId, PlanLots>
  /** What a cash box holds, in minor units; null if that is not known. */
  cashBox: number | null
  /** When a machine is visited by an earlier round. */
  visits: ReadonlyMap<MachineId, Moment>
  arrival: Moment
  now: Moment
  timeZone: string
  weekdays: readonly number[]
  /** The end of a day such as 2026-12-03. */
  endOf(day: string): Moment
  rates: Rates
  perPiece: number
  typicalPrice: number
}

/** Needs by machine and stock point. */
export const byMachine = ({ cash, issues, lots }: Needs): Pick<Valuing, 'cash' | 'issues' | 'lots'> => {
  const ofMachine = new Map<MachineId, PlanIssue[]>()
  for (const issue of issues) if (needsVisit(issue)) ofMachine.set(issue.machine, [...(ofMachine.get(issue.machine) ?? []), issue])
  return {
    cash: new Map(cash.map((one) => [one.machine, one])),
    issues: ofMachine,
    lots: new Map(lots.map((one) => [one.point, one])),
  }
}

/** What a visit of a machine at arrival is worth, the pieces to put in, and the figures of its reasons. */
export function valueFor(
  machine: PlanMachine,
  usualCost: number,
  valuing: Valuing,
): { value: VisitValue; pieces: number; figures: Figures } {
  const { arrival, now, timeZone, weekdays } = valuing
  const visitedAt = valuing.visits.get(machine.id)
  const known = machine.rhythm === null ? null : readRhythm(machine.rhythm)
  const rhythm = known ?? EVEN
  const hoursBetween = (from: Moment, until: Moment) => businessBetween(from, Math.min(until, from + MAX_FORECAST), timeZone, rhythm)
  const reportedAt = Math.min(Math.max(machine.heardAt ?? now, now - MAX_SILENCE), now)
  const passed = hoursBetween(Math.min(arrival, visitedAt ?? reportedAt), arrival)
  const stocks = machine.points.flatMap((point) =>
    stockOf(point, machine, {
      passed,
      isFilled: visitedAt !== undefined,
      hoursUntil: (day) => hoursBetween(arrival, valuing.endOf(day)),
      valuing,
    }),
  )
  const issues = visitedAt === undefined ? (valuing.issues.get(machine.id) ?? []) : []
  const cash = cashOf(machine, { passed, isEmptied: visitedAt !== undefined, valuing })
  if (!known && issues.length === 0 && !cash) return { value: NOTHING, pieces: 0, figures: {} }
  const isDrinks = machine.type === 'COFFEE'
  const value = visitValue({
    stocks,
    waits: waitsAfter({ arrival, timeZone, rhythm, isVisitDay: (_, at) => weekdays.includes(weekdayOf(at, timeZone)) }),
    usualCost,
    isDrinks,
    switching: machine.spread?.switching ?? 0,
    ...(cash && { cash }),
    issuesPerDay: lossOf(issues, stocks, isDrinks, valuing.typicalPrice),
  })
  return {
    value,
    pieces: piecesToPutIn(
      stocks.map((stock) => Math.max(0, stock.filled - expectedPieces(stock))),
      isDrinks,
    ),
    figures: {
      ...expiringFigures(stocks),
      ...(cash && { full: (100 * cash.amount) / cash.most }),
      ...(issues.length > 0 && { issues: issues.length }),
    },
  }
}

type DatedStock = VisitStock & { point: StockPointId; bestBefore?: string }
type OfStock = { passed: number; isFilled: boolean; hoursUntil(day: string): number; valuing: Valuing }

function stockOf(
  point: PlanPoint,
  { places, spread }: PlanMachine,
  { passed, isFilled, hoursUntil, valuing: { lots, perPiece, rates } }: OfStock,
): DatedStock[] {
  const [sold = 0, hours = 0, portion = 0] = places?.[point.id] ?? []
  if (hours <= 0 || portion <= 0) return []
  const demand: Demand = { pieces: sold, hours, spread: spread ?? USUAL_SPREAD }
  const most = Math.floor((point.most ?? point.balance) / portion)
  const balance = Math.max(0, Math.floor(point.balance / portion))
  const there = isFilled ? Math.max(balance, most) : balance
  // The purchase price of an ingredient is that of a pack, so drinks have the usual margin.
  const isKnown = point.cost > 0 && portion === 1_000
  const margin = isKnown ? point.price - point.cost : USUAL_MARGIN * point.price
  const dated = isFilled ? undefined : lots.get(point.id)
  const [first] = dated ? expiringBy('9999-12-31', dated.balance, dated.lots) : []
  const cost = isKnown ? point.cost : point.price - USUAL_MARGIN * point.price
  const stock = {
    point: point.id,
    demand,
    pieces: there,
    passed,
    filled: Math.max(there, most),
    margin: Math.max(0, margin - perPiece * rates.perMinute),
  }
  if (!first) return [stock]
  // Of several dates only the earliest counts. What is sold until arrival is sold from it first.
  const { bestBefore, quantity } = first
  const expiring: Expiring = {
    pieces: Math.max(0, quantity / portion - (there - expectedPieces(stock))),
    hours: hoursUntil(bestBefore),
    cost,
  }
  return [expiring.pieces > 0 ? { ...stock, bestBefore, expiring } : stock]
}

/** Null: the amount, or what the box holds, is not known. */
function cashOf(
  { id }: PlanMachine,
  { passed, isEmptied, valuing: { cash, cashBox } }: Omit<OfStock, 'isFilled' | 'hoursUntil'> & { isEmptied: boolean },
): CashBox | null {
  const known = cash.get(id)
  if (!known || !cashBox) return null
  const perHour = known.sold / (CASH_DAYS * 24)
  return { amount: (isEmptied ? 0 : known.amount) + perHour * passed, most: cashBox, perHour, lost: UNPAID }
}

function lossOf(issues: readonly PlanIssue[], stocks: readonly DatedStock[], isDrinks: boolean, price: number): number {
  if (issues.length === 0) return 0
  const earned = new Map(stocks.map(({ point, demand, margin }) => [point, 24 * rateOf(demand) * margin]))
  const all = [...earned.values()]
  // Each drink is sold once, whatever it is made of.
  const margin = isDrinks ? Math.max(0, ...all) : all.reduce((sum, one) => sum + one, 0)
  const open = issues.map((issue) => ({ ...issue, slotMargin: issue.point === null ? null : (earned.get(issue.point) ?? null) }))
  return issueLoss(open, { margin, price })
}

function expiringFigures(stocks: readonly DatedStock[]): Figures {
  const dated = stocks.filter(({ bestBefore }) => bestBefore !== undefined)
  const [expires] = dated.map(({ bestBefore = '' }) => bestBefore).toSorted()
  if (expires === undefined) return {}
  return {
    expires,
    expiring: dated.filter(({ bestBefore }) => bestBefore === expires).reduce((sum, { expiring }) => sum + (expiring?.pieces ?? 0), 0),
  }
}
