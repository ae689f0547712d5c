import { sql } from 'drizzle-orm'
import type { Reason } from '#contract/rounds.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { PlannedRound, Why, WhyNot } from '#domain/rounds/day.ts'
import { momentOn } from '#domain/rounds/day-minutes.ts'
import { MAX_STOPS } from '#domain/rounds/round.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { insertRounds } from '../../../db/new-rounds.ts'
import type { RoundId } from '../rounds.store.ts'
import type { PlanDay } from './plan-input.store.ts'

/** Writes the draft and returns its id; null if it has no stops and no earlier draft, or if the round has been published. */
export async function writeDraft(
  db: Db,
  company: CompanyId,
  { day, round, at }: { day: PlanDay; round: PlannedRound; at: Moment },
): Promise<RoundId | null> {
  const [now, user, date] = [toIso(at), Number(round.person), day.date]
  const sums = sql`${Math.round(round.minutes)}, ${Math.round(round.metres)}, ${Math.round(round.saved)}`
  if (round.stops.length > 0) await insertRounds(db, company, [{ userId: user, date }], at)
  const [row] = await rowsOf<{ id: RoundId }>(
    db,
    sql`update rounds r set (planned_minutes, planned_metres, planned_saves_minor) = (${sums})
      where r.company_id = ${company} and r.user_id = ${user} and r.date = ${date}::date and r.published_at is null
      returning r.id::float8 as id`,
  )
  if (!row) return null
  await db.execute(sql`
    delete from round_stops s where s.company_id = ${company} and s.round_id = ${row.id}::bigint and not s.is_pinned and s.removed_at is null`)
  const stops = round.stops.slice(0, MAX_STOPS).map((stop, index) => ({
    machine: Number(stop.machine),
    position: index + 1,
    tasks: stop.tasks.length > 0 ? stop.tasks : ['RESTOCK'],
    why: reasonWhy(stop.why),
    arrival: toIso(momentOn(day.date, stop.begins, day.timeZone)),
    minutes: Math.round(stop.ends - stop.begins),
    saves: Math.round(stop.why.value - stop.why.cost),
  }))
  await db.execute(sql`
    insert into round_stops as s (company_id, round_id, machine_id, position, position_at, tasks, why, arrival_at, minutes, saves_minor)
    select ${company}::int, ${row.id}::bigint, p.machine, p.position, ${now}::timestamptz, p.tasks, p.why, p.arrival, p.minutes, p.saves
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb)
      as p(machine bigint, position float8, tasks text[], why jsonb, arrival timestamptz, minutes int, saves bigint)
    on conflict (company_id, round_id, machine_id) do update set position = excluded.position, position_at = excluded.position_at,
      position_by = null, why = excluded.why, arrival_at = excluded.arrival_at, minutes = excluded.minutes, saves_minor = excluded.saves_minor`)
  return row.id
}

const isoDayOf = (at: Moment): string => (at > 0 ? toIso(at) : '')

const reasonWhy = ({ code, amount, value, cost, minutes, lost, until, figures }: Why): Reason => ({
  code,
  values: {
    amount: Math.round(amount),
    value: Math.round(value),
    cost: Math.round(cost),
    minutes: Math.round(minutes),
    lost: Math.round(lost),
    until: isoDayOf(until),
    ...Object.fromEntries(Object.entries(figures).map(([key, figure]) => [key, typeof figure === 'number' ? Math.round(figure) : figure])),
  },
})

export function reasonNot(whyNot: WhyNot): Reason {
  const { code, ...values } = whyNot
  return {
    code,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, key === 'until' ? isoDayOf(value) : Math.round(value)])),
  }
}
