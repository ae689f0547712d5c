import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import * as v from 'valibot'
import { OAuthError, PUBLIC_CLIENT } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem, REFUSALS } from '#contract/errors.ts'
import { push } from '#contract/sync.ts'
import { codesOf } from '../../server/http/openapi-refusals.ts'
import { checkLedger } from '../chaos/ledger-check.ts'
import { injectStream } from '../support/live-stream.ts'
import { anAddress, signedIn } from '../support/test-context.ts'
import { type Request, requestsTo } from './requests.ts'
import type { World } from './world.ts'

/** Longer than any call may take, however busy the machine. */
const HANGS_MS = 30_000

type StormOptions = { world: World; endpoint: Endpoint; requests: number; seed: number; path?: string }

/** The result: the count of each status, the count of valid requests, and the smallest failing request. */
type Storm = {
  statuses: Map<number, number>
  sound: number
  wrong: string | null
  ledger: { mismatches: number[]; pointsChecked: number }
}

/** Sends requests to one endpoint and checks every response. */
export async function storm({ world, endpoint, requests, seed, path }: StormOptions): Promise<Storm> {
  const send = await sender(world, endpoint)
  const statuses = new Map<number, number>()
  let sound = 0
  const details = await fc.check(
    fc.asyncProperty(requestsTo(endpoint, world.fields), async (request) => {
      const answer = await send(request)
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      if (request.isSound) sound++
      const wrong = violationOf(endpoint, request, answer)
      if (wrong) throw new Error(wrong)
    }),
    { numRuns: requests, seed, ...(path === undefined ? {} : { path }) },
  )
  const wrong = details.failed
    ? `${details.errorInstance instanceof Error ? details.errorInstance.message : ''}\n${JSON.stringify(details.counterexample?.[0])}\nnpm run fuzz -- --endpoint ${endpoint.name} --seed ${seed} --path ${details.counterexamplePath}`
    : null
  return { statuses, sound, wrong, ledger: await checkLedger(world.ctx.database.owner, world.company, [], []) }
}

async function sender(world: World, { who, answerType }: Endpoint): Promise<(request: Request) => Promise<LightMyRequestResponse>> {
  const { app, manager, serviceman, device } = world
  // The guest's session may be revoked.
  const guest = await signedIn(app, 'guest')
  const signIns = { manager: manager.signIn, serviceman: serviceman.signIn }
  const signInOf = (request: Request) =>
    who === 'basic' ? { authorization: PUBLIC_CLIENT } : who === 'public' ? guest : who === 'device' ? device.signIn : signIns[request.who]
  const ask = (options: InjectOptions) => (answerType === 'text/event-stream' ? injectStream(app, options) : app.inject(options))
  return (request) => {
    const { method, url, headers, body } = request
    const sent = ask({
      method,
      url,
      remoteAddress: anAddress(),
      headers: { ...signInOf(request), ...headers },
      ...(body === null ? {} : { payload: body }),
    })
    return withinTime(sent)
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('hangs')), HANGS_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The error in a response; null if it follows the contract. */
function violationOf(endpoint: Endpoint, request: Request, { statusCode, headers, body }: LightMyRequestResponse): string | null {
  const summary = `${statusCode} ${headers['content-type']} ${body.slice(0, 500)}`
  const isRefused = statusCode >= 400
  if (statusCode >= 500) return `failed: ${summary}`
  if (/node_modules|\n\s+at /.test(body)) return `exposes internals: ${summary}`
  if (!isRefused && statusCode !== (endpoint.status ?? 200)) return `has an undocumented status: ${summary}`
  if (!isRefused && !isPromisedAnswer(endpoint, body)) return `does not match its response schema: ${summary}`
  if (!isRefused && breaksContract(endpoint, request)) return `accepted an invalid request: ${summary}`
  if (endpoint.name === push.name && !isRefused && failsInside(body)) return `failed internally: ${summary}`
  if (!isRefused) return null
  const problem = endpoint.path.startsWith('/oauth/')
    ? oauthCodeOf(headers['content-type'], body)
    : codeOf(statusCode, headers['content-type'], body)
  if (problem === null) return `is not a documented error: ${summary}`
  if (!promisedCodes(endpoint).includes(problem)) return `has an undocumented code: ${summary}`
  return request.isSound && ABOUT_FORM.includes(problem) ? `rejected a valid request: ${summary}` : null
}

/** Error codes for requests that violate the contract. */
const ABOUT_FORM = ['MALFORMED', 'INVALID', 'TOO_LARGE', 'UNSUPPORTED_TYPE']

const promisedCodes = (endpoint: Endpoint): string[] => [...codesOf(endpoint), ...(endpoint.path.startsWith('/oauth/') ? OAUTH_CODES : [])]

/** OAuth error codes in addition to the contract's. */
const OAUTH_CODES = ['INVALID_PASSWORD_OR_LOGIN', 'INVALID_TOKEN']
const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_token',
  'unsupported_grant_type',
  'temporarily_unavailable',
]

function codeOf(status: number, type: unknown, body: string): string | null {
  if (!String(type).startsWith('application/problem+json')) return null
  const read = v.safeParse(Problem, JSON.parse(body))
  if (!read.success || read.output.status !== status || read.output.title === '') return null
  const { code } = read.output
  return Object.entries(REFUSALS).some(([name, its]) => name === code && its === status) ? code : null
}

function oauthCodeOf(type: unknown, body: string): string | null {
  if (!String(type).startsWith('application/json')) return null
  const read = v.safeParse(OAuthError, JSON.parse(body))
  return read.success && read.output.error_description && OAUTH_ERRORS.includes(read.output.error) ? (read.output.code ?? null) : null
}

function isPromisedAnswer({ answer, answerType, plain, paged }: Endpoint, body: string): boolean {
  if (!answer || answerType) return true
  const read: unknown = JSON.parse(body)
  const payload = plain ? read : v.is(v.object({ data: v.unknown() }), read) ? read.data : undefined
  return v.is(answer, payload) && (paged !== true || v.is(v.object({ pageDetails: v.object({}) }), read))
}

/** Whether the body, parsed as JSON, violates the schema. */
function breaksContract({ body: schema, bodyType }: Endpoint, { body, headers }: Request): boolean {
  if (!schema || bodyType === 'form' || body === null || !headers['content-type']?.startsWith('application/json')) return false
  try {
    return !v.is(schema, JSON.parse(body))
  } catch {
    return body !== ''
  }
}

/** A push returns a result per operation; an operation that failed with an internal error counts as a 500. */
const failsInside = (body: string): boolean => {
  const { data } = v.parse(v.object({ data: push.answer }), JSON.parse(body))
  return data.results.some(({ status }) => status === 'retry')
}
