import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Operation, PROTOCOL, push, type Result } from '#contract/sync.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { passesByItself } from '../database/database.ts'
import type { House, Person } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { serveAlone } from '../http/serve.ts'
import { epochOf } from './epoch.ts'
import { perform } from './operations.ts'
import type { Deed } from './plain-call.ts'
import { speaksFor } from './whose.ts'

export function servePush(app: FastifyInstance, house: House, deeds: readonly Deed[]) {
  const byName = new Map(deeds.map((deed) => [deed.endpoint.name, deed]))
  serveAlone(
    app,
    house,
    push,
    async ({ body }, { person }) => {
      if (body.protocol < PROTOCOL) return refuse('APP_TOO_OLD')
      if (!speaksFor(person, body))
        return refuse('WRONG_ACCOUNT', { detail: 'These operations were recorded by somebody else; keep them for their owner.' })
      const results: Result[] = []
      // One after the other, in the order they were done: each is a transaction of its own, and none waits for another's success.
      for (const op of body.ops) results.push(await performOne(house, person, byName, body.deviceId, op))
      return { serverTime: toIso(house.now()), epoch: await epochOf(house), results }
    },
    { bodyLimit: 1024 * 1024 },
  )
}

async function performOne(house: House, person: Person, deeds: ReadonlyMap<string, Deed>, deviceId: string, raw: unknown): Promise<Result> {
  const read = v.safeParse(Operation, raw)
  if (!read.success) {
    const detail = `${v.getDotPath(read.issues[0]) ?? 'operation'}: ${read.issues[0].message}`
    return { opId: idIn(raw), status: 'rejected', code: 'INVALID', warnings: [], result: { detail } }
  }
  const { opId, call, machineId, occurredAt, clock, body } = read.output
  const deed = deeds.get(call)
  try {
    const outcome = await perform(
      house,
      person,
      {
        operationId: opId,
        call,
        machineId,
        occurredAt: fromIso(occurredAt),
        clockOffset: clock?.offset ?? null,
        deviceId,
        body: body ?? null,
      },
      deed ? deed.perform : async () => refuse('UNKNOWN_CALL', { detail: `This server knows no call ${call}.` }),
    )
    if (outcome.status === 'applied')
      return { opId, status: 'applied', code: null, warnings: outcome.answer.warnings, result: outcome.answer }
    const { code, detail, details } = outcome.refusal
    return { opId, status: 'rejected', code, warnings: [], result: { detail, details } }
  } catch (error) {
    // Nothing of it is remembered, so that it can be sent again as if for the first time.
    const isPassing = passesByItself(error)
    if (!isPassing) house.log.error({ err: error, opId, call }, 'an operation failed')
    return { opId, status: 'retry', code: isPassing ? 'BUSY' : 'INTERNAL', warnings: [] }
  }
}

const idIn = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'opId' in raw && typeof raw.opId === 'string' ? raw.opId.slice(0, 100) : ''
