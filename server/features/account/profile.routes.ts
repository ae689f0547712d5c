import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/profile.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { toIso } from '#domain/time.ts'
import { audit } from '../../audit/audit.store.ts'
import type { House } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { serve, serveAlone } from '../../http/serve.ts'
import { changeMyProfile } from './profile.handlers.ts'
import { companyRecord, settingsOf, writeTerms, writeWishes } from './profile.store.ts'
import { endOwnSession, endSessionsOf, sessionsOf } from './sessions.store.ts'

/** What somebody says of themselves and their company, which mails they want, and where they are signed in. */
export function profileRoutes(app: FastifyInstance, house: House) {
  serveAlone(app, house, contract.changeProfile, changeMyProfile)
  serve(app, house, contract.accountSettings, (_input, { db, person }) => settingsOf(db, person))
  serve(app, house, contract.changeAccountSettings, async ({ body }, { db, person }) => {
    await writeWishes(db, person, body)
    return settingsOf(db, person)
  })
  serve(app, house, contract.company, (_input, { db, person }) => companyRecord(db, person.companyId))

  serve(app, house, contract.acceptTerms, async ({ body: { version } }, { db, person }) => {
    const { companyId, userId } = person
    if (version !== TERMS_VERSION) return refuse('TERMS_CHANGED')
    if (await writeTerms(db, companyId, version))
      await audit(db, companyId, { userId, at: house.now() }, [
        { action: 'terms-accepted', of: { kind: 'company', id: companyId }, after: { version } },
      ])
    return settingsOf(db, person)
  })

  serve(app, house, contract.listSessions, async (_input, { db, person }) =>
    (await sessionsOf(db, person, house.now())).map(({ id, createdAt, lastUsedAt, userAgent }) => ({
      sessionId: id,
      isThis: id === person.sessionId,
      userAgent,
      createdAt: toIso(createdAt),
      lastUsedAt: toIso(lastUsedAt),
    })),
  )
  serve(app, house, contract.endOneSession, async ({ params: { sessionId } }, { db, person }) =>
    (await endOwnSession(db, person, sessionId, house.now())) ? { ended: 1 } : refuse('SESSION_NOT_FOUND'),
  )
  serve(app, house, contract.endOtherSessions, async (_input, { db, person }) => ({
    ended: await endSessionsOf(db, person, { except: person.sessionId }, house.now()),
  }))
}
