import { captcha } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

export type CaptchaKind = { captcha: 'altcha' | 'recaptcha' | 'off'; recaptchaSiteKey: string | null }

/** A solution expires after some minutes; an older one is replaced. */
const GOOD_FOR = 2 * MINUTE

type CaptchaAction = 'login' | 'reset' | 'register' | 'issue'

const prepared = new Map<CaptchaAction, { at: number; token: Promise<string> }>()

/** Starts the work while the user is still typing, so that submitting is not delayed. A solution is valid only for its action. */
export function prepareCaptcha({ captcha }: CaptchaKind, action: CaptchaAction = 'login'): void {
  const before = prepared.get(action)
  if (captcha !== 'altcha' || (before && Date.now() - before.at < GOOD_FOR)) return
  prepared.set(action, { at: Date.now(), token: solve(action) })
}

/** Returns the captcha solution; empty if there is none. Each one counts once. */
export async function captchaToken(kind: CaptchaKind, action: CaptchaAction = 'login'): Promise<string> {
  if (kind.captcha === 'off') return ''
  if (kind.captcha === 'recaptcha') return recaptchaToken(kind.recaptchaSiteKey ?? '', action)
  prepareCaptcha(kind, action)
  const token = prepared.get(action)?.token ?? Promise.resolve('')
  prepared.delete(action)
  return token
}

async function solve(action: CaptchaAction): Promise<string> {
  const challenge = await call(captcha, { query: { action } }, { timeoutMs: 30_000 })
  return challenge.state === 'answered' ? solveCaptcha(challenge.value) : ''
}

/** The response of GET /captcha: the salt, and the SHA-256 (hex) of the salt followed by the number to find. */
export type CaptchaChallenge = { algorithm: string; challenge: string; maxnumber?: number | undefined; salt: string; signature: string }

/** Enough for the browser to hash in parallel, few enough that a slow phone can draw and handle input in between. */
const AT_ONCE = 500

/**
 * Solves a challenge, in about a second on a phone, and returns the value for `reCaptchaToken`. A solution counts once, so every sign-in
 * attempt needs its own challenge. Empty if it cannot be solved: browsers provide hashing only for https and localhost.
 */
export async function solveCaptcha({ algorithm, challenge, maxnumber = 1_000_000, salt, signature }: CaptchaChallenge): Promise<string> {
  if (!globalThis.crypto?.subtle || algorithm !== 'SHA-256') return ''
  const wanted = bytesOf(challenge)
  const encoder = new TextEncoder()
  const isAnswer = async (number: number) =>
    isSame(new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`))), wanted)
  for (let first = 0; first <= maxnumber; first += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => isAnswer(first + index)))
    const found = tried.indexOf(true)
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: first + found, salt, signature }))
    // Completed hashes take precedence over user input, so without a pause the page would freeze until the end.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const isSame = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, index) => byte === other[index])

type Recaptcha = { ready(work: () => void): void; execute(siteKey: string, options: { action: string }): Promise<string> }

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

/** Used only if the server is configured for Google's captcha instead of our own. Empty if Google is unreachable. */
async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  const google = window.grecaptcha ?? (await load(siteKey))
  if (!google) return ''
  return new Promise((resolve) => google.ready(() => google.execute(siteKey, { action }).then(resolve, () => resolve(''))))
}

const load = (siteKey: string) =>
  new Promise<Recaptcha | null>((resolve) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => resolve(window.grecaptcha ?? null)
    script.onerror = () => resolve(null)
    document.head.append(script)
  })
