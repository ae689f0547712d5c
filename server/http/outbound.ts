import * as v from 'valibot'
import type { FoundPlace } from '#contract/places.ts'
import { placesIn } from './geocoder-answer.ts'

/** Everything the server ever asks of another host: addresses that are written here or in its settings, and no other. */
const RECAPTCHA = 'https://www.google.com/recaptcha/api/siteverify'
const PATIENCE_MS = 5_000

const RecaptchaAnswer = v.object({ success: v.boolean(), score: v.optional(v.number()), action: v.optional(v.string()) })
export type RecaptchaAnswer = v.InferOutput<typeof RecaptchaAnswer>

/** What Google says of a reCAPTCHA token (v2, or v3 with `score` and `action`); 'unreachable' where it says nothing that can be read. */
export async function askRecaptcha(secret: string, token: string, send: typeof fetch = fetch): Promise<RecaptchaAnswer | 'unreachable'> {
  try {
    const response = await send(RECAPTCHA, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer = v.safeParse(RecaptchaAnswer, response.ok ? await response.json() : null)
    return answer.success ? answer.output : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

export type Geocoder = { url: string; version: string; locale: string }

/** More than this is no list of a few places. */
const LARGEST_ANSWER = 500_000

/** What a geocoder finds to these words; null where it says nothing that can be read. */
export async function askGeocoder({ url, version, locale }: Geocoder, query: string): Promise<FoundPlace[] | null> {
  try {
    const response = await fetch(
      url.replace('{query}', () => encodeURIComponent(query)),
      {
        headers: { accept: 'application/json', 'accept-language': locale, 'user-agent': `Roundsman/${version}` },
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
    )
    return response.ok ? placesIn(JSON.parse(await textOf(response))) : null
  } catch {
    return null
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > LARGEST_ANSWER) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Hands on what somebody thinks of the app; false where nobody took it. */
export async function handOnFeedback(url: string, said: { text: string; version: string; company: string }): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(said),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return response.ok
  } catch {
    return false
  }
}
