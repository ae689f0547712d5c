import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decideReviewItem, listReviewItems } from '#contract/reviews.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { keyOf } from '../../idempotency/idempotency.ts'
import { executeOperations, sequentially } from '../../sync/operations.ts'
import { type DecisionContext, decideBy } from './decide.ts'
import { machineOfItem, openReviewItems } from './reviews.store.ts'

/**
 * Review items created by offline work. A decision is an operation: its idempotency key makes it count once, and its movements name the
 * user who decided.
 */
export function reviewRoutes(app: FastifyInstance, ctx: AppContext, means: DecisionContext) {
  const decide = sequentially(decideBy(means))

  serve(
    app,
    ctx,
    listReviewItems,
    async ({ query }, { db, principal }) => {
      const { items, total } = await openReviewItems(db, principal.companyId, query)
      return pageOf(items, { ...query, total })
    },
    { snapshot: true },
  )

  serveAlone(app, ctx, decideReviewItem, async ({ params: { id: item }, body }, { principal, request, reply }) => {
    const operationId = keyOf(request) ?? randomUUID()
    if (operationId instanceof Refusal) return operationId
    const found = await ctx.database.withTenant(principal.companyId, (db) => machineOfItem(db, principal.companyId, item))
    if (!found) return refuse('REVIEW_ITEM_NOT_FOUND')
    const filter = {
      principal,
      operationId,
      call: decideReviewItem.name,
      machineId: found.machine,
      occurredAt: ctx.now(),
      clockOffset: null,
      deviceId: null,
    }
    const [outcome] = await executeOperations(ctx, [{ ...filter, body: { item, ...body } }], decide)
    if (!outcome) throw new Error('the decision of a review item returned no outcome')
    if (outcome.replayed) void reply.header('idempotency-replayed', 'true')
    return outcome.status === 'applied' ? outcome.answer : outcome.refusal
  })
}
