import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { RefusalCode } from '#contract/errors.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Audited, audit } from '../audit/audit.store.ts'
import { type Db, rowsOf } from '../database/database.ts'
import type { House, Person } from '../http/caller.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { type Change, publish } from './feed.ts'

/** An operation as a handler sees it: whose, when it happened and how sure we are of that. */
export type OperationContext = {
  db: Db
  person: Person
  house: House
  operationId: OperationId
  machineId: MachineId
  /** When it happened, never later than now. */
  at: Moment
  receivedAt: Moment
  doubtfulClock: boolean
  late: boolean
}

export type Warning = { code: string } & Record<string, unknown>

/** What a handler did: its answer, the warnings in it, what the devices must hear of, and what the audit trail must tell. */
export type Done = { answer: { operationId: OperationId; warnings: Warning[] }; changes: Change[]; audited?: readonly Audited[] }

export type Perform = (context: OperationContext, body: unknown) => Promise<Done | Refusal>

export type Request = {
  operationId: OperationId
  call: string
  machineId: MachineId
  occurredAt: Moment
  clockOffset: number | null
  deviceId: string | null
  /** The body as it came, for its hash and for safekeeping; a handler parses it. */
  body: unknown
}

export type Outcome =
  | { status: 'applied'; answer: Done['answer']; replayed: boolean }
  | { status: 'rejected'; refusal: Refusal; replayed: boolean }

const DOUBTFUL = 2 * MINUTE

/** The earliest moment that a movement may carry; a clock that says less is broken. */
const BEGINNING: Moment = 0

/**
 * Does one operation exactly once, in one transaction: the key first (a concurrent duplicate waits on it), then the deed,
 * and the company's feed as the last statement. What was done before is answered as it was then.
 */
export async function perform(house: House, person: Person, request: Request, deed: Perform): Promise<Outcome> {
  const receivedAt = house.now()
  const at = Math.max(BEGINNING, Math.min(request.occurredAt, receivedAt))
  const doubtfulClock =
    request.occurredAt - receivedAt > DOUBTFUL || request.occurredAt < BEGINNING + DAY || Math.abs(request.clockOffset ?? 0) > DOUBTFUL
  const bodyHash = hashOf(request)
  return house.database.asCompany(person.companyId, async (db) => {
    const before = await claimKey(db, person, request, { at, receivedAt, bodyHash })
    if (before) return replay(before, bodyHash)

    const context = {
      db,
      person,
      house,
      operationId: request.operationId,
      machineId: request.machineId,
      at,
      receivedAt,
      doubtfulClock,
      late: receivedAt - at > DAY,
    }
    const done = person.enabled ? await deed(context, request.body) : refuse('USER_DISABLED')
    if (done instanceof Refusal) {
      await settle(db, person.companyId, request.operationId, {
        status: 'rejected',
        code: done.code,
        answer: refusalRecord(done),
        payload: request.body,
      })
      return { status: 'rejected', refusal: done, replayed: false }
    }
    await settle(db, person.companyId, request.operationId, { status: 'applied', code: null, answer: done.answer, payload: request.body })
    await audit(db, person.companyId, { userId: person.userId, at: receivedAt, deviceAt: at }, done.audited ?? [])
    await publish(db, person.companyId, done.changes, receivedAt, request.operationId)
    return { status: 'applied', answer: done.answer, replayed: false }
  })
}

type Before = { status: 'running' | 'applied' | 'rejected'; bodyHash: string; answer: unknown; code: string | null }

async function claimKey(
  db: Db,
  person: Person,
  request: Request,
  { at, receivedAt, bodyHash }: { at: Moment; receivedAt: Moment; bodyHash: string },
): Promise<Before | null> {
  const claimed = await rowsOf(
    db,
    sql`insert into operations (company_id, id, call, machine_id, user_id, device_id, body_hash, occurred_at, effective_at, received_at, clock_offset, status)
      values (${person.companyId}, ${request.operationId}, ${request.call}, ${request.machineId}, ${person.userId}, ${request.deviceId}, ${bodyHash},
        ${toIso(Math.max(BEGINNING, request.occurredAt))}, ${toIso(at)}, ${toIso(receivedAt)}, ${request.clockOffset === null ? null : Math.round(request.clockOffset)}, 'running')
      on conflict (company_id, id) do nothing returning id`,
  )
  if (claimed.length > 0) return null
  const [before] = await rowsOf<Before>(
    db,
    sql`select status, body_hash as "bodyHash", answer, code from operations where company_id = ${person.companyId} and id = ${request.operationId}`,
  )
  return before ?? null
}

function replay(before: Before, bodyHash: string): Outcome {
  if (before.bodyHash !== bodyHash) return { status: 'rejected', refusal: refuse('IDEMPOTENCY_KEY_REUSED'), replayed: false }
  if (before.status === 'applied') return { status: 'applied', answer: before.answer as Done['answer'], replayed: true }
  const { detail, details } = (before.answer ?? {}) as { detail?: string; details?: unknown }
  const more = { ...(detail === undefined ? {} : { detail }), ...(details === undefined ? {} : { details }) }
  return { status: 'rejected', refusal: refuse((before.code ?? 'INVALID') as RefusalCode, more), replayed: true }
}

const refusalRecord = ({ detail, details }: Refusal) => ({ detail, details })

async function settle(
  db: Db,
  company: CompanyId,
  operation: OperationId,
  { status, code, answer, payload }: { status: 'applied' | 'rejected'; code: string | null; answer: unknown; payload: unknown },
) {
  await db.execute(sql`
    update operations set status = ${status}, code = ${code}, answer = ${JSON.stringify(answer)}::jsonb,
      payload = ${payload === null ? null : JSON.stringify(payload)}::jsonb
    where company_id = ${company} and id = ${operation}`)
}

/** The same call with the same body is the same operation, however its keys were ordered. */
const hashOf = ({ call, machineId, body }: Request) =>
  createHash('sha256')
    .update(canonical([call, machineId, body]))
    .digest('base64url')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
