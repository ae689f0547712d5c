import type { DashboardToday } from '#contract/dashboard.ts'
import type { CompanyId } from '#domain/ids.ts'
import { ACTION_REASONS, isDown } from '#domain/machines/needs-action.ts'
import { toDecimal } from '#domain/money.ts'
import { hoursOf, lostUntil, sameWeekday, wallHourOf } from '#domain/sales/today.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { countOpenReviews } from '../../ledger/open-reviews.ts'
import type { ReadEmpty } from './empty-places.store.ts'
import { affectedMachines, cardsOf, type Troubled } from './needs-action.store.ts'
import { type Past, type ReadPast, todaysSales } from './today-sales.store.ts'

const SHOWN = 8

type Rated = { one: Troubled; loss: number | null }

type Reads = { past: ReadPast; empty: ReadEmpty }

export async function todayFigures(db: Db, company: CompanyId, now: Moment, reads: Reads): Promise<DashboardToday> {
  const { currency, timezone } = await companyWays(db, company)
  const money = (minor: number) => toDecimal(Math.round(minor), currency)
  const moneyOrNull = (minor: number | null) => (minor === null ? null : money(minor))
  const today = sameWeekday(now, timezone, 0)
  const past = await reads.past(db, company, timezone, now)
  const { hours, ...sales } = await todaysSales(db, company, timezone, now, past)
  const empties = await reads.empty(db, company, now)
  const affected = await affectedMachines(db, company, { today: today.from, now, empties })
  const wallHour = wallHourOf(now, timezone)
  const inNeed = affected.filter(({ reasons }) => reasons.length > 0)
  const rated = inNeed.map((one): Rated => ({ one, loss: lossPerHour(one, past, wallHour) }))
  const shown = firstOf(
    rated,
    SHOWN,
    (a, b) => (b.loss ?? 0) - (a.loss ?? 0) || rankOf(a.one) - rankOf(b.one) || a.one.machine - b.one.machine,
  )
  const cards = await cardsOf(
    db,
    company,
    shown.map(({ one }) => one.machine),
  )
  const dayHours = hoursOf(today, timezone)
  const lost = affected.reduce((sum, { machine, losing }) => sum + lostUntil(now, dayHours, past.expectedOf(machine), losing), 0)
  const stops = affected.flatMap(({ losing: { down } }) => (down.length > 0 ? [down] : []))
  return {
    day: today.day,
    now: toIso(now),
    comparedDays: sales.comparedDays,
    hours: hours.map(({ from, until, sold, low, median, high }) => ({
      from: toIso(from),
      until: toIso(until),
      sold: moneyOrNull(sold),
      low: moneyOrNull(low),
      median: moneyOrNull(median),
      high: moneyOrNull(high),
      stopped: from > now ? 0 : stops.filter((all) => all.some((one) => one.from < Math.min(until, now) && (one.to ?? now) > from)).length,
    })),
    sold: money(sales.sold),
    soldUsually: moneyOrNull(sales.soldUsually),
    lost: past.days.length > 0 ? money(lost) : null,
    down: inNeed.filter(({ reasons }) => reasons.some(({ reason }) => isDown(reason))).length,
    toReview: await countOpenReviews(db, company),
    needsAction: shown.flatMap(({ one: { machine, reasons }, loss }) => {
      const [first, ...others] = reasons
      const card = cards.get(machine)
      if (!first || !card) return []
      const since = first.since === null ? null : toIso(first.since)
      return [{ ...card, ...first, since, others: others.length, lossPerHour: moneyOrNull(loss) }]
    }),
    needsActionCount: inNeed.length,
  }
}

/**
 * The average sales of the machine on this weekday and in this hour if it is down, or the share of them that its empty slots have. Null if
 * its average or the effect of the reason is unknown: a machine with a fault, or offline, may be selling.
 */
function lossPerHour({ machine, reasons, losing }: Troubled, past: Past, wallHour: number): number | null {
  const expected = past.expectedOf(machine)
  if (!expected) return null
  const usual = expected.get(wallHour) ?? 0
  if (reasons.some(({ reason }) => isDown(reason))) return usual
  const empty = reasons.find(({ reason }) => reason === 'EMPTY')
  return empty && losing.places > 0 ? (usual * empty.count) / losing.places : null
}

const rankOf = ({ reasons }: Troubled) => (reasons[0] ? ACTION_REASONS.indexOf(reasons[0].reason) : ACTION_REASONS.length)

/** The first of the items in an order, without sorting the others. */
function firstOf<Item>(items: readonly Item[], count: number, compare: (a: Item, b: Item) => number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    const last = first[count - 1]
    if (last !== undefined && compare(item, last) >= 0) continue
    first.splice(count - 1, 1)
    const after = first.findIndex((other) => compare(item, other) < 0)
    first.splice(after < 0 ? first.length : after, 0, item)
  }
  return first
}
