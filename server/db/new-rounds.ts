import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { WorkingHours } from '#contract/planning.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { USUAL_PLANNING } from '#domain/rounds/planning.ts'
import { dayBeginsAt, type ShiftTimes } from '#domain/rounds/shift.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from './client.ts'
import { companyWays } from './company-settings.ts'
import { startOfDay } from './sql-fragments.ts'

type NewRound = { userId: UserId; date: string }

/** Creates drafts without stops, and returns those that are new: a person has one round on a date. */
export async function insertRounds(
  db: Db,
  company: CompanyId,
  rounds: readonly NewRound[],
  now: Moment,
): Promise<{ id: number; userId: UserId }[]> {
  const { timezone } = await companyWays(db, company)
  const begins = await daysBeginAt(db, company, [...new Set(rounds.map(({ userId }) => userId))])
  const rows = JSON.stringify(rounds.map(({ userId, date }) => ({ userId, date, begins: begins.get(userId) ?? 0 })))
  const at = (day: SQL) => startOfDay(sql`(${day} + make_interval(mins => n.begins))`, timezone)
  return rowsOf<{ id: number; userId: UserId }>(
    db,
    sql`insert into rounds (company_id, user_id, date, starts_at, ends_at, created_at)
      select distinct ${company}::int, n."userId", n.date, ${at(sql`n.date`)}, ${at(sql`(n.date + 1)`)}, ${toIso(now)}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as n("userId" int, date date, begins int)
      on conflict (company_id, user_id, date) do nothing returning id::float8 as id, user_id as "userId"`,
  )
}

/** By person, when their days of rounds begin by their working hours, in minutes after midnight. */
async function daysBeginAt(db: Db, company: CompanyId, users: readonly UserId[]): Promise<Map<UserId, number>> {
  const rows = await rowsOf<{ user: UserId; own: unknown; common: unknown }>(
    db,
    sql`select u.id as user, p.settings -> 'hours' as own, s.settings as common from users u
      left join planning_people p on p.company_id = u.company_id and p.user_id = u.id
      left join planning_settings s on s.company_id = u.company_id
      where u.company_id = ${company} and u.id = any(${`{${users.join(',')}}`}::int[])`,
  )
  return new Map(rows.map(({ user, own, common }) => [user, dayBeginsAt(hoursIn(own) ?? hoursIn(common) ?? USUAL_PLANNING)]))
}

const hoursIn = (stored: unknown): ShiftTimes | null => {
  const read = v.safeParse(WorkingHours, stored)
  return read.success ? read.output : null
}
