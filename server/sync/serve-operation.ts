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

/** An operation with its endpoint. The plain call and the entry of a push use the same `perform`. */
export type OperationEndpoint = {
  endpoint: Endpoint & { operation: true; params: v.GenericSchema }
  perform: Execute
  isPushed?: never
  /** Whether operations with this `perform` may share a transaction within a company. */
  together?: true
  /** The body limit in bytes, if it is larger than the default. */
  bodyLimit?: number
}

const Headers = v.object({ 'idempotency-key': v.optional(Uuid), 'occurred-at': v.optional(Instant) })

/** An operation in the warehouse. It is not part of pushes, because the current stock may refuse it. */
export type WarehouseOperationEndpoint = {
  endpoint: Endpoint & { operation: true; params?: never }
  perform: Execute<null>
  isPushed?: true
}

/** An operation of a van. It happens at no machine, but without a network, so that pushes contain it. */
export type VanOperationEndpoint = WarehouseOperationEndpoint & { isPushed: true; together?: never }

/** Registers an operation as a REST call with `Idempotency-Key` and `Occurred-At`. */
export const serveOperation = (app: FastifyInstance, ctx: AppContext, executeBatched: ExecuteBatched, operation: OperationEndpoint) =>
  servePlain(app, ctx, {
    ...operation,
    whereIn: (params) => v.parse(v.object({ id: v.number() }), params).id,
    perform: (requests) =>
      operation.together ? executeBatched(requests, operation.perform) : executeOperations(ctx, requests, operation.perform),
  })

export const serveWarehouseOperation = (app: FastifyInstance, ctx: AppContext, operation: WarehouseOperationEndpoint) =>
  servePlain(app, ctx, { ...operation, whereIn: () => null, perform: (requests) => executeOperations(ctx, requests, operation.perform) })

type Plain<W extends number | null> = {
  endpoint: Endpoint & { operation: true }
  whereIn(params: unknown): W
  perform(requests: readonly Request<W>[]): Promise<Outcome[]>
  bodyLimit?: number
}

function servePlain<W extends number | null>(app: FastifyInstance, ctx: AppContext, operation: Plain<W>) {
  const options = operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }
  serveAlone(
    app,
    ctx,
    operation.endpoint,
    async ({ params }, { principal, request, reply }) => {
      const headers = v.safeParse(Headers, request.headers)
      if (!headers.success) return refuse('MALFORMED', { detail: `${v.getDotPath(headers.issues[0])}: ${headers.issues[0].message}` })
      const now = ctx.now()
      const header = headers.output['occurred-at']
      const occurredAt = header === undefined ? now : Date.parse(header)
      const machineId = operation.whereIn(params)
      try {
        const operationId = headers.output['idempotency-key'] ?? randomUUID()
        const { name: call } = operation.endpoint
        const operationRequest = {
          principal,
          operationId,
          call,
          machineId,
          occurredAt,
          clockOffset: null,
          deviceId: null,
          body: request.body,
        }
        const [outcome] = await operation.perform([operationRequest])
        if (!outcome) throw new Error('an operation has no outcome')
        if (outcome.replayed) void reply.header('idempotency-replayed', 'true')
        return outcome.status === 'applied' ? outcome.answer : outcome.refusal
      } catch (error) {
        // The first request with this key is still running and exceeded the wait limit.
        if (sqlStateOf(error) === '55P03') return refuse('REQUEST_IN_PROGRESS', { retryAfterSeconds: 2 })
        throw error
      }
    },
    options,
  )
}
