import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { type AnswerOf, type CheckedOf, DATA_TIME_HEADER, type Endpoint, type Paged } from '#contract/endpoint.ts'
import type { PageDetails } from '#contract/fields.ts'
import { scopeFor } from '#domain/keys.ts'
import { mayAccess } from '#domain/team/permissions.ts'
import { toIso } from '#domain/time.ts'
import { actByKey } from '../audit-log/audit-log.store.ts'
import { answerOnce } from './answer-once.ts'
import { authenticate, deviceOf, keyIn } from './authenticate.ts'
import { checkInput } from './check-input.ts'
import { inCompany } from './in-company.ts'
import { type LoadShedder, rankOf } from './load-shedding.ts'
import { separateReadOnly } from './read-only-fields.ts'
import { problemOf, Refusal, refuse } from './refusal.ts'
import type { Alone, AppContext, DeviceContext, Principal, PublicContext, RequestContext } from './request-context.ts'
import { isLarge, serializeInTurns } from './serialize-in-turns.ts'

/** A page of a list, for endpoints with `paged`. */
type Page<T> = { items: T; pageDetails: PageDetails }

type Success<E extends Endpoint> = Paged<E, AnswerOf<E>, Page<Extract<AnswerOf<E>, readonly unknown[]>>>

type Handle<E extends Endpoint> = (input: CheckedOf<E>, caller: RequestContext) => Promise<Success<E> | Refusal>
type HandlePublic<E extends Endpoint> = (input: CheckedOf<E>, visitor: PublicContext) => Promise<Success<E> | Refusal>

type ServeOptions = {
  /** Reads everything from one read-only snapshot. */
  snapshot?: boolean
  bodyLimit?: number
  /** The handler takes a load-shedder slot for each part of its work instead of one for all of it. */
  gatesItself?: true
  /** For a PATCH or PUT with its own transactions, if it answers in `inOwnCompany`, where the read-only fields that were sent are compared. */
  comparesReadOnly?: true
  /** Converts refusals to another format than a problem. OAuth has its own. */
  refusalAs?: RefusalAs
}

type RefusalAs = (refusal: Refusal, request: FastifyRequest) => { status: number; body: unknown }

declare module 'fastify' {
  interface FastifyInstance {
    gate: LoadShedder
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    refusalAs?: RefusalAs
  }
}

/**
 * Registers a call for authenticated users: permission, validated input, one transaction of the company, response. `readCurrent`: reads the
 * object before its change, if figures in it follow from the change.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  ctx: AppContext,
  endpoint: E,
  handle: Handle<E>,
  { readCurrent, ...options }: ServeOptions & { readCurrent?: Handle<E> } = {},
) {
  route(app, endpoint, options, async (request, reply) => {
    const principal = await principalOf(app, ctx, request)
    if (principal instanceof Refusal) return app.refuseUnauthorized(request)
    app.flows.remember(request, principal.companyId)
    if (!principal.enabled) return refuse('UNAUTHORIZED')
    const over = await app.overLimit(request, reply, principal)
    if (over) return over
    if (!mayCall(endpoint, principal)) return refuseAccess(endpoint, principal)
    const { body, readOnly } = separateReadOnly(endpoint, request.body)
    const input = checkInput(endpoint, request, body)
    if (input instanceof Refusal) return input
    return inCompany(
      ctx,
      principal.companyId,
      async (db) => {
        const caller: RequestContext = { db, principal, ctx, request, reply }
        if (principal.key && !options.snapshot) await actByKey(db, principal.key.id)
        const current = readCurrent && (() => readCurrent(input, caller))
        return answerOnce(endpoint, { input, readOnly }, caller, () => handle(input, caller), current)
      },
      { ...options, ...(endpoint.mayLag ? { onDataAge: (at) => void reply.header(DATA_TIME_HEADER, toIso(at)) } : {}) },
    )
  })
}

/** A token that was just rejected is not looked up again. */
async function principalOf(app: FastifyInstance, ctx: AppContext, request: FastifyRequest): Promise<Principal | Refusal> {
  if (app.unknownTokens.isKnown(request)) return refuse('UNAUTHORIZED')
  const principal = await authenticate(ctx, request)
  if (principal instanceof Refusal) app.unknownTokens.remember(request)
  return principal
}

/** Registers a call for devices. Each authenticates with its own key and acts only for itself. */
export function serveDevice<E extends Endpoint & { params: v.GenericSchema }>(
  app: FastifyInstance,
  ctx: AppContext,
  endpoint: E,
  handle: (input: CheckedOf<E>, caller: DeviceContext) => Promise<Success<E> | Refusal>,
  options: ServeOptions = {},
) {
  route(app, endpoint, options, async (request, reply) => {
    const key = keyIn(request.headers.authorization)
    const device = key === null ? refuse('UNAUTHORIZED') : await deviceOf(ctx, key, imeiIn(request.params))
    if (device instanceof Refusal) return device.code === 'UNAUTHORIZED' ? app.refuseUnauthorized(request) : device
    app.flows.remember(request, device.companyId)
    const over = await app.overDeviceLimit(request, device)
    if (over) return over
    const input = checkInput(endpoint, request)
    if (input instanceof Refusal) return input
    return inCompany(ctx, device.companyId, (db) => handle(input, { db, device, ctx, request, reply }), options)
  })
}

/** Registers a call for a device about itself, and for managers about that device. */
export function serveDeviceOrManager<E extends Endpoint & { params: v.GenericSchema }>(
  app: FastifyInstance,
  ctx: AppContext,
  endpoint: E,
  handle: (input: CheckedOf<E>, caller: DeviceContext | RequestContext) => Promise<Success<E> | Refusal>,
  options: ServeOptions = {},
) {
  route(app, endpoint, options, async (request, reply) => {
    const key = keyIn(request.headers.authorization)
    const device = key === null ? refuse('UNAUTHORIZED') : await deviceOf(ctx, key, imeiIn(request.params))
    const principal = device instanceof Refusal && device.code === 'UNAUTHORIZED' ? await authenticate(ctx, request) : device
    if (principal instanceof Refusal) return principal.code === 'UNAUTHORIZED' ? app.refuseUnauthorized(request) : principal
    app.flows.remember(request, principal.companyId)
    const isPrincipal = 'userId' in principal
    if (isPrincipal && !principal.enabled) return refuse('UNAUTHORIZED')
    const over = await (isPrincipal ? app.overLimit(request, reply, principal) : app.overDeviceLimit(request, principal))
    if (over) return over
    if (isPrincipal && !mayCall(endpoint, principal)) return refuseAccess(endpoint, principal)
    const input = checkInput(endpoint, request)
    if (input instanceof Refusal) return input
    const caller = isPrincipal ? { principal } : { device: principal }
    return inCompany(
      ctx,
      principal.companyId,
      (db) => handle(input, { ...caller, db, ctx, request, reply } as DeviceContext | RequestContext),
      options,
    )
  })
}

/** Whether a user may make a call. An API key also needs the scope. */
function mayCall(endpoint: Endpoint, principal: Principal): boolean {
  if (!mayAccess(endpoint.who, principal)) return false
  const scope = scopeFor(endpoint)
  return principal.key === undefined || (scope !== null && principal.key.scopes.includes(scope))
}

/** Names the missing scope, because a program cannot guess it. */
function refuseAccess(endpoint: Endpoint, { key }: Principal): Refusal {
  if (!key) return refuse('FORBIDDEN')
  const scope = scopeFor(endpoint)
  return refuse('FORBIDDEN', {
    detail: scope ? `This endpoint requires an API key with the scope ${scope}.` : 'This endpoint does not accept API keys.',
  })
}

const imeiIn = (params: unknown): string => String(Object(params).imei)

/**
 * Registers a call that opens its own transactions after the same checks, such as push, whose operations are independent. `servesDisabled`: the
 * handler also serves disabled users.
 */
export function serveAlone<E extends Endpoint>(
  app: FastifyInstance,
  ctx: AppContext,
  endpoint: E,
  handle: (input: CheckedOf<E>, caller: Alone) => Promise<Success<E> | Refusal>,
  options: ServeOptions & { servesDisabled?: true } = {},
) {
  route(app, endpoint, options, async (request, reply) => {
    const principal = await principalOf(app, ctx, request)
    if (principal instanceof Refusal) return app.refuseUnauthorized(request)
    app.flows.remember(request, principal.companyId)
    if (!principal.enabled && !options.servesDisabled) return refuse('UNAUTHORIZED')
    const over = await app.overLimit(request, reply, principal)
    if (over) return over
    if (!mayCall(endpoint, principal)) return principal.enabled ? refuseAccess(endpoint, principal) : refuse('UNAUTHORIZED')
    const { body, readOnly } = options.comparesReadOnly ? separateReadOnly(endpoint, request.body) : { body: request.body }
    const input = checkInput(endpoint, request, body)
    if (input instanceof Refusal) return input
    return handle(input, { principal, ctx, request, reply, ...(readOnly ? { readOnly } : {}) })
  })
}

/**
 * For a call that opens its own transactions: one of the company, in which a write with an idempotency key counts once. `input` contains no
 * secrets.
 */
export const inOwnCompany = <T>(
  endpoint: Endpoint,
  input: object,
  { readOnly, ...caller }: Alone,
  handle: (caller: RequestContext) => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  inCompany(
    caller.ctx,
    caller.principal.companyId,
    (db) => answerOnce(endpoint, { input, readOnly }, { ...caller, db }, () => handle({ ...caller, db })),
    {},
  )

/** Registers a call without authentication. `basic` calls name the public client (RFC 6749 §2.3.1). */
export function servePublic<E extends Endpoint>(
  app: FastifyInstance,
  ctx: AppContext,
  endpoint: E,
  handle: HandlePublic<E>,
  options: ServeOptions = {},
) {
  route(app, endpoint, options, async (request, reply) => {
    if (endpoint.who === 'basic' && !namesPublicClient(request)) {
      void reply.header('www-authenticate', 'Basic realm="roundsman"')
      return refuse('UNAUTHORIZED', { detail: 'This endpoint requires HTTP Basic authentication with the public client.' })
    }
    const input = checkInput(endpoint, request)
    if (input instanceof Refusal) return input
    return handle(input, { ctx, request, reply })
  })
}

/** The scheme is case-insensitive (RFC 9110 §11.1), the credentials are not. */
const namesPublicClient = ({ headers: { authorization = '' } }: FastifyRequest): boolean =>
  authorization.replace(/^basic +/i, 'Basic ') === PUBLIC_CLIENT

function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: ServeOptions,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const rank = rankOf(endpoint)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint, ...(options.refusalAs ? { refusalAs: options.refusalAs } : {}) },
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    handler: async (request, reply) => {
      const isGated = rank !== null && !options.gatesItself
      const result = await (isGated ? app.gate.through(rank, () => answer(request, reply), app.flows.of(request)) : answer(request, reply))
      if (reply.sent) return reply
      if (result instanceof Refusal) return sendRefusal(reply, result)
      void reply.status(endpoint.status ?? 200)
      if (endpoint.plain) return reply.send(result)
      const isPaged = endpoint.paged && isPage(result)
      const response = isPaged ? { data: result.items, pageDetails: result.pageDetails } : { data: result }
      if (!isLarge(response)) return reply.send(response)
      return reply.type('application/json; charset=utf-8').send(await serializeInTurns(response))
    },
  })
}

const isPage = (result: unknown): result is Page<unknown> => typeof result === 'object' && result !== null && 'pageDetails' in result

export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))))
  if (refusal.status === 401 && !reply.hasHeader('www-authenticate')) void reply.header('www-authenticate', 'Bearer realm="roundsman"')
  // A cache may store even a 404, but an address that does not exist today may exist tomorrow.
  void reply.header('cache-control', 'no-store')
  const converted = reply.routeOptions?.config?.refusalAs?.(refusal, reply.request)
  if (converted) return reply.status(converted.status).type('application/json; charset=utf-8').send(JSON.stringify(converted.body))
  return reply
    .status(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(refusal)))
}

/** One page of what a store counted. */
export const pageOf = <T>(items: T, { page, size, total }: { page: number; size: number; total: number }): Page<T> => ({
  items,
  pageDetails: { page, size, totalPages: Math.ceil(total / size), totalElements: total, hasNext: (page + 1) * size < total },
})
