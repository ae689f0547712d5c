import { askForReset, register, setPassword } from '#contract/registration.ts'
import { currencyOfPlace } from '#domain/currency-of-place.ts'
import { DEFAULT_WAYS } from '#domain/locales.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { open } from './device.ts'
import { signedIn, signOut } from './session.ts'

const PATIENCE = { timeoutMs: 60 * SECOND }

export type Newcomer = { name: string; email: string; companyName: string }

/** Requests a company with the formats of this browser. The form does not include the origin of the request. */
export const askToRegister = (newcomer: Newcomer, captchaToken: string) =>
  call(register, { body: { ...newcomer, ...waysHere(), details: 'trace failed', reCaptchaToken: captchaToken } }, PATIENCE)

function waysHere(): { locale: string; currency: string; timezone: string } {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const ways = { locale: navigator.language || locale || DEFAULT_WAYS.locale, timezone: timeZone || DEFAULT_WAYS.timezone }
  return { ...ways, currency: currencyOfPlace(timeZone, ways.locale) }
}

/** Requests a link. It signs out this device, whatever the outcome. */
export async function askToReset(email: string, captchaToken: string) {
  const answer = await call(askForReset, { body: { email, reCaptchaToken: captchaToken } }, PATIENCE)
  await leave()
  return answer
}

/** Like signing out: unsent operations stay encrypted for their owner. */
async function leave(): Promise<void> {
  const account = await signedIn()
  if (!account) return
  await open(account)
  await signOut()
}

export const setNewPassword = (hash: string, password: string) => call(setPassword, { params: { hash }, body: { password } }, PATIENCE)
