import { captcha } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/call.ts'
import { solveCaptcha } from './captcha.ts'
import { recaptchaToken } from './recaptcha.ts'

export type CaptchaKind = { captcha: 'altcha' | 'recaptcha' | 'off'; recaptchaSiteKey: string | null }

/** A solution is good for some minutes only; an older one is made anew. */
const GOOD_FOR = 2 * MINUTE

let prepared: { at: number; token: Promise<string> } | null = null

/** Begins the work while the person still types, so that nobody waits for it. */
export function prepareCaptcha({ captcha }: CaptchaKind): void {
  if (captcha !== 'altcha' || (prepared && Date.now() - prepared.at < GOOD_FOR)) return
  prepared = { at: Date.now(), token: solve() }
}

/** What proves that this is no guessing program; empty where it could not be had. Each one counts once. */
export async function captchaToken(kind: CaptchaKind): Promise<string> {
  if (kind.captcha === 'off') return ''
  if (kind.captcha === 'recaptcha') return recaptchaToken(kind.recaptchaSiteKey ?? '', 'login')
  prepareCaptcha(kind)
  const token = prepared?.token ?? Promise.resolve('')
  prepared = null
  return token
}

async function solve(): Promise<string> {
  const challenge = await call(captcha, { query: { action: 'login' } }, { timeoutMs: 30_000 })
  return challenge.state === 'answered' ? solveCaptcha(challenge.value) : ''
}
