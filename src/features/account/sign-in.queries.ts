import { mutationOptions } from '@tanstack/react-query'
import { type CaptchaKind, captchaToken } from '#app/data/captcha.ts'
import { answered } from '#app/data/server-requests.ts'
import { signIn } from '#app/data/session.ts'

export const signInWithCaptcha = mutationOptions({
  mutationFn: async ({ captcha, login, password }: { login: string; password: string; captcha: CaptchaKind }) =>
    answered(signIn({ login, password, captchaToken: await captchaToken(captcha) })),
})
