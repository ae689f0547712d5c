import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant, Uuid } from '#contract/fields.ts'

import { sqlStateOf } from '../db/client.ts'
import { refuse } from '../http/refusal.ts'
import type { AppContext } from '../http/request-context.ts'
import { serveAlone } from '../http/serve.ts'
import type { ExecuteBatched } from './operation-batcher.ts'
import { type Execute, executeOperations, type Outcome, type Request } from './operations.ts'

/** A deed with the name of its call: the plain call and the same entry of a push run through the one `perform`. */
export type OperationEndpoint = {
  endpoint: Endpoint & { operation: true; params: v.GenericSchema }
  perform: Execute
  /** What is done by the same `perform` in one company may share a transaction. */
  together?: true
  /** Bytes, where its body may be longer than others. */
  bodyLimit?: number
}

const Headers = v.object({ 'idempotency-key': v.optional(Uuid), 'occurred-at': v.optional(Instant) })

/** A deed in the warehouse, at no machine: it is no part of a push, since what it asks for can be refused by what lies there. */
export type WarehouseOperationEndpoint = { endpoint: Endpoint & { operation: true; params?: never }; perform: Execute<null> }

/** Hangs a deed on the app as its plain REST call, with `Idempotency-Key` and `Occurred-At`. */
export const serveOperation = (app: FastifyInstance, ctx: AppContext, together: ExecuteBatched, deed: OperationEndpoint) =>
  servePlain(app, ctx, {
    ...deed,
    whereIn: (params) => v.parse(v.object({ id: v.number() }), params).id,
    perform: (requests) => (deed.together ? together(requests, deed.perform) : executeOperations(ctx, requests, deed.perform)),
  })

export const serveWarehouseOperation = (app: FastifyInstance, ctx: AppContext, deed: WarehouseOperationEndpoint) =>
  servePlain(app, ctx, { ...deed, whereIn: () => null, perform: (requests) => executeOperations(ctx, requests, deed.perform) })

type Plain<W extends number | null> = {
  endpoint: Endpoint & { operation: true }
  whereIn(params: unknown): W
  perform(requests: readonly Request<W>[]): Promise<Outcome[]>
  bodyLimit?: number
}

function servePlain<W extends number | null>(app: FastifyInstance, ctx: AppContext, deed: Plain<W>) {
  const options = deed.bodyLimit === undefined ? {} : { bodyLimit: deed.bodyLimit }
  serveAlone(
    app,
    ctx,
    deed.endpoint,
    async ({ params }, { person, request, reply }) => {
      if (!person.enabled) return refuse('UNAUTHORIZED')
      const headers = v.safeParse(Headers, request.headers)
      if (!headers.success) return refuse('MALFORMED', { detail: `${v.getDotPath(headers.issues[0])}: ${headers.issues[0].message}` })
      const now = ctx.now()
      const said = headers.output['occurred-at']
      const occurredAt = said === undefined ? now : Date.parse(said)
      const machineId = deed.whereIn(params)
      try {
        const operationId = headers.output['idempotency-key'] ?? randomUUID()
        const { name: call } = deed.endpoint
        const asked = { person, operationId, call, machineId, occurredAt, clockOffset: null, deviceId: null, body: request.body }
        const [outcome] = await deed.perform([asked])
        if (!outcome) throw new Error('an operation ended without an outcome')
        if (outcome.replayed) void reply.header('idempotency-replayed', 'true')
        return outcome.status === 'applied' ? outcome.answer : outcome.refusal
      } catch (error) {
        // The first with this key still runs, and has for longer than a person waits.
        if (sqlStateOf(error) === '55P03') return refuse('REQUEST_IN_PROGRESS', { retryAfterSeconds: 2 })
        throw error
      }
    },
    options,
  )
}
