import type { FastifyInstance } from 'fastify'
import { deleteExport, type Export, listExports } from '#contract/exports.ts'
import { toIso } from '#domain/time.ts'
import { deleteOrder, FILE_RETENTION, ordersOf } from '../../files/ordered-files.store.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'

/** Files that are generated in the background, visible only to the manager who requested them. */
export function exportsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, listExports, async (_input, { db, principal }) => {
    const rows = await ordersOf(db, principal.companyId, principal.userId)
    return rows.map(({ id, kind, asked, started, ended, name, size, progress, locale }): Export => {
      const isReady = ended !== null && name !== null
      const order = { purpose: 'ordered-file', company: principal.companyId, file: id, locale } as const
      return {
        id,
        kind,
        state: isReady ? 'READY' : ended !== null ? 'FAILED' : started === null ? 'WAITING' : 'MAKING',
        asked: toIso(asked),
        name,
        size,
        progress,
        expires: ended === null ? null : toIso(ended + FILE_RETENTION),
        downloadUrl: isReady ? signedAddress(ctx, principal, order) : null,
      }
    })
  })

  serve(app, ctx, deleteExport, async ({ params }, { db, principal }) =>
    (await deleteOrder(db, principal.companyId, principal.userId, params.exportId)) ? {} : refuse('NOT_FOUND'),
  )
}
