import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/branches.ts'
import { paymentOf } from '#domain/billing/plan.ts'
import type { CompanyId } from '#domain/ids.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { pageOf, serveAlone } from '../../http/serve.ts'
import { findCompanies, type Goal, goalOf, seatIn } from './seats.store.ts'
import { moveSession } from './sessions.store.ts'

/** Companies that the user may switch to, and the switch itself. */
export function seatsRoutes(app: FastifyInstance, ctx: AppContext) {
  serveAlone(app, ctx, contract.listCompanies, async ({ query }) => {
    const { companies, total } = await findCompanies(ctx, query)
    return pageOf(companies, { ...query, total })
  })
  serveAlone(app, ctx, contract.switchCompany, ({ params }, caller) =>
    moveToCompany(params.id, caller, ({ planName, isHome }) =>
      isHome || paymentOf(planName) !== 'NOT_PAYING' ? null : refuse('COMPANY_NOT_PAYING'),
    ),
  )
  // Branches of other head offices are answered like missing ones.
  serveAlone(app, ctx, contract.switchBranch, ({ params }, caller) =>
    moveToCompany(params.id, caller, ({ isHome, isBranch }) => (isHome || isBranch ? null : refuse('COMPANY_NOT_FOUND'))),
  )
}

/** Moves the current session to another company. No effect if it is already there, because an earlier response may have been lost. */
async function moveToCompany(
  companyId: CompanyId,
  { ctx, principal }: Omit<RequestContext, 'db'>,
  refusalOf: (goal: Goal) => Refusal | null,
): Promise<{ companyId: CompanyId } | Refusal> {
  const now = ctx.now()
  return ctx.database.asSystem(async (db) => {
    const goal = await goalOf(db, principal, companyId)
    const refused = goal ? refusalOf(goal) : refuse('COMPANY_NOT_FOUND')
    if (refused) return refused
    if (companyId === principal.companyId) return { companyId }
    const seat = await seatIn(db, principal, companyId, now)
    const from = { companyId: principal.companyId, id: principal.sessionId }
    if (!(await moveSession(db, from, seat))) return refuse('UNAUTHORIZED')
    const of = { kind: 'session', id: principal.sessionId } as const
    const [here, there] = [principal.companyId, companyId]
    // Locks companies in the order of their ids to avoid deadlocks.
    for (const company of [here, there].sort((a, b) => a - b))
      await audit(db, company, { userId: company === here ? principal.userId : seat.userId, at: now }, [
        { action: company === here ? 'company-left' : 'company-entered', of },
      ])
    return { companyId }
  })
}
