import type { FastifyInstance } from 'fastify'
import { captcha, checkToken, me, revoke, token } from '#contract/account.ts'
import { acceptInvitation, inviteAgain, inviteUser, readInvitation, revokeInvitation } from '#contract/invitations.ts'
import { askForReset, register, setPassword } from '#contract/registration.ts'
import { addUser, changeUser, listUsers } from '#contract/users.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone, servePublic } from '../../http/serve.ts'
import { checkAccessToken, endSession, getCaptchaChallenge, getCurrentAccount } from './account.handlers.ts'
import { editUser, makeUser } from './employees.handlers.ts'
import { findUsers } from './employees.store.ts'
import { accept, invite, inviteOnceMore, revokeOne, showInvitation } from './invitations.handlers.ts'
import { asOAuthError } from './oauth-refusal.ts'
import { profileRoutes } from './profile.routes.ts'
import { requestPasswordReset, requestRegistration, setNewPassword } from './registration.handlers.ts'
import { seatsRoutes } from './seats.routes.ts'
import { issueTokens } from './token.handlers.ts'

export function accountRoutes(app: FastifyInstance, ctx: AppContext) {
  const oauth = { refusalAs: asOAuthError }
  servePublic(app, ctx, token, issueTokens, oauth)
  servePublic(app, ctx, checkToken, checkAccessToken, oauth)
  servePublic(app, ctx, revoke, endSession, oauth)
  servePublic(app, ctx, captcha, getCaptchaChallenge)
  servePublic(app, ctx, register, requestRegistration)
  servePublic(app, ctx, askForReset, requestPasswordReset)
  servePublic(app, ctx, setPassword, setNewPassword)
  serve(app, ctx, me, getCurrentAccount)
  profileRoutes(app, ctx)
  serve(app, ctx, listUsers, async ({ query }, { db, principal }) => {
    const { users, total } = await findUsers(db, principal.companyId, query)
    return pageOf(users, { ...query, total })
  })
  serveAlone(app, ctx, addUser, makeUser)
  serveAlone(app, ctx, changeUser, editUser, { comparesReadOnly: true })
  serveAlone(app, ctx, inviteUser, invite)
  serveAlone(app, ctx, inviteAgain, inviteOnceMore)
  serve(app, ctx, revokeInvitation, revokeOne)
  servePublic(app, ctx, readInvitation, showInvitation)
  servePublic(app, ctx, acceptInvitation, accept)
  seatsRoutes(app, ctx)
}
