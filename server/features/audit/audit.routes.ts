import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.ts'
import { fromIso } from '#domain/time.ts'
import { auditPage, countAudit } from '../../audit-log/audit-log-page.store.ts'
import { provideFile } from '../../files/provide-file.ts'
import type { AppContext } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { pageOf, serve } from '../../http/serve.ts'

/** Audit log of a company, for its managers. */
export function auditRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, listAudit, async ({ query: { page, size, since, until, exportType, locale, ...query } }, caller) => {
    const { db, principal } = caller
    const { companyId: company } = principal
    const span = { since: since === undefined ? undefined : fromIso(since), until: until === undefined ? undefined : fromIso(until) }
    const refused = endsEarly(span.since, span.until, ['since', 'until'])
    if (refused) return refused
    const filter = { ...query, ...span }
    if (exportType) {
      const order = { purpose: 'audit-export', company, audit: filter, format: exportType, locale } as const
      return provideFile(caller, order, await countAudit(db, company, filter))
    }
    const { items, total } = await auditPage(db, company, filter, { page, size })
    return pageOf(items, { page, size, total })
  })
}
