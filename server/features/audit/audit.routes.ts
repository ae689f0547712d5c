import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.ts'
import { fromIso } from '#domain/time.ts'
import { auditPage } from '../../audit-log/audit-log-page.store.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'

/** Audit log of a company, for its managers. */
export function auditRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    listAudit,
    async ({ query: { page, size, since, until, ...query } }, { db, principal }) => {
      const span = { since: since === undefined ? undefined : fromIso(since), until: until === undefined ? undefined : fromIso(until) }
      const { items, total } = await auditPage(db, principal.companyId, { ...query, ...span }, { page, size })
      return pageOf(items, { page, size, total })
    },
    { snapshot: true },
  )
}
