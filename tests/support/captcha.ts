import type { FastifyInstance } from 'fastify'
import { type CaptchaChallenge, solveCaptcha as solve } from '#app/data/captcha.ts'

type Action = 'login' | 'reset' | 'register' | 'issue'

/** Asks the server for a challenge and does its work, as the app does. */
export async function solveCaptcha(app: FastifyInstance, action: Action = 'login'): Promise<string> {
  const response = await app.inject({ method: 'GET', url: `/api/captcha?action=${action}` })
  return solve(response.json<CaptchaChallenge>())
}
