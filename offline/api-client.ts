import * as v from 'valibot'
import { PUBLIC_CLIENT, REFRESH_COOKIE_HEADER, Tokens } from '#contract/account.ts'
import { ANSWER_HEADER, type Endpoint, type Paged, type ReceivedOf, type RequestOf, TIME_HEADER } from '#contract/endpoint.ts'
import { PageDetails } from '#contract/fields.ts'
import { untilHidden } from './bfcache.ts'
import { currentSession, type Session, saveSession } from './session.ts'
import { type Answer, isAccessDenied, PASSING_CODES } from './sync-calls.ts'

/** The specified time-out for requests that a user waits for; the sync engine gives up much sooner and retries. */
const TIMEOUT_MS = 900_000

export type CallOptions = {
  timeoutMs?: number
  headers?: Record<string, string>
  /** `tookMs`: the round trip by the monotonic clock. */
  onTime?: (sample: { sentAt: number; receivedAt: number; serverTime: number; tookMs: number }) => void
  /** Receives the headers of a response of the server. */
  onHeaders?: (headers: Headers) => void
}

export type Page<T> = { items: T; pageDetails: PageDetails }
export type Received<E extends Endpoint> = Paged<E, ReceivedOf<E>, Page<Extract<ReceivedOf<E>, readonly unknown[]>>>

/**
 * Sends a request to the server; the only place that fetches. A response counts only if it is JSON with our own header; everything else (a
 * hotel's login page, a proxy's error) is treated as no network. An expired access token is refreshed once, transparently.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> = {},
  options: CallOptions = {},
): Promise<Answer<Received<E>>> {
  const session = await currentSession()
  const first = await send(endpoint, request, options, session)
  if (first.state !== 'signed-out' || !session) return notifying(first)
  const renewed = await renew(session)
  return notifying(renewed.state === 'answered' ? await send(endpoint, request, options, renewed.value) : renewed)
}

const listeners = new Set<() => void>()

/** Calls `listener` when the server refuses the current session, on any call. Returns a function that unsubscribes. */
export function onAccessDenied(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifying<T>(answer: Answer<T>): Answer<T> {
  if (isAccessDenied(answer)) for (const listener of [...listeners]) listener()
  return answer
}

async function send<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions,
  session: Session | null,
): Promise<Answer<Received<E>>> {
  const isOpen = endpoint.who === 'public' || endpoint.who === 'basic'
  if (!isOpen && !session) return { state: 'signed-out' }
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/json')
  if (endpoint.who === 'basic') headers.set('authorization', PUBLIC_CLIENT)
  else if (!isOpen && session) headers.set('authorization', `Bearer ${session.accessToken}`)
  const body = bodyOf(endpoint, request.body)
  if (body !== undefined)
    headers.set('content-type', endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json')

  const sentAt = Date.now()
  const began = performance.now()
  const response = await fetchOnce(
    `${session?.api ?? API}${addressOf(endpoint, request)}`,
    { method: endpoint.method, headers, body, credentials: 'same-origin' },
    options.timeoutMs ?? TIMEOUT_MS,
  )
  if (!isOurs(response)) return failed(response)
  const serverTime = Date.parse(response.headers.get(TIME_HEADER) ?? '')
  if (Number.isFinite(serverTime)) options.onTime?.({ sentAt, receivedAt: Date.now(), serverTime, tookMs: performance.now() - began })
  options.onHeaders?.(response.headers)
  return read(endpoint, response)
}

/** Base address of the API; the page's own origin by default. */
export const API = '/api'

async function fetchOnce(
  address: string,
  init: Omit<RequestInit, 'body'> & { body: string | undefined },
  timeoutMs: number,
): Promise<Response | Missing> {
  const { body, ...rest } = init
  try {
    return await fetch(address, {
      ...rest,
      ...(body === undefined ? {} : { body }),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    return { isLate: error instanceof DOMException && error.name === 'TimeoutError' }
  }
}

/** No response: the server is unreachable, or the request timed out. */
type Missing = { isLate: boolean }

const isOurs = (response: Response | Missing): response is Response => !('isLate' in response) && response.headers.has(ANSWER_HEADER)

/** A stream of the server, or why there is none. It is checked by the same header as every response. */
type Opened = { state: 'open'; response: Response } | Exclude<Answer<never>, { state: 'answered' }>

/** Opens a stream with the token of the current session. It ends only by its signal. */
export async function openStream<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { headers, signal }: { headers: HeadersInit | undefined; signal: AbortSignal },
): Promise<Opened> {
  const session = await currentSession()
  if (!session) return { state: 'signed-out' }
  const first = await openOnce(endpoint, request, { headers, signal }, session)
  if (first.state !== 'signed-out') return first
  const renewed = await renew(session)
  if (renewed.state === 'answered') return openOnce(endpoint, request, { headers, signal }, renewed.value)
  notifying(renewed)
  return renewed
}

async function openOnce<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { headers: given, signal }: { headers: HeadersInit | undefined; signal: AbortSignal },
  session: Session,
): Promise<Opened> {
  const headers = new Headers(given)
  headers.set('authorization', `Bearer ${session.accessToken}`)
  const init = { method: endpoint.method, headers, signal, credentials: 'same-origin', cache: 'no-store', redirect: 'error' } as const
  const response = await fetch(`${session.api}${addressOf(endpoint, request)}`, init).catch(() => ({ isLate: false }))
  if (!isOurs(response)) return failed(response)
  if (response.ok) return { state: 'open', response }
  const refused = await read(endpoint, response)
  return refused.state === 'answered' ? { state: 'unreachable', retryAfterMs: null } : refused
}

/** Downloads a file as bytes. Another media type than requested means that the response is not ours and is treated as no network. */
export async function download(address: string, mediaType: string, timeoutMs: number): Promise<Answer<Blob>> {
  const response = await fetchOnce(address, { method: 'GET', credentials: 'same-origin', body: undefined }, timeoutMs)
  if ('isLate' in response) return failed(response)
  if (!response.ok || !response.headers.get('content-type')?.startsWith(mediaType))
    return { ...failed(response), retryAfterMs: retryAfterOf(response) }
  try {
    return { state: 'answered', value: await response.blob() }
  } catch {
    return { state: 'unreachable', retryAfterMs: null }
  }
}

/** The status of a proxy that refuses bodies of the size of the request. */
export const TOO_LARGE_FOR_PROXY = 413

/** The status of a proxy that limits the number of requests. */
const TOO_MANY_FOR_PROXY = 429

/**
 * Without our header the response is not ours. A proxy whose server is down, or that limits bodies or requests, is recognised by its status;
 * anything else is from a program in between, such as a firewall or the sign-in page of a network.
 */
function failed(response: Response | Missing): Extract<Answer<never>, { state: 'unreachable' }> {
  const unreachable = { state: 'unreachable', retryAfterMs: null } as const
  if ('isLate' in response) return response.isLate ? { ...unreachable, isLate: true } : unreachable
  const { status } = response
  const isOfProxy = status >= 500 || status === TOO_LARGE_FOR_PROXY || status === TOO_MANY_FOR_PROXY
  return isOfProxy ? { ...unreachable, status } : { ...unreachable, interceptedWith: status }
}

const PASSING = new Set([408, 425, 429, 500, 501, 502, 503, 504])

const Failure = v.object({
  code: v.optional(v.string(), ''),
  detail: v.optional(v.string()),
  details: v.optional(v.unknown()),
  error: v.optional(v.string()),
  error_description: v.optional(v.string()),
})

async function read<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<Received<E>>> {
  if (PASSING.has(response.status)) {
    const failure = v.safeParse(Failure, response.status === 503 ? await jsonOf(response) : undefined)
    const code = failure.success ? PASSING_CODES.find((one) => one === failure.output.code) : undefined
    const missing = { state: 'unreachable', retryAfterMs: retryAfterOf(response), status: response.status } as const
    return code ? { ...missing, code } : missing
  }
  if (response.status === 401 && endpoint.who !== 'basic') return { state: 'signed-out' }
  const json = await jsonOf(response)
  if (json === undefined) return { state: 'unreachable', retryAfterMs: null }
  if (!response.ok) {
    const failure = v.safeParse(Failure, json)
    if (!failure.success) return { state: 'unreachable', retryAfterMs: null }
    const { code, error, detail, error_description, details } = failure.output
    return { state: 'refused', status: response.status, code: code || (error ?? ''), detail: detail ?? error_description, details }
  }
  const schema = answerSchema(endpoint)
  const answer = v.safeParse(schema, json)
  // A response that this app does not understand: it is older than the server and must not guess.
  if (!answer.success) return { state: 'refused', status: 426, code: 'APP_TOO_OLD', detail: v.getDotPath(answer.issues[0]) ?? undefined }
  return { state: 'answered', value: unwrap(endpoint, answer.output) as Received<E> }
}

function answerSchema(endpoint: Endpoint): v.GenericSchema {
  const payload = endpoint.answer ?? v.unknown()
  if (endpoint.plain) return payload
  if (!endpoint.paged) return v.object({ data: payload })
  return v.object({ data: payload, pageDetails: endpoint.paged === true ? PageDetails : v.optional(PageDetails) })
}

function unwrap(endpoint: Endpoint, answer: unknown): unknown {
  if (endpoint.plain) return answer
  const { data, pageDetails } = answer as { data: unknown; pageDetails?: PageDetails }
  return pageDetails ? { items: data, pageDetails } : data
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Seconds, or a date; null if the header is absent. */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function addressOf(endpoint: Endpoint, { params, query }: RequestOf<Endpoint>): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const search = new URLSearchParams(textsOf(query)).toString()
  return search ? `${path}?${search}` : path
}

function bodyOf(endpoint: Endpoint, body: unknown): string | undefined {
  if (body === undefined) return undefined
  return endpoint.bodyType === 'form' ? new URLSearchParams(textsOf(body, { keepsEmpty: true })).toString() : JSON.stringify(body)
}

/** Empty filters are left out of a URL. A form has all of its fields. */
const textsOf = (fields: unknown, { keepsEmpty = false } = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(fields))
      .filter(([, value]) => value !== undefined && value !== null && (keepsEmpty || value !== ''))
      .map(([name, value]) => [name, String(value)]),
  )

/**
 * Refreshes the access token with the cookie, one at a time across tabs and worker: the second one finds the new token. Only a response of
 * the server ends a session; without a network it remains.
 */
const renew = (old: Session): Promise<Answer<Session>> =>
  oneAtATime(async () => {
    const now = await currentSession()
    if (!now) return { state: 'signed-out' }
    if (now.accessToken !== old.accessToken) return { state: 'answered', value: now }
    const headers = { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded', [REFRESH_COOKIE_HEADER]: '1' }
    const response = await fetchOnce(
      `${now.api}/oauth/token`,
      { method: 'POST', headers, body: 'grant_type=refresh_token', credentials: 'same-origin' },
      30_000,
    )
    if (!isOurs(response)) return failed(response)
    if (PASSING.has(response.status)) return { state: 'unreachable', retryAfterMs: null, status: response.status }
    // An explicit refusal by the server; anything else may be temporary.
    if (response.status === 400) return { state: 'signed-out' }
    const tokens = v.safeParse(Tokens, await jsonOf(response))
    if (!tokens.success) return { state: 'unreachable', retryAfterMs: null }
    const session: Session = { ...now, accessToken: tokens.output.access_token, expiresAt: Date.now() + tokens.output.expires_in * 1000 }
    await saveSession(session)
    return { state: 'answered', value: session }
  })

const oneAtATime = (work: () => Promise<Answer<Session>>): Promise<Answer<Session>> => {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request('roundsman-session', () => untilHidden(work(), { state: 'unreachable', retryAfterMs: null } as const))
}
