import { createHash } from 'node:crypto'
import { finished } from 'node:stream'
import rateLimit, { type CreateRateLimitOptions, type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { KEY_PREFIX } from './authenticate.ts'
import { networkOf } from './network.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Device, Principal } from './request-context.ts'
import { sendRefusal } from './serve.ts'

/** Calls per minute, and files per hour. Each process counts separately, so several servers behind a load balancer allow a multiple. */
export type Limits = {
  address: number
  /** Unauthenticated calls: without a token or with an unknown one. */
  anonymous: number
  /** Everything outside the API, which is the app's own files. Installing the app loads some hundreds. */
  files: number
  /** Open connections per address, where there is no proxy. */
  sockets: number
  user: number
  company: number
  /** Calls per API key. */
  key: number
  exports: number
  /** Sample companies per company and hour. Filling one occupies the database for about a second. */
  samples: number
  /** Messages per device and second. */
  device: number
  /** High, because a mobile network may route thousands of devices through one address. */
  deviceAddress: number
  claims: number
  /** Per machine and hour. */
  restarts: number
  credits: number
  creditsADay: number
  /** Reports of customers per hour, from one network and about one machine. */
  issues: number
  issuesOfMachine: number
  /** Debugger commands per device and minute. */
  debugs: number
}

export const LIMITS: Limits = {
  address: 600,
  anonymous: 120,
  files: 3_000,
  sockets: 512,
  user: 1_200,
  company: 6_000,
  key: 600,
  exports: 10,
  samples: 5,
  device: 20,
  deviceAddress: 24_000,
  claims: 10,
  restarts: 6,
  credits: 10,
  creditsADay: 20,
  issues: 10,
  issuesOfMachine: 20,
  debugs: 6,
}

/** For a server on loopback under a benchmark or a long test. */
export const NO_LIMITS: Limits = {
  address: 1e9,
  anonymous: 1e9,
  files: 1e9,
  sockets: 1e9,
  user: 1e9,
  company: 1e9,
  key: 1e9,
  exports: 1e9,
  samples: 1e9,
  device: 1e9,
  deviceAddress: 1e9,
  claims: 1e9,
  restarts: 1e9,
  credits: 1e9,
  creditsADay: 1e9,
  issues: 1e9,
  issuesOfMachine: 1e9,
  debugs: 1e9,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the user is authenticated. */
    principal: Principal | null
    /** Set once the device is authenticated. */
    device: Device | null
  }
  interface FastifyInstance {
    /** Counts a request for the user, the company, and the call if it has its own limit. */
    overLimit(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<Refusal | null>
    /** Counts an incoming request by its address. */
    overRequestLimit(request: FastifyRequest): Promise<Refusal | null>
    /** Counts bytes from an address that are not an HTTP request. */
    overAddressLimit(ip: string): Promise<Refusal | null>
    /** Refuses a request with an invalid token and counts it as unauthenticated. */
    refuseUnauthorized(request: FastifyRequest): Promise<Refusal>
    /** Rejected user tokens. Keys of devices are looked up elsewhere and are not included. */
    unknownTokens: ReturnType<typeof unknownTokens>
    /** Whether the company may start another file. The file counts until its response has been sent. */
    startFile(company: CompanyId, reply: FastifyReply): boolean
    /** Counts a message of a device. */
    overDeviceLimit(request: FastifyRequest, device: Device): Promise<Refusal | null>
    /** Counts an attempt to claim a device, by its address. */
    overClaimLimit(request: FastifyRequest): Promise<Refusal | null>
    /** Counts a customer's report, by its network or by the machine of its token. */
    overIssueLimit(request: FastifyRequest, by: 'address' | 'machine'): Promise<Refusal | null>
    limits: Limits
  }
}

/** Counts every request by address first, and calls by user and company after authentication. */
export async function limitCalls(app: FastifyInstance, limits: Limits): Promise<void> {
  const hasToken = ({ headers }: FastifyRequest) => /^Bearer /i.test(headers.authorization ?? '')
  /** Requests with an unknown token. They get the limit of requests without one. */
  const anonymous = new WeakSet<FastifyRequest>()
  const limitNameOf = (request: FastifyRequest) => {
    if (!request.url.startsWith('/api/')) return 'files'
    if (!hasToken(request) || anonymous.has(request) || !(looksUpToken(request) || app.flows.has(request))) return 'anonymous'
    return request.url.startsWith('/api/telemetry/') ? 'deviceAddress' : 'address'
  }
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', store: Windows })
  app.decorate('limits', limits)
  app.decorateRequest('principal', null)
  app.decorateRequest('device', null)
  app.decorate('startFile', filesAtOnce())
  const counter = (options: CreateRateLimitOptions) => app.createRateLimit({ allowList: [], ...options })
  const requests = counter({
    max: (request) => limits[limitNameOf(request)],
    keyGenerator: (request) => `${limitNameOf(request)} ${networkOf(request.ip)}`,
  })
  app.decorate('overRequestLimit', async (request) => over(await requests(request)))
  app.decorate('overAddressLimit', async (ip) =>
    over(await requests({ ip, url: '/api/', headers: {}, routeOptions: { config: {} } } as FastifyRequest)),
  )
  // A hook of the whole app and not of its routes, so that unknown addresses count too.
  app.addHook('onRequest', async (request, reply) => {
    const refused = await app.overRequestLimit(request)
    if (refused) return sendRefusal(reply, refused)
  })
  app.decorate('refuseUnauthorized', async (request) => {
    // A request without a token was counted on arrival.
    const isCounted = limitNameOf(request) === 'anonymous'
    anonymous.add(request)
    return (isCounted ? null : await app.overRequestLimit(request)) ?? refuse('UNAUTHORIZED')
  })
  app.decorate('unknownTokens', unknownTokens())
  const inCompany = (request: FastifyRequest, of: string) => `${of} ${request.principal?.companyId}`
  const byUser = counter({ max: limits.user, keyGenerator: (request) => `${inCompany(request, 'user')}/${request.principal?.userId}` })
  const byKey = counter({ max: limits.key, keyGenerator: (request) => `${inCompany(request, 'key')}/${request.principal?.key?.id}` })
  const byCompany = counter({ max: limits.company, keyGenerator: (request) => inCompany(request, 'company') })
  const exports = counter({
    max: limits.exports,
    timeWindow: '1 hour',
    keyGenerator: (request) => `${inCompany(request, 'exports')}/${request.principal?.userId}`,
  })
  const samples = counter({ max: limits.samples, timeWindow: '1 hour', keyGenerator: (request) => inCompany(request, 'samples') })
  const byDevice = counter({
    max: limits.device,
    timeWindow: '1 second',
    keyGenerator: ({ device }) => `device ${device?.companyId}/${device?.deviceId}`,
  })
  app.decorate('overDeviceLimit', async (request, device) => {
    request.device = device
    return over(await byDevice(request))
  })
  const claims = counter({ max: limits.claims, keyGenerator: ({ ip }) => `claims ${networkOf(ip)}` })
  app.decorate('overClaimLimit', async (request) => over(await claims(request)))
  const hourly = { timeWindow: '1 hour' } as const
  const issues = {
    address: counter({ ...hourly, max: limits.issues, keyGenerator: ({ ip }) => `issues ${networkOf(ip)}` }),
    machine: counter({ ...hourly, max: limits.issuesOfMachine, keyGenerator: ({ params }) => `issues of ${Object(params).token}` }),
  }
  app.decorate('overIssueLimit', async (request, by) => over(await issues[by](request)))
  app.decorate('overLimit', async (request, reply, principal) => {
    request.principal = principal
    const isExport = asksForFile(request)
    const isSample = request.routeOptions.config.endpoint?.name === 'createSample'
    for (const count of [principal.key ? byKey : byUser, byCompany, ...(isExport ? [exports] : []), ...(isSample ? [samples] : [])]) {
      const refused = over(await count(request))
      if (refused) return refused
    }
    if (isExport && !app.startFile(principal.companyId, reply)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
    return null
  })
}

/** Counts by a monotonic clock, because a wall clock that jumps forward and back would keep windows open. */
class Windows implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { current: number; endsAt: number }>()

  incr(key: string, done: (error: Error | null, counted?: { current: number; ttl: number }) => void, lasts: number) {
    const now = performance.now()
    const open = this.windows.get(key)
    const window = open && open.endsAt > now ? open : { current: 0, endsAt: now + lasts }
    window.current++
    this.windows.set(key, window)
    if (this.windows.size > MAX_WINDOWS) this.forget(now)
    done(null, { current: window.current, ttl: window.endsAt - now })
  }

  /** Deletes expired windows; if those are too few, the oldest ones. */
  private forget(now: number) {
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key)
    for (const key of this.windows.keys()) {
      if (this.windows.size <= MAX_WINDOWS / 2) return
      this.windows.delete(key)
    }
  }

  child() {
    return new Windows()
  }
}

const MAX_WINDOWS = 50_000

/** Other routes never look up a token, so any text would count as one there. */
const looksUpToken = ({ routeOptions }: FastifyRequest): boolean => {
  const who = routeOptions?.config?.endpoint?.who
  return who !== undefined && who !== 'public' && who !== 'basic'
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

const over = (counted: Counted): Refusal | null =>
  !counted.isAllowed && counted.isExceeded ? refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: counted.ttlInSeconds }) : null

/** Some calls always create a file, others only on request. */
const asksForFile = ({ routeOptions, query }: FastifyRequest): boolean =>
  (routeOptions.config.endpoint?.name.startsWith('export') ?? false) ||
  (typeof query === 'object' && query !== null && 'exportType' in query)

/** Files of one company that are created at the same time. Further requests wait. */
const FILES_AT_ONCE = 2

/** Returns whether another file may start, and counts it until its response was sent or aborted. */
function filesAtOnce(): (company: CompanyId, reply: FastifyReply) => boolean {
  const running = new Map<CompanyId, number>()
  const count = (company: CompanyId, more: number) => {
    const now = (running.get(company) ?? 0) + more
    if (now > 0) running.set(company, now)
    else running.delete(company)
  }
  return (company, reply) => {
    if ((running.get(company) ?? 0) >= FILES_AT_ONCE) return false
    count(company, 1)
    finished(reply.raw, () => count(company, -1))
    return true
  }
}

/** Maximum number of remembered tokens. */
const MAX_TOKENS = 10_000

/** Short, because a user whose seat is restored may use the same token again. */
const REMEMBERED_MS = 5 * SECOND

/**
 * Remembers hashes of tokens that were just rejected, so that they are not looked up in the database again for a while. Tokens are random,
 * so no rejected token is issued later. API keys are left out because one becomes valid again as soon as its creator is a manager again.
 */
function unknownTokens(now = () => performance.now()) {
  const tokens = new Map<string, number>()
  const keyOf = ({ headers: { authorization } }: FastifyRequest) =>
    authorization === undefined || authorization.includes(` ${KEY_PREFIX}`)
      ? null
      : createHash('sha256').update(authorization).digest('base64url')
  return {
    isKnown(request: FastifyRequest): boolean {
      const key = keyOf(request)
      return key !== null && (tokens.get(key) ?? 0) > now()
    },
    remember(request: FastifyRequest) {
      const key = keyOf(request)
      if (key === null) return
      tokens.delete(key)
      tokens.set(key, now() + REMEMBERED_MS)
      const [oldest] = tokens.keys()
      if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest)
    },
  }
}
