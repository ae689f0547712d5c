import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Operation, PROTOCOL, push, type Result } from '#contract/sync.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { DatabaseUnavailable, isTemporary } from '../db/client.ts'
import { isDiskFull } from '../disk.ts'
import { TooBusy } from '../http/load-shedding.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { serveAlone } from '../http/serve.ts'
import { unknownKeys } from '../http/unknown-keys.ts'
import { epochOf, isCopyOf } from './local-copy.ts'
import { type ExecuteBatched, MAX_BATCH } from './operation-batcher.ts'
import { type Execute, executeOperations, lookUp, type Outcome, type Request, type Where } from './operations.ts'
import type { OperationEndpoint, VanOperationEndpoint } from './serve-operation.ts'

const UNKNOWN_FIELD = ': unknown field'

type Pushed = OperationEndpoint | VanOperationEndpoint

export function servePush(app: FastifyInstance, ctx: AppContext, executeBatched: ExecuteBatched, operations: readonly Pushed[]) {
  const byName = new Map(operations.map((operation) => [operation.endpoint.name, operation]))
  serveAlone(
    app,
    ctx,
    push,
    async ({ body }, { principal, request }) => {
      if (body.protocol < PROTOCOL) return refuse('APP_TOO_OLD')
      if (!isCopyOf(principal, body))
        return refuse('WRONG_ACCOUNT', { detail: 'These operations were recorded by another user. Keep them until that user signs in.' })
      const flow = app.flows.of(request)
      const atTheGate: LimitWork = (work) => app.gate.through('work', work, flow)
      const isAppNewer = isNewer(body.app, ctx.settings.version)
      const read = (raw: unknown) => waitingForUpgrade(readEntry(byName, principal, body.deviceId, raw), isAppNewer)
      const entries = keepingFew(body.ops.length <= READ_AT_ONCE ? body.ops.map(read) : await atTheGate(() => inTurns(body.ops, read)))
      const results: Result[] = []
      // Executes operations in order. Each is independent of the success of others. Each transaction takes its own load-shedder slot, so
      // that a long push does not block other requests.
      for (const group of groupsOf(entries)) results.push(...(await performGroup(app, ctx, atTheGate, executeBatched, group)))
      return { serverTime: toIso(ctx.now()), epoch: await epochOf(ctx), results }
    },
    // What a user recorded before being disabled is stored, and refused.
    { bodyLimit: 1024 * 1024, gatesItself: true, servesDisabled: true },
  )
}

/** Operations that are validated before other requests run. */
const READ_AT_ONCE = 25

async function inTurns<T, Read>(all: readonly T[], read: (one: T) => Read): Promise<Read[]> {
  const results: Read[] = []
  for (let begin = 0; begin < all.length; begin += READ_AT_ONCE) {
    results.push(...all.slice(begin, begin + READ_AT_ONCE).map(read))
    await nextTurn()
  }
  return results
}

/**
 * One operation of a push with its handler; `refused` is set if it is certain to fail before any lookup. Or the result of an unreadable
 * one.
 */
type Entry =
  | { request: Request<Where>; operation: Pushed; refused?: never }
  | { request: Request<Where>; operation?: never; refused: Refusal; isKept: boolean }
  | { unread: Result }

/** A call or a field that this server does not know. */
const isUnknown = ({ code, detail = '' }: { code: string; detail?: string | undefined }) =>
  code === 'UNKNOWN_CALL' || (code === 'INVALID' && detail.endsWith(UNKNOWN_FIELD))

/**
 * While servers are upgraded one after another, an app of the new version reaches this one too. It keeps what this server does not know and
 * sends it again, and nothing is stored: a stored refusal would be final.
 */
function waitingForUpgrade(entry: Entry, isAppNewer: boolean): Entry {
  if (!isAppNewer) return entry
  const later = (opId: string, code: string): Entry => ({ unread: { opId, status: 'retry', code, warnings: [] } })
  if ('unread' in entry) {
    const { opId, code, result } = entry.unread
    return isUnknown({ code: code ?? '', detail: Object(result).detail }) ? later(opId, code ?? '') : entry
  }
  return entry.refused && isUnknown(entry.refused) ? later(entry.request.operationId, entry.refused.code) : entry
}

/** Whether a version is later than another: 0.10.0 is later than 0.9.1. */
const isNewer = (version: string, than: string) =>
  /^\d+\.\d+\.\d+$/.test(version) && version.localeCompare(than, 'en', { numeric: true }) > 0

function readEntry(operations: ReadonlyMap<string, Pushed>, principal: Principal, deviceId: string, raw: unknown): Entry {
  const [unknownKey] = unknownKeys(Operation, raw)
  if (unknownKey !== undefined) return unreadable(raw, `${unknownKey}${UNKNOWN_FIELD}`)
  const read = v.safeParse(Operation, raw)
  if (!read.success) {
    return unreadable(raw, `${v.getDotPath(read.issues[0]) ?? 'operation'}: ${read.issues[0].message}`)
  }
  const { opId: operationId, call, machineId, occurredAt, clock, visit, body } = read.output
  const request = {
    principal,
    operationId,
    call,
    machineId,
    occurredAt: fromIso(occurredAt),
    clockOffset: clock?.offset ?? null,
    uncertainSince: clock?.since ?? null,
    deviceId,
    visit: visit ?? null,
    body,
  }
  const operation = operations.get(call)
  const refused = operation
    ? (misplaced(operation, machineId) ?? refusalOf(operation, body))
    : refuse('UNKNOWN_CALL', { detail: `Unknown operation ${call}.` })
  return operation && !refused
    ? { request, operation }
    : { request: { ...request, isRefused: true }, refused: refused ?? refuse('INVALID'), isKept: true }
}

/**
 * Maximum number of invalid operations per push that are stored. Others are refused and validated again on retry, because storing hundreds
 * would delay other companies.
 */
const MAX_STORED_REFUSALS = 20

function keepingFew(entries: readonly Entry[]): Entry[] {
  let kept = 0
  return entries.map((entry) => ('isKept' in entry ? { ...entry, isKept: ++kept <= MAX_STORED_REFUSALS } : entry))
}

/** Operations of a van have no machine, all others have one. */
const misplaced = ({ isPushed }: Pushed, machineId: Where): Refusal | null =>
  (isPushed === true) === (machineId === null) ? null : refuse('INVALID', { detail: 'machineId: does not fit the operation' })

/** Validates a body without any lookup. */
function refusalOf({ endpoint }: Pushed, body: unknown): Refusal | null {
  const [unknown] = unknownKeys(endpoint.body, body)
  if (unknown !== undefined) return refuse('INVALID', { detail: `${unknown}${UNKNOWN_FIELD}` })
  const parsed = endpoint.body && v.safeParse(endpoint.body, body)
  if (!parsed || parsed.success) return null
  return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
}

const unreadable = (raw: unknown, detail: string): Entry => ({
  unread: { opId: idIn(raw), status: 'rejected', code: 'INVALID', warnings: [], result: { detail } },
})

/**
 * Groups neighbours that may share a transaction. A group contains no key twice, because the second operation needs the result of the
 * first.
 */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const most = first && 'isKept' in first && !first.isKept ? Number.POSITIVE_INFINITY : MAX_BATCH
    if (group && group.length < most && group.every((other) => fitTogether(other, entry))) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const fitTogether = (a: Entry, b: Entry): boolean => {
  if ('unread' in a || 'unread' in b) return 'unread' in a && 'unread' in b
  const isOfOneKind = a.refused
    ? b.refused !== undefined && a.isKept === b.isKept
    : a.operation.together === true && a.operation.perform === b.operation?.perform
  return isOfOneKind && a.request.operationId !== b.request.operationId
}

/** Runs the work when it has a load-shedder slot. */
type LimitWork = <T>(work: () => Promise<T>) => Promise<T>

async function performGroup(
  app: FastifyInstance,
  ctx: AppContext,
  atTheGate: LimitWork,
  executeBatched: ExecuteBatched,
  group: readonly Entry[],
): Promise<Result[]> {
  const [first] = group
  if (!first) return []
  if ('unread' in first) return group.flatMap((entry) => ('unread' in entry ? [entry.unread] : []))
  const requests = group.flatMap((entry) => ('request' in entry ? [entry.request] : []))
  try {
    const { operation } = first
    const outcomes = await atTheGate(() => {
      if (!operation) return first.isKept ? executeOperations(ctx, requests, refusedBefore(group)) : lookUp(ctx, requests, reasonsOf(group))
      return operation.together
        ? executeBatched(requests as Request[], operation.perform)
        : executeOperations(ctx, requests, operation.perform as Execute<Where>)
    })
    return requests.flatMap(({ operationId }, index) => (outcomes[index] ? [resultOf(operationId, outcomes[index])] : []))
  } catch (error) {
    // A failed group is retried one by one, so that a single bad operation cannot fail the others.
    if (group.length > 1 && !(error instanceof DatabaseUnavailable) && !(error instanceof TooBusy))
      return sequentially(group, (entry) => performGroup(app, ctx, atTheGate, executeBatched, [entry]))
    return requests.map((request) => failed(app, ctx, request, error))
  }
}

async function sequentially(group: readonly Entry[], one: (entry: Entry) => Promise<Result[]>): Promise<Result[]> {
  const results: Result[] = []
  for (const entry of group) results.push(...(await one(entry)))
  return results
}

const reasonsOf = (group: readonly Entry[]): ReadonlyMap<string, Refusal> =>
  new Map(group.flatMap((entry) => ('request' in entry && entry.refused ? [[entry.request.operationId, entry.refused]] : [])))

/** Operations that were refused before any lookup are only stored. */
function refusedBefore(group: readonly Entry[]): Execute<Where> {
  const reasons = reasonsOf(group)
  return async (contexts) => contexts.map(({ operationId }) => reasons.get(operationId) ?? refuse('INVALID'))
}

function resultOf(opId: string, outcome: Outcome): Result {
  if (outcome.status === 'applied')
    return { opId, status: 'applied', code: null, warnings: outcome.answer.warnings, result: outcome.answer }
  const { code, detail, details } = outcome.refusal
  return { opId, status: 'rejected', code, warnings: [], result: { detail, details } }
}

/** Nothing is stored, so that a retry counts as the first try. */
function failed({ disk }: FastifyInstance, ctx: AppContext, { operationId: opId, call }: Request<Where>, error: unknown): Result {
  if (isDiskFull(error) && disk.noteFailure())
    ctx.log.error({ err: error }, 'the disk is full: nothing can be written until there is room again')
  const passes = error instanceof TooBusy || isDiskFull(error) || isTemporary(error)
  if (!passes) {
    ctx.log.error({ err: error, opId, call }, 'an operation failed')
    ctx.report?.(error, `operation ${call}`)
  }
  return { opId, status: 'retry', code: passes ? 'BUSY' : 'INTERNAL', warnings: [] }
}

const idIn = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'opId' in raw && typeof raw.opId === 'string' ? raw.opId.slice(0, 100) : ''
