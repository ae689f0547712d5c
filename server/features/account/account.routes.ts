import type { FastifyInstance } from 'fastify'
import { captcha, checkToken, me, revoke, token } from '#contract/account.ts'
import { askForReset, register, setPassword } from '#contract/registration.ts'
import type { House } from '../../http/caller.ts'
import { serve, servePublic } from '../../http/serve.ts'
import { endSession, giveChallenge, tellOfToken, tellWhoIAm } from './account.handlers.ts'
import { employeesRoutes } from './employees.routes.ts'
import { asOAuthError } from './oauth-refusal.ts'
import { profileRoutes } from './profile.routes.ts'
import { askToRegister, askToReset, setNewPassword } from './registration.handlers.ts'
import { seatsRoutes } from './seats.routes.ts'
import { giveTokens } from './token.handlers.ts'

export function accountRoutes(app: FastifyInstance, house: House) {
  const oauth = { refusalAs: asOAuthError }
  servePublic(app, house, token, giveTokens, oauth)
  servePublic(app, house, checkToken, tellOfToken, oauth)
  servePublic(app, house, revoke, endSession, oauth)
  servePublic(app, house, captcha, giveChallenge)
  servePublic(app, house, register, askToRegister)
  servePublic(app, house, askForReset, askToReset)
  servePublic(app, house, setPassword, setNewPassword)
  serve(app, house, me, tellWhoIAm)
  profileRoutes(app, house)
  employeesRoutes(app, house)
  seatsRoutes(app, house)
}
