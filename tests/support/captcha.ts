import type { FastifyInstance } from 'fastify'
import { type CaptchaChallenge, solveCaptcha as solve } from '#app/data/captcha.ts'

type Action = 'login' | 'reset' | 'register' | 'issue'

/** Requests a challenge and solves it, as the app does. */
export async function solveCaptcha(app: FastifyInstance, action: Action = 'login'): Promise<string> {
  const response = await app.inject({ method: 'GET', url: `/api/captcha?action=${action}` })
  return solve(response.json<CaptchaChallenge>())
}
