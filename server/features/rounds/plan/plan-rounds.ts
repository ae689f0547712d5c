import { setImmediate } from 'node:timers/promises'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import { planRounds as planEndpoint } from '#contract/round-plans.ts'
import type { Round } from '#contract/rounds.ts'
import { dayOf, isoDay, weekdayOf } from '#domain/calendar.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { decimalsOf } from '#domain/money.ts'
import type { DayPlan, DayProblem } from '#domain/rounds/day.ts'
import { learnMinutes } from '#domain/rounds/learn-minutes.ts'
import { planningDay } from '#domain/rounds/plan-day.ts'
import { estimatedTable } from '#domain/rounds/travel.ts'
import { DAYS_AHEAD } from '#domain/rounds/visit-value.ts'
import { worksOn } from '#domain/rounds/works-on.ts'
import type { Db } from '../../../db/client.ts'
import { companyWays } from '../../../db/company-settings.ts'
import { refuseFarDays } from '../../../http/far-days.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../../http/request-context.ts'
import { inOwnCompany } from '../../../http/serve.ts'
import { changed, record } from '../rounds.handlers.ts'
import { reasonNot, writeDraft } from './drafts.store.ts'
import { findNeeds } from './needs.store.ts'
import * as store from './plan-input.store.ts'
import { placesOf, problemOf } from './problem.ts'
import { findPlanning } from './settings.store.ts'
import { endedVisits, timedVisits } from './visits-to-learn.store.ts'

type Body = CheckedOf<typeof planEndpoint>['body']

/** Iterations of the search by the number of machines; they bound the time of a plan (docs/benchmarks.md). */
const iterationsFor = (machines: number) => Math.min(30_000, Math.max(3_000, 200 * machines))
/** Steps of 64 iterations between two turns of other work. */
const STEPS = 4

type Caller = Omit<RequestContext, 'db'>
export type PlannedDay = { day: store.PlanDay; plan: DayPlan }

/** Writes drafts for one day. Published rounds stay as they are, and so does what managers set or removed in drafts. */
export async function planRounds({ date, userIds }: Body, caller: Caller): Promise<AnswerOf<typeof planEndpoint> | Refusal> {
  const { principal, ctx } = caller
  const far = refuseFarDays({ date }, ctx.now())
  if (far) return far
  const planned = await computeDay(ctx, principal.companyId, { date, users: userIds && [...new Set(userIds)] })
  if (planned === null) return refuse('USER_NOT_FOUND')
  return inOwnCompany(planEndpoint, { body: { date, userIds } }, caller, (inside) => writeDrafts(inside, planned))
}

/** `users`: also on days on which they do not work. `onlyWorkingDays`: people without working days of their own work on the company's only. */
type PlanRequest = { date: string; users?: readonly UserId[] | undefined; without?: readonly UserId[]; onlyWorkingDays?: boolean }

/**
 * The plan of a day; null if one of these users does not exist. Travel times and the plan take seconds, so no transaction is open while they
 * are computed. A round that is published before the drafts are written stays as it is.
 */
export async function computeDay(
  ctx: Pick<AppContext, 'database' | 'now' | 'roads'>,
  company: CompanyId,
  request: PlanRequest,
): Promise<PlannedDay | null> {
  const now = ctx.now()
  const input = await ctx.database.withTenant(company, (db) => inputOf(db, company, { ...request, now }))
  if (input === null) return null
  const places = placesOf(input.machines, input.settings.start, input.people)
  const travel = await ctx.roads.table(company, places, estimatedTable(places))
  const problem = problemOf({ ...input, startsAt: input.day.startsAt, now, travel })
  return { day: input.day, plan: await searched(problem) }
}

/** Everything that a plan depends on, at one moment. */
async function inputOf(
  db: Db,
  company: CompanyId,
  { date, users, without = [], onlyWorkingDays = false, now }: PlanRequest & { now: number },
) {
  const all = await store.peopleToPlan(db, company, users)
  if (users && all.length < users.length) return null
  const published = await store.peopleWithPublished(db, company, date)
  const { timezone: timeZone, currency } = await companyWays(db, company)
  const [day, ...later] = await store.daysToPlan(db, { date, timeZone, days: (DAYS_AHEAD.at(-1) ?? 0) + 1 })
  if (!day) throw new Error('no day')
  const until = later.at(-1)?.date ?? date
  const ends = new Map([day, ...later].map((one) => [one.date, one.endsAt]))
  const settings = await findPlanning(db, company)
  const weekday = weekdayOf(day.startsAt, timeZone)
  const works = ({ own }: store.PlanPerson) =>
    users !== undefined || worksOn(own, date, weekday, onlyWorkingDays ? settings.weekdays : null)
  return {
    settings,
    learnt: learnMinutes(timedVisits(await endedVisits(db, company, now))),
    minorUnits: 10 ** decimalsOf(currency),
    people: all.filter(({ id }) => !published.has(id) && !without.includes(id)).map((person) => ({ ...person, works: works(person) })),
    machines: await store.machinesToPlan(db, company, date),
    kept: await store.fixedStops(db, company, date),
    past: await store.pastRounds(db, company, date),
    visits: await store.visitsBefore(db, company, { from: isoDay(dayOf(now, timeZone)), date, now }),
    needs: await findNeeds(db, company, { now, until }),
    // Earlier days have passed.
    endOf: (of: string) => ends.get(of) ?? (of < date ? day.startsAt : Number.POSITIVE_INFINITY),
    day,
    timeZone,
  }
}

async function writeDrafts(caller: RequestContext, { day, plan }: PlannedDay): Promise<AnswerOf<typeof planEndpoint> | Refusal> {
  const { db, principal, ctx } = caller
  const rounds: Round[] = []
  for (const planned of plan.rounds) {
    const id = await writeDraft(db, principal.companyId, { day, round: planned, at: ctx.now() })
    if (id === null) continue
    const userId = Number(planned.person)
    await record(caller, 'round-changed', id, { date: day.date, user: userId, planned: planned.stops.length })
    const round = await changed(caller, { id, userId, date: day.date, isPublished: false })
    if (round instanceof Refusal) return round
    rounds.push(round)
  }
  return { rounds, leftOut: plan.leftOut.map(({ machine, whyNot }) => ({ machineId: Number(machine), why: reasonNot(whyNot) })) }
}

async function searched(problem: DayProblem): Promise<DayPlan> {
  const iterations = iterationsFor(problem.machines.length)
  const steps = planningDay(problem, { seed: 1, isOver: (done) => done >= iterations })
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done) return value
    if (step % STEPS === 0) await setImmediate()
  }
}
