import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AccountSettings } from '#contract/profile.ts'
import * as contract from '#contract/profile.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { Alone, AppContext, RequestContext } from '../../http/request-context.ts'
import { inOwnCompany, serve, serveAlone } from '../../http/serve.ts'
import { changeMyProfile } from './profile.handlers.ts'
import { settingsOf, writeMailSettings, writeTerms } from './profile.store.ts'
import { branchesFor } from './seats.store.ts'
import { endOwnSession, endSessionsOf, sessionsOf } from './sessions.store.ts'

/** Profile, company settings, mail subscriptions and sessions of the current user. */
export function profileRoutes(app: FastifyInstance, ctx: AppContext) {
  serveAlone(app, ctx, contract.changeProfile, changeMyProfile, { comparesReadOnly: true })
  serveAlone(app, ctx, contract.accountSettings, (input, caller) =>
    publishSettings(contract.accountSettings, input, caller, async ({ db, principal }) => settingsOf(db, principal)),
  )
  serveAlone(
    app,
    ctx,
    contract.changeAccountSettings,
    (input, caller) =>
      publishSettings(contract.changeAccountSettings, input, caller, async ({ db, principal }) => {
        await writeMailSettings(db, principal, input.body)
        return settingsOf(db, principal)
      }),
    { comparesReadOnly: true },
  )
  serveAlone(app, ctx, contract.acceptTerms, (input, caller) =>
    publishSettings(contract.acceptTerms, input, caller, async ({ db, principal }) => {
      const { companyId, userId } = principal
      const { version = TERMS_VERSION } = input.body
      if (version !== TERMS_VERSION) return refuse('TERMS_CHANGED')
      if (await writeTerms(db, companyId, version))
        await audit(db, companyId, { userId, at: ctx.now() }, [
          { action: 'terms-accepted', of: { kind: 'company', id: companyId }, after: { version } },
        ])
      return settingsOf(db, principal)
    }),
  )

  serve(app, ctx, contract.listSessions, async (_input, { db, principal }) =>
    (await sessionsOf(db, principal, ctx.now())).map(({ id, createdAt, lastUsedAt, userAgent }) => ({
      sessionId: id,
      isThis: id === principal.sessionId,
      userAgent,
      createdAt: toIso(createdAt),
      lastUsedAt: toIso(lastUsedAt),
    })),
  )
  serve(app, ctx, contract.endOneSession, async ({ params: { sessionId } }, { db, principal }) =>
    (await endOwnSession(db, principal, sessionId, ctx.now())) ? { ended: 1 } : refuse('SESSION_NOT_FOUND'),
  )
  serve(app, ctx, contract.endOtherSessions, async (_input, { db, principal }) => ({
    ended: await endSessionsOf(db, principal, { except: principal.sessionId }, ctx.now()),
  }))
}

type OwnSettings = Omit<AccountSettings, 'branches'>

/** Branches are in other companies, which a tenant transaction cannot read, so they are queried before. */
async function publishSettings(
  endpoint: Endpoint,
  input: object,
  caller: Alone,
  handle: (caller: RequestContext) => Promise<OwnSettings | Refusal>,
): Promise<AccountSettings | Refusal> {
  if (!caller.principal.enabled) return refuse('UNAUTHORIZED')
  const branches = await branchesFor(caller.ctx, caller.principal)
  const all = await inOwnCompany(endpoint, input, caller, async (inside) => {
    const own = await handle(inside)
    return own instanceof Refusal ? own : { ...own, branches }
  })
  // A stored response of an earlier version has no branches.
  return all instanceof Refusal ? all : { ...all, branches }
}
