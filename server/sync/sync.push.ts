import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Operation, PROTOCOL, push, type Result } from '#contract/sync.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { DatabaseAway, passesByItself } from '../database/database.ts'
import type { House, Person } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { serveAlone } from '../http/serve.ts'
import { epochOf } from './epoch.ts'
import { type Outcome, type Perform, perform, type Request } from './operations.ts'
import type { Deed } from './plain-call.ts'
import { type DoTogether, TOGETHER } from './together.ts'
import { speaksFor } from './whose.ts'

export function servePush(app: FastifyInstance, house: House, together: DoTogether, deeds: readonly Deed[]) {
  const byName = new Map(deeds.map((deed) => [deed.endpoint.name, deed]))
  serveAlone(
    app,
    house,
    push,
    async ({ body }, { person }) => {
      if (body.protocol < PROTOCOL) return refuse('APP_TOO_OLD')
      if (!speaksFor(person, body))
        return refuse('WRONG_ACCOUNT', { detail: 'These operations were recorded by somebody else; keep them for their owner.' })
      const entries = body.ops.map((raw) => readEntry(byName, person, body.deviceId, raw))
      const results: Result[] = []
      // In the order they were done. Each stands alone, and none waits for another's success.
      for (const group of groupsOf(entries)) results.push(...(await performGroup(house, together, group)))
      return { serverTime: toIso(house.now()), epoch: await epochOf(house), results }
    },
    { bodyLimit: 1024 * 1024 },
  )
}

/** One operation of a push with what does it, or the answer to one that cannot be read. */
type Entry = { request: Request; deed: Deed | undefined } | { unread: Result }

function readEntry(deeds: ReadonlyMap<string, Deed>, person: Person, deviceId: string, raw: unknown): Entry {
  const read = v.safeParse(Operation, raw)
  if (!read.success) {
    const detail = `${v.getDotPath(read.issues[0]) ?? 'operation'}: ${read.issues[0].message}`
    return { unread: { opId: idIn(raw), status: 'rejected', code: 'INVALID', warnings: [], result: { detail } } }
  }
  const { opId: operationId, call, machineId, occurredAt, clock, body } = read.output
  const request = {
    person,
    operationId,
    call,
    machineId,
    occurredAt: fromIso(occurredAt),
    clockOffset: clock?.offset ?? null,
    deviceId,
    body,
  }
  return { request, deed: deeds.get(call) }
}

/** Neighbours that may share a transaction. No key twice in one: the second asks for what the first has done. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && group.length < TOGETHER && group.every((other) => fitTogether(other, entry))) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const fitTogether = (a: Entry, b: Entry): boolean =>
  'request' in a &&
  'request' in b &&
  a.deed?.together === true &&
  a.deed.perform === b.deed?.perform &&
  a.request.operationId !== b.request.operationId

async function performGroup(house: House, together: DoTogether, group: readonly Entry[]): Promise<Result[]> {
  const [first] = group
  if (!first) return []
  if ('unread' in first) return [first.unread]
  const requests = group.flatMap((entry) => ('request' in entry ? [entry.request] : []))
  try {
    const { deed } = first
    const outcomes = await (deed?.together ? together(requests, deed.perform) : perform(house, requests, deed?.perform ?? refuseUnknown))
    return requests.flatMap(({ operationId }, index) => (outcomes[index] ? [resultOf(operationId, outcomes[index])] : []))
  } catch (error) {
    // What one of them met must not hold up the others.
    if (group.length > 1 && !(error instanceof DatabaseAway)) return inTurn(group, (entry) => performGroup(house, together, [entry]))
    return requests.map((request) => failed(house, request, error))
  }
}

async function inTurn(group: readonly Entry[], one: (entry: Entry) => Promise<Result[]>): Promise<Result[]> {
  const results: Result[] = []
  for (const entry of group) results.push(...(await one(entry)))
  return results
}

const refuseUnknown: Perform = async (contexts) =>
  contexts.map(({ call }) => refuse('UNKNOWN_CALL', { detail: `This server knows no call ${call}.` }))

function resultOf(opId: string, outcome: Outcome): Result {
  if (outcome.status === 'applied')
    return { opId, status: 'applied', code: null, warnings: outcome.answer.warnings, result: outcome.answer }
  const { code, detail, details } = outcome.refusal
  return { opId, status: 'rejected', code, warnings: [], result: { detail, details } }
}

/** Nothing of it is remembered, so that it can be sent again as if for the first time. */
function failed(house: House, { operationId: opId, call }: Request, error: unknown): Result {
  const passes = passesByItself(error)
  if (!passes) house.log.error({ err: error, opId, call }, 'an operation failed')
  return { opId, status: 'retry', code: passes ? 'BUSY' : 'INTERNAL', warnings: [] }
}

const idIn = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'opId' in raw && typeof raw.opId === 'string' ? raw.opId.slice(0, 100) : ''
