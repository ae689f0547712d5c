import { mutationOptions } from '@tanstack/react-query'
import { type CaptchaKind, captchaToken } from '#app/data/captcha.ts'
import { open } from '#app/data/device.ts'
import { answered } from '#app/data/server-requests.ts'
import { signedIn, signOut } from '#app/data/session.ts'
import { askForReset, register, setPassword } from '#contract/registration.ts'
import { currencyOfPlace } from '#domain/currency-of-place.ts'
import { DEFAULT_WAYS } from '#domain/locales.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const TIMEOUT = { timeoutMs: 60 * SECOND }

type WithCaptcha<Input> = Input & { captcha: CaptchaKind }

export type RequestedCompany = { name: string; email: string; companyName: string }

/** Requests a company with the formats of this browser. The form does not include the origin of the request. */
export const requestCompany = mutationOptions({
  mutationFn: async ({ captcha, ...newcomer }: WithCaptcha<RequestedCompany>) => {
    const reCaptchaToken = await captchaToken(captcha, 'register')
    return answered(call(register, { body: { ...newcomer, ...browserFormats(), details: 'trace failed', reCaptchaToken } }, TIMEOUT))
  },
})

function browserFormats(): { locale: string; currency: string; timezone: string } {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const formats = { locale: navigator.language || locale || DEFAULT_WAYS.locale, timezone: timeZone || DEFAULT_WAYS.timezone }
  return { ...formats, currency: currencyOfPlace(timeZone, formats.locale) }
}

/** Requests a link. It signs out this device, whatever the outcome. */
export const requestReset = mutationOptions({
  mutationFn: async ({ captcha, email }: WithCaptcha<{ email: string }>) => {
    const answer = await call(askForReset, { body: { email, reCaptchaToken: await captchaToken(captcha, 'reset') } }, TIMEOUT)
    await leave()
    return answered(Promise.resolve(answer))
  },
})

/** Like signing out: unsent operations stay encrypted for their owner. */
async function leave(): Promise<void> {
  const account = await signedIn()
  if (!account) return
  await open(account)
  await signOut()
}

export const setNewPassword = mutationOptions({
  mutationFn: ({ hash, password }: { hash: string; password: string }) =>
    answered(call(setPassword, { params: { hash }, body: { password } }, TIMEOUT)),
})
