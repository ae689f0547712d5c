import { mutationOptions } from '@tanstack/react-query'
import { type CaptchaKind, captchaToken } from './captcha-token.ts'
import { answered } from './not-answered.ts'
import { signIn } from './session.ts'

export const signInWithCaptcha = mutationOptions({
  mutationFn: async ({ captcha, login, password }: { login: string; password: string; captcha: CaptchaKind }) =>
    answered(signIn({ login, password, captchaToken: await captchaToken(captcha) })),
})
