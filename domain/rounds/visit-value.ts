import { type Demand, rateOf } from '../forecast/demand.ts'
import type { Rhythm } from '../forecast/rhythm.ts'
import { aDayLater, businessBetween, soldOf, unmet } from '../forecast/unmet.ts'
import type { Moment } from '../time.ts'

/** Money is in minor units of the company's currency, with fractions. */
export type VisitState = {
  stocks: readonly VisitStock[]
  /** Later moments at which the machine could be visited, in order, the first one being the next opportunity. */
  waits: readonly Wait[]
  /** What a visit of this machine usually costs: its way and the minutes that do not depend on pieces. */
  usualCost: number
  /** A drink is lost once, whichever of its ingredients is missing, so only the largest loss counts. */
  isDrinks?: boolean
  /** The share of customers who take something else (domain/forecast/switching.ts). */
  switching?: number
  cash?: CashBox
  /** What open issues lose a day. */
  issuesPerDay?: number
  /** The weight of a piece that a customer does not get, in addition to its margin. */
  perMissingPiece?: number
}

/**
 * `pieces`: at the last report, `passed` average business hours before arrival; `filled`: after the visit. `margin`: of a piece, after the cost of
 * putting it in.
 */
export type VisitStock = { demand: Demand; pieces: number; passed?: number; filled: number; margin: number; expiring?: Expiring }
/** Pieces that expire after `hours` business hours; `cost`: of each piece. */
export type Expiring = { pieces: number; hours: number; cost: number }
/** Amounts in the box at arrival and at most, the amount of an average business hour, and the share of it that is lost when the box is full. */
export type CashBox = { amount: number; most: number; perHour: number; lost: number }
/** `hours`: business hours between arrival and then; `days`: of the calendar. */
export type Wait = { at: Moment; hours: number; days: number }

/** What waiting loses, by cause. `due`: the visit has to be made soon anyway, so the cost of that visit is saved. */
type ValueParts = { margin: number; service: number; expiring: number; cash: number; issues: number; due: number }
/** `until`: the next likely visit without one today. `lost`: pieces that customers do not get until then. */
export type VisitValue = { total: number; parts: ValueParts; until: Moment; lost: number }

type Losses = Omit<ValueParts, 'due'> & { lost: number; sum: number }

/**
 * What a visit now is worth. Without one, the machine waits until the day on which its losses, less the cost of visits that waiting saves, are
 * least; with one, it waits in the same way with a full machine. The value is the difference. The cost of visits per hour is that of the best
 * regular rhythm of visits (renewal reward), so a full machine is worth nothing and the value only grows while stock declines.
 */
export function visitValue(state: VisitState): VisitValue {
  const { waits, usualCost } = state
  const losses = waits.map((wait) => ({ wait, now: lossesUntil(wait, state, false), visited: lossesUntil(wait, state, true) }))
  const [first] = losses
  if (!first) throw new RangeError('no later visit')
  const perHour = Math.min(...losses.map(({ wait, visited }) => (usualCost + visited.sum) / Math.max(wait.hours, SHORTEST)))
  const after = (loss: number, { hours }: Wait) => loss - perHour * hours
  const next = least(losses, ({ wait, now }) => after(now.sum, wait))
  const later = least(losses, ({ wait, visited }) => after(visited.sum, wait))
  const gainOf = (part: keyof Losses) => Math.max(0, next.now[part] - next.visited[part])
  const parts = {
    margin: gainOf('margin'),
    service: gainOf('service'),
    expiring: gainOf('expiring'),
    cash: gainOf('cash'),
    issues: gainOf('issues'),
    due: Math.max(0, after(next.visited.sum, next.wait) - after(later.visited.sum, later.wait)),
  }
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0)
  return { total, parts, until: next.wait.at, lost: gainOf('lost') }
}

/** Business hours of a wait during which the machine sells nothing. */
const SHORTEST = 0.1

function lossesUntil({ hours, days }: Wait, state: VisitState, isVisited: boolean): Losses {
  const { stocks, isDrinks = false, cash, issuesPerDay = 0, perMissingPiece = 0 } = state
  let [lost, margin, expiring] = [0, 0, 0]
  for (const stock of stocks) {
    const missing = isVisited ? missed(stock.demand, Math.max(stock.filled, stock.pieces), 0, hours) : missedUnvisited(stock, hours)
    const money = missing * Math.max(0, stock.margin)
    lost = isDrinks ? Math.max(lost, missing) : lost + missing
    margin = isDrinks ? Math.max(margin, money) : margin + money
    if (!isVisited) expiring += expired(stock, hours)
  }
  const left = 1 - switched(lost, hours, state)
  lost *= left
  margin *= left
  const service = lost * perMissingPiece
  const full = cash ? cash.lost * Math.max(0, (isVisited ? 0 : cash.amount) + cash.perHour * hours - cash.most) : 0
  const issues = isVisited ? 0 : issuesPerDay * days
  return { lost, margin, service, expiring, cash: full, issues, sum: margin + service + expiring + full + issues }
}

/** Estimates beyond this are rarely right, and would make losses appear small. */
const MAX_SWITCHING = 0.5

/** The share of missing pieces that is sold as something else: less, the more of the machine is sold out. */
function switched(missing: number, hours: number, { stocks, switching = 0 }: VisitState): number {
  const wanted = stocks.reduce((sum, { demand }) => sum + rateOf(demand), 0) * hours
  if (switching <= 0 || wanted <= 0) return 0
  const [share, out] = [Math.min(switching, MAX_SWITCHING), Math.min(1, missing / wanted)]
  return (share * (1 - out)) / (1 - share * out)
}

const missedUnvisited = ({ demand, pieces, passed = 0 }: VisitStock, hours: number): number => missed(demand, pieces, passed, hours)

/** Unmet demand of the hours after those that have passed. The stock need not be whole. */
function missed(demand: Demand, pieces: number, passed: number, hours: number): number {
  const there = Math.max(0, pieces)
  const whole = Math.floor(there)
  const share = there - whole
  const after = (stock: number) => unmet(demand, stock, passed + hours) - (passed > 0 ? unmet(demand, stock, passed) : 0)
  const missing = after(whole)
  return share === 0 || missing === 0 ? missing : (1 - share) * missing + share * after(whole + 1)
}

/** What is expected to be left at arrival. */
export const expectedPieces = ({ demand, pieces, passed = 0 }: VisitStock): number => pieces - soldOf(demand, pieces, passed)

/** A visit takes goods out in time, so that another machine sells them. */
function expired({ demand, expiring }: VisitStock, hours: number): number {
  if (!expiring || expiring.hours > hours) return 0
  return expiring.cost * Math.max(0, expiring.pieces - soldOf(demand, expiring.pieces, Math.max(0, expiring.hours)))
}

function least<One>(all: readonly One[], of: (one: One) => number): One {
  return all.reduce((best, one) => (of(one) < of(best) ? one : best))
}

/** The days ahead that are compared, if the caller allows them. Later ones are further apart, because little depends on a day then. */
export const DAYS_AHEAD: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 21, 28, 35, 49, 63]

type Ahead = { arrival: Moment; timeZone: string; rhythm: Rhythm; isVisitDay?(day: number, at: Moment): boolean }

/** The later opportunities, at the same time of day. */
export function waitsAfter({ arrival, timeZone, rhythm, isVisitDay = () => true }: Ahead): Wait[] {
  const waits: Wait[] = []
  let [at, hours, days] = [arrival, 0, 0]
  for (const day of DAYS_AHEAD) {
    while (days < day) {
      const next = aDayLater(at, timeZone)
      hours += businessBetween(at, next, timeZone, rhythm)
      at = next
      days++
    }
    if (isVisitDay(day, at)) waits.push({ at, hours, days })
  }
  return waits.length > 0 ? waits : [{ at, hours, days }]
}
