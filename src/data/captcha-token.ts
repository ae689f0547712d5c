import { captcha } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { solveCaptcha } from './captcha.ts'
import { recaptchaToken } from './recaptcha.ts'

export type CaptchaKind = { captcha: 'altcha' | 'recaptcha' | 'off'; recaptchaSiteKey: string | null }

/** A solution expires after some minutes; an older one is replaced. */
const GOOD_FOR = 2 * MINUTE

export type CaptchaAction = 'login' | 'reset' | 'register' | 'issue'

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
