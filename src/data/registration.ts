import { askForReset, register, setPassword } from '#contract/registration.ts'
import { currencyOfPlace } from '#domain/currency-of-place.ts'
import { DEFAULT_WAYS } from '#domain/locales.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { open } from './device.ts'
import { signedIn, signOut } from './session.ts'

const PATIENCE = { timeoutMs: 60 * SECOND }

export type Newcomer = { name: string; email: string; companyName: string }

/** Asks for a company, which writes as this browser does. Nobody is asked where the request comes from. */
export const askToRegister = (newcomer: Newcomer, captchaToken: string) =>
  call(register, { body: { ...newcomer, ...waysHere(), details: 'trace failed', reCaptchaToken: captchaToken } }, PATIENCE)

function waysHere(): { locale: string; currency: string; timezone: string } {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const ways = { locale: navigator.language || locale || DEFAULT_WAYS.locale, timezone: timeZone || DEFAULT_WAYS.timezone }
  return { ...ways, currency: currencyOfPlace(timeZone, ways.locale) }
}

/** Asks for a link. Whoever was signed in here is so no more, whatever comes of it. */
export async function askToReset(email: string, captchaToken: string) {
  const answer = await call(askForReset, { body: { email, reCaptchaToken: captchaToken } }, PATIENCE)
  await leave()
  return answer
}

/** As after logging out: what was not sent stays locked for its owner. */
async function leave(): Promise<void> {
  const account = await signedIn()
  if (!account) return
  await open(account)
  await signOut()
}

export const setNewPassword = (hash: string, password: string) => call(setPassword, { params: { hash }, body: { password } }, PATIENCE)
