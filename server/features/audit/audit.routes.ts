import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.ts'
import { auditPage } from '../../audit-log/audit-log-page.store.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'

/** Audit log of a company, for its managers. */
export function auditRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    listAudit,
    async ({ query }, { db, principal }) => {
      const { items, total } = await auditPage(db, principal.companyId, query)
      return pageOf(items, { ...query, total })
    },
    { snapshot: true },
  )
}
