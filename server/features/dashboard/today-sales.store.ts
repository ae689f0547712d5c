import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import {
  bandOf,
  type Expected,
  FEWEST_WEEKDAYS,
  hoursOf,
  type PastDay,
  sameWeekday,
  soldByWallHour,
  soldUntil,
  WEEKDAYS,
} from '#domain/sales/today.ts'
import { HOUR, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { unnested } from '../../db/unnested.ts'

/** The last same weekdays of a company, from the first one with sales on: in all by minute, and of each machine by hour. */
export type Past = {
  days: readonly PastDay[]
  /** Average sales of the machine by hour of the wall clock, since its own first sale; null if it sold on too few of the days. */
  expectedOf(machine: MachineId): Expected
}
export type ReadPast = (db: Db, company: CompanyId, timeZone: string, now: Moment) => Promise<Past>

/** Only reports of machines that were offline for long change a weekday of past weeks. */
const FRESH = HOUR
const MAX_COMPANIES = 200

type MinuteRow = { day: number; minute: number; machine: null; sold: number }
type MachineRow = { machine: number; hour: number; sold: number; oldest: number }

/**
 * Reads the sales of up to eight days, for which there are no totals by hour, once per company and hour: for ten thousand machines with
 * thirty sales a day 2.4 million rows by the index on their time. The result, at most 1440 sums per day and 24 per machine, is kept.
 */
export function pastWeekdays(): ReadPast {
  const known = new Map<CompanyId, { day: string; timeZone: string; at: Moment; past: Past }>()
  return async (db, company, timeZone, now) => {
    const { day } = sameWeekday(now, timeZone, 0)
    const kept = known.get(company)
    if (kept && kept.day === day && kept.timeZone === timeZone && now >= kept.at && now < kept.at + FRESH) return kept.past
    const past = await readPast(db, company, timeZone, now)
    known.delete(company)
    const [oldest] = known.keys()
    if (known.size >= MAX_COMPANIES && oldest !== undefined) known.delete(oldest)
    known.set(company, { day, timeZone, at: now, past })
    return past
  }
}

/** Sales of some days by minute of each day, and by machine and hour of all. */
export const soldOn = (company: CompanyId, timeZone: string, weekdays: readonly { from: Moment; until: Moment }[]): SQL =>
  sql`select s.index::int as day, s.minute::int as minute, s.machine_id::float8 as machine, s.hour::int as hour,
        sum(s.amount_minor)::float8 as sold, max(s.index)::int as oldest
      from (
        select d.index, t.machine_id, t.amount_minor, floor(extract(epoch from t.at - d.start) / 60) as minute,
          extract(hour from t.at at time zone ${timeZone}) as hour
        from ${unnested({
          index: ['bigint', weekdays.map((_, index) => index)],
          start: ['timestamptz', weekdays.map(({ from }) => toIso(from))],
          stop: ['timestamptz', weekdays.map(({ until }) => toIso(until))],
        })} d
        join transactions t on t.company_id = ${company} and t.at >= d.start and t.at < d.stop) s
      group by grouping sets ((s.index, s.minute), (s.machine_id, s.hour))`

async function readPast(db: Db, company: CompanyId, timeZone: string, now: Moment): Promise<Past> {
  const [first] = await rowsOf<{ day: string | null }>(
    db,
    sql`select to_char(min(s.day), 'YYYY-MM-DD') as day from sales_days s where s.company_id = ${company}`,
  )
  const since = first?.day ?? null
  const weekdays = Array.from({ length: WEEKDAYS }, (_, index) => sameWeekday(now, timeZone, index + 1)).filter(
    ({ day }) => since !== null && day >= since,
  )
  if (weekdays.length < FEWEST_WEEKDAYS) return { days: [], expectedOf: () => null }
  const rows = await rowsOf<MinuteRow | MachineRow>(db, soldOn(company, timeZone, weekdays))
  const minutes = weekdays.map(() => new Map<number, number>())
  const machines = new Map<MachineId, { hours: Map<number, number>; days: number }>()
  for (const row of rows) {
    if (row.machine === null) minutes[row.day]?.set(row.minute, row.sold)
    else {
      const own = machines.get(row.machine) ?? { hours: new Map(), days: 0 }
      own.hours.set(row.hour, row.sold)
      machines.set(row.machine, { ...own, days: Math.max(own.days, row.oldest + 1) })
    }
  }
  const expected = new Map<MachineId, Expected>()
  for (const [machine, { hours, days }] of machines)
    if (days >= FEWEST_WEEKDAYS) expected.set(machine, new Map([...hours].map(([hour, sold]) => [hour, sold / days])))
  return {
    days: weekdays.map(({ from, until }, index) => ({ from, until, minutes: minutes[index] ?? new Map() })),
    expectedOf: (machine) => expected.get(machine) ?? null,
  }
}

type Hour = { from: Moment; until: Moment; sold: number | null; low: number | null; median: number | null; high: number | null }
type Sales = { hours: Hour[]; sold: number; soldUsually: number | null; comparedDays: number }

/** The sales of the current day by hour until now, and those of the compared days, in minor units. Reads the single sales of today. */
export async function todaysSales(db: Db, company: CompanyId, timeZone: string, now: Moment, { days }: Past): Promise<Sales> {
  const today = sameWeekday(now, timeZone, 0)
  const rows = await rowsOf<{ hour: number; sold: number }>(
    db,
    sql`select floor(extract(epoch from t.at - ${toIso(today.from)}::timestamptz) / 3600)::int as hour, sum(t.amount_minor)::float8 as sold
      from transactions t where t.company_id = ${company} and t.at >= ${toIso(today.from)}::timestamptz
        and t.at <= ${toIso(now)}::timestamptz group by 1`,
  )
  const sold = new Map(rows.map((row) => [row.hour, row.sold]))
  const byWallHour = days.map((day) => soldByWallHour(day, timeZone))
  const untilNow = days.map((day, index) => soldUntil(sameWeekday(now, timeZone, index + 1).at, day))
  return {
    hours: hoursOf(today, timeZone).map(({ from, until, wallHour }, index) => {
      const band = bandOf(byWallHour.flatMap((hours) => hours.get(wallHour) ?? []))
      return { from, until, sold: from <= now ? (sold.get(index) ?? 0) : null, ...(band ?? { low: null, median: null, high: null }) }
    }),
    sold: rows.reduce((sum, row) => sum + row.sold, 0),
    soldUsually: bandOf(untilNow)?.median ?? null,
    comparedDays: days.length,
  }
}
