import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CheckedOf } from '#contract/endpoint.ts'
import type { addRound as addEndpoint, moveStop as moveEndpoint, putStop as putEndpoint } from '#contract/round-plans.ts'
import type { Round } from '#contract/rounds.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { MAX_STOPS, type Task } from '#domain/rounds/round.ts'
import { toIso } from '#domain/time.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { insertRounds } from '../../db/new-rounds.ts'
import type { EventInput } from '../../events/event-input.ts'
import { refuseFarDays } from '../../http/far-days.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { publish } from '../../sync/feed.ts'
import { restPlanning } from './plan/planning.handlers.ts'
import { endOfRound, findRound, findStop, lockRound, type RoundId, raiseVersion } from './rounds.store.ts'

type Added = CheckedOf<typeof addEndpoint>['body']
type Put = CheckedOf<typeof putEndpoint>['body']
type Moved = CheckedOf<typeof moveEndpoint>['body']
type OfStop = { id: RoundId; machineId: MachineId }
type Locked = NonNullable<Awaited<ReturnType<typeof lockRound>>>

export async function addRound({ date, userId, stops }: Added, caller: RequestContext): Promise<Round | Refusal> {
  const { db, principal, ctx } = caller
  const far = refuseFarDays({ date }, ctx.now())
  if (far) return far
  const company = principal.companyId
  const machines = stops.map(({ machineId }) => machineId)
  const [person] = await rowsOf(db, sql`select from users u where u.company_id = ${company} and u.id = ${userId}::bigint and u.enabled`)
  if (!person) return refuse('USER_NOT_FOUND')
  for (const machine of machines) {
    const refused = await unservable(caller, userId, machine)
    if (refused) return refused
  }
  const [row] = await insertRounds(db, company, [{ userId, date }], ctx.now())
  if (!row) return refuse('ROUND_EXISTS', { detail: 'This person already has a round on this day.' })
  for (const [index, { machineId, tasks }] of stops.entries()) await writeStop(caller, row.id, machineId, { position: index + 1, tasks })
  await record(caller, 'round-added', row.id, { date, user: userId, machines: machines.map((machine) => ({ machine })) })
  return changed(caller, { id: row.id, userId, date, isPublished: false })
}

export async function putStop({ id, machineId }: OfStop, { tasks, position }: Put, caller: RequestContext): Promise<Round | Refusal> {
  const { db, principal } = caller
  const round = await lockRound(db, principal.companyId, id)
  if (!round) return refuse('ROUND_NOT_FOUND')
  const stop = await findStop(db, principal.companyId, id, machineId)
  if (!stop || stop.isRemoved) {
    const refused = (await unservable(caller, round.userId, machineId)) ?? (await fullRound(db, principal.companyId, id))
    if (refused) return refused
  }
  const { next } = await endOfRound(db, principal.companyId, id)
  await writeStop(caller, id, machineId, {
    position: position ?? (stop && !stop.isRemoved ? stop.position : next),
    tasks: tasks ?? stop?.tasks ?? ['RESTOCK'],
  })
  await record(caller, 'round-changed', id, {
    machine: machineId,
    ...(tasks ? { tasks } : {}),
    ...(position === undefined ? {} : { position }),
  })
  return changed(caller, round)
}

export async function removeStop({ id, machineId }: OfStop, caller: RequestContext): Promise<Round | Refusal> {
  const round = await lockRound(caller.db, caller.principal.companyId, id)
  if (!round) return refuse('ROUND_NOT_FOUND')
  const stop = await findStop(caller.db, caller.principal.companyId, id, machineId)
  if (!stop) return refuse('STOP_NOT_FOUND')
  if (stop.isRemoved) return changed(caller, round)
  await markRemoved(caller, id, machineId)
  await record(caller, 'round-changed', id, { machine: machineId, removed: true })
  return changed(caller, round)
}

/** Moves a stop with its tasks. One that was visited or skipped stays, because it happened on that round. */
export async function moveStop({ id, machineId }: OfStop, { to, position }: Moved, caller: RequestContext): Promise<Round[] | Refusal> {
  const { db, principal } = caller
  const company = principal.companyId
  // Locked in one order, so that two managers who move stops in opposite directions do not wait for each other.
  const locked = new Map<RoundId, Locked | null>()
  for (const one of [id, to].toSorted((a, b) => a - b)) locked.set(one, await lockRound(db, company, one))
  const [from, target] = [locked.get(id), locked.get(to)]
  if (!from || !target) return refuse('ROUND_NOT_FOUND')
  const stop = await findStop(db, company, id, machineId)
  if (!stop || stop.isRemoved) return refuse('STOP_NOT_FOUND')
  const round = await findRound(db, principal, id)
  if (id !== to && round?.stops.some((one) => one.machineId === machineId && one.state !== 'PLANNED'))
    return refuse('STOP_VISITED', { detail: 'This stop was visited or skipped, so it stays on its round.' })
  if (id !== to) {
    const refused = (await unservable(caller, target.userId, machineId)) ?? (await fullRound(db, company, to))
    if (refused) return refused
    await markRemoved(caller, id, machineId)
  }
  const { next } = await endOfRound(db, company, to)
  await writeStop(caller, to, machineId, { position: position ?? next, tasks: stop.tasks })
  await record(caller, 'round-changed', id, { machine: machineId, to })
  const rounds: Round[] = []
  for (const one of id === to ? [target] : [from, target]) {
    const after = await changed(caller, one)
    if (after instanceof Refusal) return after
    rounds.push(after)
  }
  return rounds
}

export async function publishRound(id: RoundId, caller: RequestContext): Promise<Round | Refusal> {
  const { db, principal, ctx } = caller
  const round = await lockRound(db, principal.companyId, id)
  if (!round) return refuse('ROUND_NOT_FOUND')
  if (!round.isPublished) {
    const planning = JSON.stringify(await restPlanning(caller, round.userId))
    await db.execute(
      sql`update rounds r set published_at = ${toIso(ctx.now())}::timestamptz, planning = ${planning}::jsonb where r.company_id = ${principal.companyId} and r.id = ${id}::bigint`,
    )
    await record(caller, 'round-published', id, { date: round.date, user: round.userId })
  }
  const more = round.isPublished
    ? []
    : [{ activity: 'ROUND_PUBLISHED', fact: randomUUID(), details: { round: id, date: round.date, serviceman: round.userId } }]
  return changed(caller, { ...round, isPublished: true }, more)
}

export async function removeRound(id: RoundId, caller: RequestContext): Promise<undefined | Refusal> {
  const { db, principal, ctx } = caller
  const locked = await lockRound(db, principal.companyId, id)
  const round = locked && (await findRound(db, principal, id))
  if (!locked || !round) return refuse('ROUND_NOT_FOUND')
  if (round.markedAt !== null || round.stops.some(({ state }) => state !== 'PLANNED'))
    return refuse('ROUND_STARTED', { detail: 'Work was recorded on this round, so it stays.' })
  await db.execute(sql`delete from rounds r where r.company_id = ${principal.companyId} and r.id = ${id}::bigint`)
  await record(caller, 'round-deleted', id, { date: locked.date, user: locked.userId })
  await publish(db, principal.companyId, [{ kind: 'round', id, userId: locked.userId, removed: true }], ctx.now(), [
    { activity: 'ROUND_CHANGED', at: ctx.now(), machineId: null, changed: ['rounds'] },
  ])
  return undefined
}

/** Why this person cannot serve a machine; null if they can. Employees serve the machines that are assigned to them. */
async function unservable({ db, principal }: RequestContext, user: UserId, machine: MachineId): Promise<Refusal | null> {
  if (!(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  const [allowed] = await rowsOf(
    db,
    sql`select from users u where u.company_id = ${principal.companyId} and u.id = ${user} and (u.company_role = 'ROLE_MANAGER' or exists (
      select from assignments a where a.company_id = u.company_id and a.machine_id = ${machine} and a.user_id = u.id and a.revoked_at is null))`,
  )
  return allowed ? null : refuse('MACHINE_NOT_ASSIGNED', { detail: 'This machine is not assigned to this person.', details: { machine } })
}

async function fullRound(db: Db, company: number, id: RoundId): Promise<Refusal | null> {
  const { stops } = await endOfRound(db, company, id)
  return stops < MAX_STOPS ? null : refuse('TOO_MANY_STOPS', { detail: `A round has at most ${MAX_STOPS} stops.` })
}

/** A stop that the office adds again is to be visited, so it does not keep the mark of the time before it was removed. */
const writeStop = (
  { db, principal, ctx }: RequestContext,
  id: RoundId,
  machine: MachineId,
  { position, tasks }: { position: number; tasks: readonly Task[] },
) => {
  const now = sql`${toIso(ctx.now())}::timestamptz`
  const isBack = sql`s.removed_at is not null and s.mark = 'SKIPPED'`
  return db.execute(sql`
    insert into round_stops as s (company_id, round_id, machine_id, position, position_at, tasks, is_pinned)
    values (${principal.companyId}, ${id}::bigint, ${machine}, ${position}, ${now}, ${`{${tasks.join(',')}}`}::text[], true)
    on conflict (company_id, round_id, machine_id) do update set tasks = excluded.tasks, is_pinned = true, removed_at = null,
      mark = case when ${isBack} then 'PLANNED' else s.mark end, mark_at = case when ${isBack} then ${now} else s.mark_at end,
      mark_by = case when ${isBack} then null else s.mark_by end, skip_reason = case when ${isBack} then null else s.skip_reason end,
      note = case when ${isBack} then null else s.note end,
      position = case when excluded.position = s.position then s.position else excluded.position end,
      position_at = case when excluded.position = s.position then s.position_at else excluded.position_at end,
      position_by = case when excluded.position = s.position then s.position_by else null end`)
}

const markRemoved = ({ db, principal, ctx }: RequestContext, id: RoundId, machine: MachineId) =>
  db.execute(sql`
    update round_stops s set removed_at = ${toIso(ctx.now())}::timestamptz
    where s.company_id = ${principal.companyId} and s.round_id = ${id}::bigint and s.machine_id = ${machine}`)

/** Must end the transaction: it publishes the round to its person and to open screens. */
export async function changed(
  caller: RequestContext,
  { id, userId, isPublished }: Locked,
  more: readonly Pick<EventInput, 'activity' | 'fact' | 'details'>[] = [],
): Promise<Round | Refusal> {
  const { db, principal, ctx } = caller
  await raiseVersion(db, principal.companyId, id)
  const round = await findRound(db, principal, id)
  if (!round) return refuse('ROUND_NOT_FOUND')
  const at = ctx.now()
  const event = { activity: 'ROUND_CHANGED', at, machineId: null, changed: ['rounds'] as const, by: principal.userId }
  const events = [event, ...more.map((one) => ({ ...event, ...one }))]
  await publish(db, principal.companyId, isPublished ? [{ kind: 'round', id, userId }] : [], at, events)
  return round
}

export const record = ({ db, principal, ctx }: RequestContext, action: Audited['action'], id: RoundId, after: unknown) =>
  audit(db, principal.companyId, { userId: principal.userId, at: ctx.now() }, [{ action, of: { kind: 'round', id }, after }])
