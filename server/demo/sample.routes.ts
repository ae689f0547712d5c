import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/sample.ts'
import { audit } from '../audit-log/audit-log.store.ts'
import type { Db } from '../db/client.ts'
import { seatIn } from '../features/account/seats.store.ts'
import { moveSession } from '../features/account/sessions.store.ts'
import { refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { serveAlone } from '../http/serve.ts'
import { contentsOf, emptySample, fillSample, lockSample, type Sample, sampleFor } from './sample.store.ts'

/** The sample company of a company: invented data to look around in, which never mixes with the company's own. */
export function sampleRoutes(app: FastifyInstance, ctx: AppContext) {
  serveAlone(app, ctx, contract.sample, async (_input, { principal }) => {
    return ctx.database.asSystem(async (db) => describe(db, await sampleFor(db, principal)))
  })

  serveAlone(app, ctx, contract.createSample, async (_input, { principal }) => {
    // The embedded database copies many rows at once, which only its owner may do.
    const write = ctx.database.kind === 'embedded' ? ctx.database.asOwner : ctx.database.asSystem
    return write(async (db) => {
      const { home, companyId } = await lockSample(db, principal)
      if (companyId !== null) return describe(db, { home, companyId })
      const now = ctx.now()
      const created = await fillSample(db, home, now)
      await record(db, home.companyId, principal, 'sample-created', now)
      return describe(db, { home, companyId: created })
    })
  })

  serveAlone(app, ctx, contract.deleteSample, async (_input, { principal }) => {
    return ctx.database.asSystem(async (db) => {
      const { home, companyId } = await lockSample(db, principal)
      if (companyId === null) return { companyId: home.companyId }
      const now = ctx.now()
      const self = await seatIn(db, principal, home.companyId, now)
      await emptySample(db, companyId, now)
      await record(db, home.companyId, self, 'sample-deleted', now)
      return { companyId: home.companyId }
    })
  })

  serveAlone(app, ctx, contract.switchSample, async ({ body: { isInside } }, { principal }) => {
    return ctx.database.asSystem(async (db) => {
      const { home, companyId: sample } = await lockSample(db, principal)
      const goal = isInside ? sample : home.companyId
      if (goal === null) return refuse('COMPANY_NOT_FOUND')
      // A branch is left by the switch of branches.
      if (goal === principal.companyId || (!isInside && principal.companyId !== sample)) return { companyId: principal.companyId }
      const seat = await seatIn(db, principal, goal, ctx.now())
      if (!(await moveSession(db, { companyId: principal.companyId, id: principal.sessionId }, seat))) return refuse('UNAUTHORIZED')
      return { companyId: goal }
    })
  })
}

const describe = async (db: Db, { home, companyId }: Sample) => ({
  company: home.name,
  contents: companyId === null ? null : await contentsOf(db, companyId),
})

const record = (
  db: Db,
  company: number,
  { userId }: Pick<Principal, 'userId'>,
  action: 'sample-created' | 'sample-deleted',
  at: number,
): Promise<unknown> => audit(db, company, { userId, at }, [{ action, of: { kind: 'company', id: company } }])
