import * as v from 'valibot'

/** Everything the server ever asks of another host: addresses that are written here, and no other. */
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
