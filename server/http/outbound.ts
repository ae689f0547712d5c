import * as v from 'valibot'
import type { FoundPlace } from '#contract/places.ts'
import { placesIn } from './geocoder-answer.ts'
import { createSafeFetch, statusFrom } from './safe-fetch.ts'

/** What the server asks of other hosts: addresses that are written here or in its settings. Any other goes by the way out. */
const RECAPTCHA = 'https://www.google.com/recaptcha/api/siteverify'
const TIMEOUT_MS = 5_000

const RecaptchaAnswer = v.object({ success: v.boolean(), score: v.optional(v.number()), action: v.optional(v.string()) })
export type RecaptchaAnswer = v.InferOutput<typeof RecaptchaAnswer>

/** What Google says of a reCAPTCHA token (v2, or v3 with `score` and `action`); 'unreachable' where it says nothing that can be read. */
export async function askRecaptcha(secret: string, token: string, send: typeof fetch = fetch): Promise<RecaptchaAnswer | 'unreachable'> {
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

export type Geocoder = { url: string; version: string; locale: string }

/** More than this is no list of a few places. */
const MAX_RESPONSE_BYTES = 500_000

/** What a geocoder finds to these words; null where it says nothing that can be read. */
export async function askGeocoder({ url, version, locale }: Geocoder, query: string): Promise<FoundPlace[] | null> {
  try {
    const response = await fetch(
      url.replace('{query}', () => encodeURIComponent(query)),
      {
        headers: { accept: 'application/json', 'accept-language': locale, 'user-agent': `Roundsman/${version}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    if (response.ok) return placesIn(JSON.parse(await textOf(response)))
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_RESPONSE_BYTES) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Hands on what somebody thinks of the app; false where nobody took it. */
export async function handOnFeedback(url: string, said: { text: string; version: string; company: string }): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const status = await statusOf(url, { method: 'POST', headers, body: JSON.stringify(said) }, TIMEOUT_MS).catch(() => 0)
  return isSuccess(status)
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** `isNamed`: the settings name this service; any other is the wide world's, and asked like every address from outside. */
export type PushRequest = { endpoint: string; isNamed: boolean; method: string; headers: Record<string, unknown>; body: Buffer | null }

const WIDE_WORLD = createSafeFetch([])

/**
 * Hands an encrypted notification to a browser's push service; whoever calls has looked whether it is one. Gives the status of
 * what was taken, or of a device that is gone; anything else is thrown, without the address.
 */
export async function handToPushService({ endpoint, isNamed, method, headers: all, body }: PushRequest): Promise<number> {
  // What makes the body's length known is the sender's own business.
  const own = Object.entries(all).filter(([name]) => name.toLowerCase() !== 'content-length')
  const headers = Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
  const status = isNamed
    ? await statusOf(endpoint, { method, headers, body: body && new Uint8Array(body) })
    : await statusFrom(WIDE_WORLD, endpoint, { method, headers, body, patienceMs: 2 * TIMEOUT_MS })
  if (isSuccess(status) || status === 404 || status === 410) return status
  throw new Error(`the push service says ${status}`)
}

/** Hands a text message to the gateway that the settings name. The same `id` again is the same message. */
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
  if (!isSuccess(status)) throw new Error(`the gateway says ${status}`)
}

/** The status of an answer, of which nothing else is read: it may have no end. */
async function statusOf(url: string, init: RequestInit, patienceMs = 2 * TIMEOUT_MS): Promise<number> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  await response.body?.cancel()
  return response.status
}

/** Hands an error on to the address of the settings that collects them; lost where nobody takes it. */
export async function sendEnvelope(url: string, auth: string, body: string): Promise<void> {
  try {
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth }
    await statusOf(url, { method: 'POST', headers, body }, TIMEOUT_MS)
  } catch {
    // It is in the log.
  }
}
