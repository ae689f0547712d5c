import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type { planRounds as planEndpoint, Reason, Round } from '#contract/rounds.ts'
import type { DayPlan, DayProblem, PlannedRound, Why, WhyNot } from '#domain/rounds/day.ts'
import { planningDay } from '#domain/rounds/plan-day.ts'
import { MAX_STOPS } from '#domain/rounds/round.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { rowsOf } from '../../../db/client.ts'
import { companyWays } from '../../../db/company-settings.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import { changed, record } from '../rounds.handlers.ts'
import type { RoundId } from '../rounds.store.ts'
import { dayToPlan, keptStops, machinesToPlan, type PlanDay, peopleToPlan, peopleWithPublished } from './plan-input.store.ts'
import { problemOf } from './problem.ts'

type Body = CheckedOf<typeof planEndpoint>['body']

/** Bounds the time of a plan: about a second for 300 machines and six people. */
const ITERATIONS = 12_000
/** Steps of 64 iterations between two turns of other work. */
const STEPS = 4

/** Writes drafts for one day. Published rounds stay as they are, and so does what managers set or removed in drafts. */
export async function planRounds({ date, userIds }: Body, caller: RequestContext): Promise<AnswerOf<typeof planEndpoint> | Refusal> {
  const { db, principal, ctx } = caller
  const company = principal.companyId
  const asked = userIds && [...new Set(userIds)]
  const all = await peopleToPlan(db, company, asked)
  if (asked && all.length < asked.length) return refuse('USER_NOT_FOUND')
  const published = await peopleWithPublished(db, company, date)
  const people = all.filter(({ id }) => !published.has(id))
  const { timezone: timeZone } = await companyWays(db, company)
  const day = await dayToPlan(db, date, timeZone)
  const machines = await machinesToPlan(db, company, date)
  const problem = problemOf({
    people,
    machines,
    kept: await keptStops(db, company, date),
    startsAt: day.startsAt,
    now: ctx.now(),
    timeZone,
  })
  const plan = await planned(problem)
  const rounds: Round[] = []
  for (const planned of plan.rounds) {
    const id = await writeDraft(caller, date, day, planned)
    if (id === null) continue
    await record(caller, 'round-changed', id, { date, user: Number(planned.person), planned: planned.stops.length })
    const round = await changed(caller, { id, userId: Number(planned.person), date, isPublished: false })
    if (round instanceof Refusal) return round
    rounds.push(round)
  }
  return { rounds, leftOut: plan.leftOut.map(({ machine, whyNot }) => ({ machineId: Number(machine), why: reasonNot(whyNot) })) }
}

async function planned(problem: DayProblem): Promise<DayPlan> {
  const steps = planningDay(problem, { seed: 1, isOver: (done) => done >= ITERATIONS })
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done) return value
    if (step % STEPS === 0) await setImmediate()
  }
}

/** The round with these stops; null if there is nothing to write, or it was published meanwhile. */
async function writeDraft(
  { db, principal, ctx }: RequestContext,
  date: string,
  day: PlanDay,
  round: PlannedRound,
): Promise<RoundId | null> {
  const company = principal.companyId
  const [now, user] = [toIso(ctx.now()), Number(round.person)]
  const sums = sql`${Math.round(round.minutes)}, ${Math.round(round.metres)}, ${Math.round(round.saved)}`
  const [row] = await rowsOf<{ id: RoundId }>(
    db,
    round.stops.length === 0
      ? sql`select r.id::float8 as id from rounds r
          where r.company_id = ${company} and r.user_id = ${user} and r.date = ${date}::date and r.published_at is null for update`
      : sql`insert into rounds as r (company_id, user_id, date, starts_at, ends_at, created_at, planned_minutes, planned_metres, planned_saves_minor)
          values (${company}, ${user}, ${date}::date, ${toIso(day.startsAt)}::timestamptz, ${toIso(day.endsAt)}::timestamptz, ${now}::timestamptz, ${sums})
          on conflict (company_id, user_id, date) do update set planned_minutes = excluded.planned_minutes,
            planned_metres = excluded.planned_metres, planned_saves_minor = excluded.planned_saves_minor
          where r.published_at is null returning r.id::float8 as id`,
  )
  if (!row) return null
  await db.execute(sql`
    delete from round_stops s where s.company_id = ${company} and s.round_id = ${row.id}::bigint and not s.is_pinned and s.removed_at is null`)
  const stops = round.stops.slice(0, MAX_STOPS).map((stop, index) => ({
    machine: Number(stop.machine),
    position: index + 1,
    tasks: stop.tasks.length > 0 ? stop.tasks : ['RESTOCK'],
    why: reasonWhy(stop.why),
    arrival: toIso(day.startsAt + Math.round(stop.begins) * MINUTE),
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

const reasonWhy = ({ code, amount, value, cost, minutes, lost, until }: Why): Reason => ({
  code,
  values: {
    amount: Math.round(amount),
    value: Math.round(value),
    cost: Math.round(cost),
    minutes: Math.round(minutes),
    lost: Math.round(lost),
    until: isoDayOf(until),
  },
})

function reasonNot(whyNot: WhyNot): Reason {
  const { code, ...values } = whyNot
  return {
    code,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, key === 'until' ? isoDayOf(value) : Math.round(value)])),
  }
}
