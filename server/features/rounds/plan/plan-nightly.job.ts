import { sql } from 'drizzle-orm'
import type { PlanningSettings } from '#contract/planning.ts'
import { addDays, dayOf, isoDay, momentAt, wallClock, weekdayOf } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { publishEvents } from '../../../events/events.store.ts'
import type { AppContext } from '../../../http/request-context.ts'
import { type Queue, queue } from '../../../queue/queue.ts'
import { raiseVersion } from '../rounds.store.ts'
import { writeDraft } from './drafts.store.ts'
import { plannedPeople } from './people.store.ts'
import { computeDay, type PlannedDay } from './plan-rounds.ts'
import { findPlanning } from './settings.store.ts'

/** An hour after the forecasts of the night. */
const FROM_HOUR = 4
/** Longer than the plans of a company take. After a failure, they are tried again then. */
const LEASE = 10 * MINUTE

type NightlySettings = Pick<PlanningSettings, 'weekdays' | 'worksFrom' | 'nightlyDays'>
type Due = { company: CompanyId; timeZone: string; today: string }

/**
 * Plans drafts at night in the time zone of each company, one company after another, the one that has waited longest first. It is a queue
 * because plans of many companies must not delay jobs, and a company whose plan fails must not delay others. Planning twice changes nothing.
 */
export const nightlyPlanQueue: Queue = queue({
  name: 'nightly-plan',
  workers: 1,
  take: ({ database, now }) => database.asSystem((db) => claimDue(db, now())),
  send: async (ctx, due: Due) => {
    try {
      await planNight(ctx, due)
    } catch (err) {
      ctx.log.error({ err, company: due.company }, 'planning the drafts of a company failed')
      ctx.report?.(err, 'nightly plan')
    }
  },
})

async function claimDue(db: Db, now: Moment): Promise<Due | null> {
  const at = sql`${toIso(now)}::timestamptz`
  const local = sql`(${at} at time zone d.timezone)`
  const [due] = await rowsOf<Due>(
    db,
    sql`update planning_settings p set leased_until = ${toIso(now + LEASE)}::timestamptz
      from (
        select s.company_id, d.timezone, ${local}::date as today from planning_settings s join companies d on d.id = s.company_id
        where (s.settings->>'isNightly')::boolean and extract(hour from ${local}) >= ${FROM_HOUR}
          and coalesce(s.planned_on < ${local}::date, true) and coalesce(s.leased_until <= ${at}, true)
        order by s.planned_on nulls first, s.company_id limit 1 for update of s skip locked) q
      where p.company_id = q.company_id returning p.company_id as company, q.timezone as "timeZone", q.today::text as today`,
  )
  return due ?? null
}

async function planNight(ctx: AppContext, { company, timeZone, today }: Due): Promise<void> {
  const settings = await ctx.database.withTenant(company, (db) => nightlySettings(db, company))
  // Earlier days first, because a machine on an early round needs no visit on a later one.
  for (const date of nightlyDays(ctx.now(), timeZone, settings)) {
    const leftAlone = await ctx.database.withTenant(company, (db) => peopleToSkip(db, company, { date, now: ctx.now() }))
    const planned = await computeDay(ctx, company, { date, without: leftAlone, onlyWorkingDays: true })
    if (planned) await ctx.database.withTenant(company, (db) => writeDrafts(db, company, planned, ctx.now()))
  }
  await ctx.database.withTenant(company, (db) =>
    db.execute(sql`update planning_settings p set planned_on = ${today}::date, leased_until = null where p.company_id = ${company}`),
  )
}

/** The days on which anyone works, and when the first of them begins. */
async function nightlySettings(db: Db, company: CompanyId): Promise<NightlySettings> {
  const { weekdays, worksFrom, nightlyDays } = await findPlanning(db, company)
  const own = (await plannedPeople(db, company)).map(({ planning }) => planning)
  return {
    nightlyDays,
    weekdays: [...new Set([...weekdays, ...own.flatMap((person) => person.weekdays ?? [])])],
    worksFrom: Math.min(worksFrom, ...own.flatMap(({ hours }) => hours?.worksFrom ?? [])),
  }
}

/** Today, if work has not begun, and the next working days. */
export function nightlyDays(now: Moment, timeZone: string, settings: NightlySettings): string[] {
  const today = dayOf(now, timeZone)
  const wall = new Date(wallClock(now, timeZone))
  const isBefore = wall.getUTCHours() * 60 + wall.getUTCMinutes() < settings.worksFrom
  const works = (ahead: number) => {
    const { year, month, day } = addDays(today, ahead)
    return settings.weekdays.includes(weekdayOf(momentAt(Date.UTC(year, month - 1, day, 12), timeZone), timeZone))
  }
  const later = Array.from({ length: 7 * settings.nightlyDays }, (_, index) => index + 1).filter(works)
  const days = [...(isBefore && works(0) ? [0] : []), ...later.slice(0, settings.nightlyDays)]
  return days.map((ahead) => isoDay(addDays(today, ahead)))
}

/** People whose round a manager made or deleted. */
async function peopleToSkip(db: Db, company: CompanyId, { date, now }: { date: string; now: Moment }): Promise<number[]> {
  const rows = await rowsOf<{ user: number }>(
    db,
    sql`select r.user_id as user from rounds r where r.company_id = ${company} and r.date = ${date}::date and r.planned_minutes is null
      union select (e.content->'after'->>'user')::int from audit_entries e
      where e.company_id = ${company} and e.action = 'round-deleted' and e.at >= ${toIso(now - 9 * DAY)}::timestamptz
        and e.content->'after'->>'date' = ${date}`,
  )
  return rows.map(({ user }) => user)
}

async function writeDrafts(db: Db, company: CompanyId, { day, plan }: PlannedDay, now: Moment): Promise<void> {
  let isChanged = false
  for (const round of plan.rounds) {
    const id = await writeDraft(db, company, { day, round, at: now })
    if (id === null) continue
    await raiseVersion(db, company, id)
    isChanged = true
  }
  if (isChanged) await publishEvents(db, company, [{ activity: 'ROUND_CHANGED', at: now, machineId: null, changed: ['rounds'] }], now)
}
