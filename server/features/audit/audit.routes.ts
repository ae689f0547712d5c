import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.ts'
import { auditPage } from '../../audit/audit-page.store.ts'
import type { House } from '../../http/caller.ts'
import { pageOf, serve } from '../../http/serve.ts'

/** What the audit trail of a company says, for its managers. */
export function auditRoutes(app: FastifyInstance, house: House) {
  serve(
    app,
    house,
    listAudit,
    async ({ query }, { db, person }) => {
      const { items, total } = await auditPage(db, person.companyId, query)
      return pageOf(items, { ...query, total })
    },
    { snapshot: true },
  )
}
