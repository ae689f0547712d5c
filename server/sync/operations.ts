import { type SQL, sql } from 'drizzle-orm'
import type { RefusalCode } from '#contract/errors.ts'
import type { InVisit } from '#contract/sync.ts'
import { beginningOf } from '#domain/characters.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { isVisitCall } from '#domain/rounds/round.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Audited, actByKey, audit } from '../audit-log/audit-log.store.ts'
import { type Db, Deferred, inside, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import type { EventInput } from '../events/event-input.ts'
import { type FoundMachine, type Reach, reachOf } from '../http/machine-access.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { hashOf } from './body-hash.ts'
import { advanceFeedSql, type Change } from './feed.ts'
import { forgetting, isOverQuota } from './refused.store.ts'

/** The location of an operation: a machine, or the company's warehouse or a van (null). */
export type Where = MachineId | null

/** An operation as a handler receives it. */
export type OperationContext<W extends Where = MachineId> = {
  db: Db
  /**
   * Defers a statement to the end of the transaction, where it shares a round trip. Only for statements whose effect is not read before.
   */
  leave(statement: SQL): void
  principal: Principal
  ctx: AppContext
  operationId: OperationId
  call: string
  machineId: W
  /** The user's access to the machine; null if there is none. */
  reach: Reach | null
  /** The raw body; a handler parses it. */
  body: unknown
  /** When it happened, never later than now. */
  at: Moment
  receivedAt: Moment
  /** The earliest time at which it may have happened if the time is uncertain, else null. */
  doubtfulSince: Moment | null
  late: boolean
}

export type Warning = { code: string } & Record<string, unknown>

/** The result of a handler: its response with warnings, the changes and events to publish, and the audit entries. */
export type Done = {
  answer: { operationId: OperationId; warnings: Warning[] }
  changes: Change[]
  events?: readonly EventInput[]
  audited?: readonly Audited[]
}

/** Executes operations of one company in order and in one transaction, with one result each. */
export type Execute<W extends Where = MachineId> = {
  (contexts: readonly OperationContext<W>[], known?: readonly unknown[]): Promise<(Done | Refusal)[]>
  /** A query that does not depend on permissions. It is sent together with the keys, and its rows are passed as `known`. */
  ahead?(company: CompanyId, requests: readonly Request<W>[]): SQL
}

/** Executes one operation after another. */
export const sequentially =
  <W extends Where = MachineId>(executeOperations: (context: OperationContext<W>) => Promise<Done | Refusal>): Execute<W> =>
  async (contexts) => {
    const done: (Done | Refusal)[] = []
    for (const context of contexts) done.push(await executeOperations(context))
    return done
  }

export type Request<W extends Where = MachineId> = {
  principal: Principal
  operationId: OperationId
  call: string
  machineId: W
  occurredAt: Moment
  clockOffset: number | null
  /** The device's estimate for an uncertain clock: the operation happened at this time or later; null if its time is certain. */
  uncertainSince?: Moment | null
  deviceId: string | null
  visit?: InVisit | null
  /** The raw body, for its hash and for storage; a handler parses it. */
  body: unknown
  /** Set if it is certain to be refused, so that only an excerpt of its body is stored. */
  isRefused?: true
}

export type Outcome =
  | { status: 'applied'; answer: Done['answer']; replayed: boolean }
  | { status: 'rejected'; refusal: Refusal; replayed: boolean }

const DOUBTFUL = 2 * MINUTE

/** How long ago an operation may have happened if its device has an uncertain clock and no estimate. */
const UNKNOWN = DAY

/** The earliest valid time of a movement; an earlier one comes from a broken clock. */
const BEGINNING: Moment = 0

/**
 * Executes operations of one company exactly once, in one transaction: first the keys (a concurrent duplicate waits for them), then the
 * handlers, and the company's feed as the last statement. Repeated operations get their stored result. Keys within one call are distinct,
 * and operations of an API key are never mixed with others.
 */
export async function executeOperations<W extends Where>(
  ctx: AppContext,
  requests: readonly Request<W>[],
  execute: Execute<W>,
): Promise<Outcome[]> {
  const [one] = requests
  if (!one) return []
  const { companyId, key } = one.principal
  const receivedAt = ctx.now()
  const requested = requests.map((request) => ({ ...request, at: countedAt(request, receivedAt), bodyHash: hashOf(request) }))
  const inTheirCompany = async (db: Db, [rows, known]: unknown[][]) => {
    if (key) await actByKey(db, key.id)
    const claimed = new Map((rows as Claimed[]).map((row) => [row.id, row]))
    const last: SQL[] = []
    const leave = (statement: SQL) => void last.push(statement)
    const before = claimed.size < requested.length ? await storedOperations(db, companyId, requested) : new Map<OperationId, Before>()
    const contexts = requested.flatMap((request): OperationContext<W>[] => {
      const machine = claimed.get(request.operationId)
      if (!machine) return []
      const times = timesOf(request, receivedAt)
      // If the time is uncertain, the machine may still have been assigned.
      const reach = reachOf(request.principal, machine, times.doubtfulSince ?? request.at)
      return [{ ...request, ...times, db, leave, ctx, reach }]
    })
    const allowed = contexts.filter(({ principal }) => principal.enabled)
    const done = allowed.length > 0 ? await execute(allowed, known) : []
    const ended: Ended[] = [
      ...contexts.filter((context) => !allowed.includes(context)).map((context) => ({ context, became: refuse('USER_DISABLED') })),
      ...allowed.flatMap((context, index) => (done[index] ? [{ context, became: done[index] }] : [])),
    ]
    for (const one of ended) await auditOf(db, one)
    const outcomes = new Map(ended.map(({ context, became }) => [context.operationId, became]))
    const answers = requested.map(({ operationId, bodyHash }) => outcomeOf(outcomes.get(operationId), before.get(operationId), bodyHash))
    if (ended.length === 0) return answers
    const refused = ended.filter(({ became }) => became instanceof Refusal)
    if (refused.length === 0 || !(await isOverQuota(db, companyId)))
      return new Deferred(answers, [...last, settling(companyId, ended, receivedAt)])
    const kept = ended.filter(({ became }) => !(became instanceof Refusal))
    return new Deferred(answers, [
      ...last,
      forgetting(
        companyId,
        refused.map(({ context }) => context.operationId),
      ),
      ...(kept.length > 0 ? [settling(companyId, kept, receivedAt)] : []),
    ])
  }
  const first = [claimingKeys(companyId, requested, receivedAt), ...(execute.ahead ? [execute.ahead(companyId, requests)] : [])]
  return ctx.database.withTenant(companyId, inTheirCompany, { planOnce: true, first })
}

/** The stored results of these keys, or the reasons for which they will be refused. Writes nothing. */
export async function lookUp(
  ctx: AppContext,
  requests: readonly Request<Where>[],
  reasons: ReadonlyMap<OperationId, Refusal>,
): Promise<Outcome[]> {
  const company = requests[0]?.principal.companyId
  if (company === undefined) return []
  const known = await ctx.database.withTenant(company, (db) => storedOperations(db, company, requests))
  return requests.map((request): Outcome => {
    const before = known.get(request.operationId)
    return before
      ? replay(before, hashOf(request))
      : { status: 'rejected', refusal: reasons.get(request.operationId) ?? refuse('INVALID'), replayed: false }
  })
}

/** The result of an operation that was executed for the first time. */
type Ended = { context: Pick<OperationContext, 'operationId' | 'principal' | 'receivedAt' | 'at' | 'call'>; became: Done | Refusal }

async function auditOf(db: Db, { context: { principal, receivedAt, at }, became }: Ended) {
  if (became instanceof Refusal) return
  await audit(db, principal.companyId, { userId: principal.userId, at: receivedAt, deviceAt: at }, became.audited ?? [])
}

const countedAt = ({ occurredAt }: Pick<Request, 'occurredAt'>, receivedAt: Moment) => Math.max(BEGINNING, Math.min(occurredAt, receivedAt))

const timesOf = ({ occurredAt, uncertainSince, at }: TimedRequest<Where>, receivedAt: Moment) => ({
  receivedAt,
  doubtfulSince: isImpossible(occurredAt, receivedAt) ? receivedAt - UNKNOWN : uncertainSince == null ? null : Math.min(uncertainSince, at),
  late: isLate(at, receivedAt),
})

export const isLate = (at: Moment, receivedAt: Moment) => receivedAt - at > DAY

/** A time that no clock can have shown. Devices have already corrected a known offset. */
export const isImpossible = (occurredAt: Moment, receivedAt: Moment) => occurredAt - receivedAt > DOUBTFUL || occurredAt < BEGINNING + DAY

type TimedRequest<W extends Where> = Request<W> & { at: Moment; bodyHash: string }
type Before = { id: OperationId; status: 'running' | 'applied' | 'rejected'; bodyHash: string; answer: unknown; code: string | null }

type Claimed = FoundMachine & { id: OperationId }

/**
 * Inserts the new keys and returns them with their machines, if any. Machines are locked until the transaction ends, so that one that is
 * being deleted is seen as deleted, and one in use is deleted afterwards.
 */
function claimingKeys(company: CompanyId, requested: readonly TimedRequest<Where>[], receivedAt: Moment): SQL {
  const rows = requested.map(
    ({ principal, operationId, call, machineId, deviceId, bodyHash, occurredAt, at, clockOffset, visit, body, isRefused }) => ({
      id: operationId,
      call,
      machine: machineId,
      user: principal.userId,
      device: deviceId,
      hash: bodyHash,
      occurred: toIso(Math.max(BEGINNING, occurredAt)),
      effective: toIso(at),
      offset: clockOffset === null ? null : Math.round(clockOffset),
      payload: (isRefused ? excerptOf(body) : body) ?? null,
      visit: visit?.id ?? null,
      start: visit?.start ?? null,
    }),
  )
  const machines = `{${[...new Set(requested.flatMap(({ machineId }) => machineId ?? []))].join(',')}}`
  return sql`with claimed as (
        insert into operations (company_id, id, call, machine_id, user_id, device_id, body_hash, occurred_at, effective_at, received_at, clock_offset, payload, status, visit_id, visit_start)
        select ${company}::int, a.id, a.call, a.machine, a."user", a.device, a.hash, a.occurred, a.effective, ${toIso(receivedAt)}::timestamptz, a."offset", a.payload, 'running', a.visit, a.start
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(id uuid, call text, machine bigint, "user" int, device text, hash text, occurred timestamptz, effective timestamptz, "offset" bigint, payload jsonb, visit uuid, start text)
        where ${inside(company)} order by a.id
        on conflict (company_id, id) do nothing returning id, machine_id, user_id
      ),
      held as (
        select m.company_id, m.id, m.type, m.deactivated_at from machines m
        where m.company_id = ${company} and m.id = any(${machines}::bigint[]) order by m.id for key share
      )
      select c.id, m.type, ${millis(sql`m.deactivated_at`)} as "deactivatedAt", ${millis(sql`a.assigned_at`)} as "assignedAt",
        ${millis(sql`a.revoked_at`)} as "revokedAt" from claimed c
      left join held m on m.id = c.machine_id
      left join assignments a on a.company_id = m.company_id and a.machine_id = m.id and a.user_id = c.user_id`
}

async function storedOperations(
  db: Db,
  company: CompanyId,
  requested: readonly Pick<Request<Where>, 'operationId'>[],
): Promise<Map<OperationId, Before>> {
  const ids = `{${requested.map(({ operationId }) => operationId).join(',')}}`
  const rows = await rowsOf<Before>(
    db,
    sql`select id, status, body_hash as "bodyHash", answer, code from operations where company_id = ${company} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function outcomeOf(ended: Done | Refusal | undefined, before: Before | undefined, bodyHash: string): Outcome {
  if (ended instanceof Refusal) return { status: 'rejected', refusal: ended, replayed: false }
  if (ended) return { status: 'applied', answer: ended.answer, replayed: false }
  if (!before) throw new Error('an operation was neither executed nor found')
  return replay(before, bodyHash)
}

function replay(before: Before, bodyHash: string): Outcome {
  if (before.bodyHash !== bodyHash) return { status: 'rejected', refusal: refuse('IDEMPOTENCY_KEY_REUSED'), replayed: false }
  if (before.status === 'applied') return { status: 'applied', answer: before.answer as Done['answer'], replayed: true }
  const { detail, details } = (before.answer ?? {}) as { detail?: string; details?: unknown }
  const more = { ...(detail === undefined ? {} : { detail }), ...(details === undefined ? {} : { details }) }
  return { status: 'rejected', refusal: refuse((before.code ?? 'INVALID') as RefusalCode, more), replayed: true }
}

/** Stores all results and publishes to the devices. Must be the last statement of the transaction, like `publish`. */
function settling(company: CompanyId, ended: readonly Ended[], at: Moment): SQL {
  const rows = ended.map(({ context: { operationId: id }, became }) =>
    became instanceof Refusal
      ? { id, status: 'rejected', code: became.code, answer: { detail: became.detail, details: became.details } }
      : { id, status: 'applied', code: null, answer: became.answer },
  )
  const changes = ended.flatMap(({ became }) => (became instanceof Refusal ? [] : became.changes))
  const worked = ended.flatMap(({ context: { principal, at, call }, became }) =>
    became instanceof Refusal || !isVisitCall(call) ? [] : [{ user: principal.userId, at }],
  )
  const events = ended.flatMap(({ context: { principal, operationId: operation }, became }) =>
    became instanceof Refusal ? [] : (became.events ?? []).map((event) => ({ by: principal.userId, operation, ...event })),
  )
  return sql`
    with ${advanceFeedSql(company, changes, at, events, worked)}
    update operations o set status = e.status, code = e.code, answer = e.answer,
      payload = case when e.status = 'rejected' and length(o.payload::text) > ${EXCERPT} then to_jsonb(left(o.payload::text, ${EXCERPT})) else o.payload end,
      feed_seq = case when e.status = 'applied' then (select feed_seq from next) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, status text, code text, answer jsonb)
    where o.company_id = ${company} and o.id = e.id and o.id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[])`
}

/** Number of characters of a refused body that are stored for support. */
const EXCERPT = 500

const excerptOf = (body: unknown): unknown => {
  const text = JSON.stringify(body) ?? ''
  return text.length > EXCERPT ? beginningOf(text, EXCERPT) : body
}
