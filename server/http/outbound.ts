import * as v from 'valibot'
import type { FoundPlace } from '#contract/places.ts'
import { placesIn } from './geocoder-answer.ts'
import { readLimited } from './read-limited.ts'
import { createSafeFetch, statusFrom } from './safe-fetch.ts'

/** Requests of the server to hosts from the source code or the settings. All other addresses go through `safe-fetch.ts`. */
const RECAPTCHA = 'https://www.google.com/recaptcha/api/siteverify'
const TIMEOUT_MS = 5_000

const RecaptchaAnswer = v.object({ success: v.boolean(), score: v.optional(v.number()), action: v.optional(v.string()) })
export type RecaptchaAnswer = v.InferOutput<typeof RecaptchaAnswer>

/** Google's verdict on a reCAPTCHA token (v2, or v3 with `score` and `action`); 'unreachable' if there is no readable response. */
export async function verifyRecaptcha(secret: string, token: string, send: typeof fetch = fetch): Promise<RecaptchaAnswer | 'unreachable'> {
  try {
    const response = await send(RECAPTCHA, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = v.safeParse(RecaptchaAnswer, response.ok ? await response.json() : null)
    return answer.success ? answer.output : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

type Geocoder = { url: string; version: string; locale: string }

/** More than a list of a few places can need. */
const MAX_RESPONSE_BYTES = 500_000

/** The places that a geocoder finds for a query; null if there is no readable response. */
export async function fetchPlaces({ url, version, locale }: Geocoder, query: string): Promise<FoundPlace[] | null> {
  try {
    const response = await fetch(
      url.replace('{query}', () => encodeURIComponent(query)),
      {
        headers: { accept: 'application/json', 'accept-language': locale, 'user-agent': `Roundsman/${version}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    if (response.ok) return placesIn(JSON.parse(String(await readLimited(response, MAX_RESPONSE_BYTES))))
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

/** Forwards feedback about the app; false if it was not accepted. */
export async function handOnFeedback(url: string, feedback: { text: string; version: string; company: string }): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const status = await statusOf(url, { method: 'POST', headers, body: JSON.stringify(feedback) }, TIMEOUT_MS).catch(() => 0)
  return isSuccess(status)
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** `isNamed`: the settings contain this service. Any other address is treated as untrusted. */
type PushRequest = { endpoint: string; isNamed: boolean; method: string; headers: Record<string, unknown>; body: Buffer | null }

const WIDE_WORLD = createSafeFetch([])

/**
 * Sends an encrypted notification to a push service; the caller has verified the endpoint. Returns the status if it was accepted or the
 * device is gone; throws otherwise, without the address in the message.
 */
export async function handToPushService({ endpoint, isNamed, method, headers: all, body }: PushRequest): Promise<number> {
  // The HTTP client sets the content length.
  const own = Object.entries(all).filter(([name]) => name.toLowerCase() !== 'content-length')
  const headers = Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
  const status = isNamed
    ? await statusOf(endpoint, { method, headers, body: body && new Uint8Array(body) })
    : await statusFrom(WIDE_WORLD, endpoint, { method, headers, body, patienceMs: 2 * TIMEOUT_MS })
  if (isSuccess(status) || status === 404 || status === 410) return status
  throw new Error(`the push service returned ${status}`)
}

/** Sends a text message to the gateway from the settings. The `id` makes retries idempotent. */
export async function handToSmsGateway(
  { url, token }: { url: string; token: string | null },
  message: { id: string; to: string; text: string },
): Promise<void> {
  const status = await statusOf(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.id,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(message),
  })
  if (!isSuccess(status)) throw new Error(`the gateway returned ${status}`)
}

/** The status of a response. The body is not read because it may be endless. */
async function statusOf(url: string, init: RequestInit, patienceMs = 2 * TIMEOUT_MS): Promise<number> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  await response.body?.cancel()
  return response.status
}

/** Sends an error report to the address from the settings; it is lost if that fails. */
export async function sendEnvelope(url: string, auth: string, body: string): Promise<void> {
  try {
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth }
    await statusOf(url, { method: 'POST', headers, body }, TIMEOUT_MS)
  } catch {
    // The error is in the log as well.
  }
}
