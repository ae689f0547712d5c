import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import { planRounds as planEndpoint, type Reason, type Round } from '#contract/rounds.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { DayPlan, DayProblem, PlannedRound, Why, WhyNot } from '#domain/rounds/day.ts'
import { planningDay } from '#domain/rounds/plan-day.ts'
import { MAX_STOPS } from '#domain/rounds/round.ts'
import { estimatedTable } from '#domain/rounds/travel.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { companyWays } from '../../../db/company-settings.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import { inOwnCompany } from '../../../http/serve.ts'
import { changed, record } from '../rounds.handlers.ts'
import type { RoundId } from '../rounds.store.ts'
import { dayToPlan, keptStops, machinesToPlan, type PlanDay, peopleToPlan, peopleWithPublished } from './plan-input.store.ts'
import { placesOf, problemOf } from './problem.ts'

type Body = CheckedOf<typeof planEndpoint>['body']

/** Bounds the time of a plan: about a second for 300 machines and six people. */
const ITERATIONS = 12_000
/** Steps of 64 iterations between two turns of other work. */
const STEPS = 4

type Caller = Omit<RequestContext, 'db'>

/**
 * Writes drafts for one day. Published rounds stay as they are, and so does what managers set or removed in drafts. Travel times and the plan
 * take seconds, so no transaction is open while they are computed. A round that is published before the drafts are written stays as it is.
 */
export async function planRounds({ date, userIds }: Body, caller: Caller): Promise<AnswerOf<typeof planEndpoint> | Refusal> {
  const { principal, ctx } = caller
  if (!principal.enabled) return refuse('UNAUTHORIZED')
  const asked = userIds && [...new Set(userIds)]
  const input = await ctx.database.withTenant(principal.companyId, (db) => inputOf(db, principal.companyId, date, asked))
  if (input === null) return refuse('USER_NOT_FOUND')
  const places = placesOf(input.machines)
  const travel = await ctx.roads.table(principal.companyId, places, estimatedTable(places))
  const plan = await planned(problemOf({ ...input, startsAt: input.day.startsAt, now: ctx.now(), travel }))
  return inOwnCompany(planEndpoint, { body: { date, userIds } }, caller, (inside) => writeDrafts(inside, date, input.day, plan))
}

/** Everything that a plan depends on, at one moment; null if one of these users does not exist. */
async function inputOf(db: Db, company: CompanyId, date: string, asked: readonly UserId[] | undefined) {
  const all = await peopleToPlan(db, company, asked)
  if (asked && all.length < asked.length) return null
  const published = await peopleWithPublished(db, company, date)
  const { timezone: timeZone } = await companyWays(db, company)
  return {
    people: all.filter(({ id }) => !published.has(id)),
    machines: await machinesToPlan(db, company, date),
    kept: await keptStops(db, company, date),
    day: await dayToPlan(db, date, timeZone),
    timeZone,
  }
}

async function writeDrafts(
  caller: RequestContext,
  date: string,
  day: PlanDay,
  plan: DayPlan,
): Promise<AnswerOf<typeof planEndpoint> | Refusal> {
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

/** Writes the draft and returns its id; null if it has no stops and no earlier draft, or if the round has been published. */
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
