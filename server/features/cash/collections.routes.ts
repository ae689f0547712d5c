import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/collections.ts'
import { voidCount } from '../../cash-box/collections.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { gatedTransactions } from '../../http/gated-transactions.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { countedEvent } from './cash-operations.ts'
import { countCounts, findCounts, findUncounted } from './collections.store.ts'
import { countedBagOf, uncountedBagOf } from './counted-bag.ts'
import { differencesFor } from './differences.ts'

/** Bags to count, and counted ones. */
export function collectionsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listUncountedBags, async ({ query: { page, size } }, { db, principal }) => {
    const { items, total } = await findUncounted(db, principal.companyId, ctx.now(), { limit: size, offset: page * size })
    return pageOf(items.map(uncountedBagOf), { page, size, total })
  })
  serve(app, ctx, contract.listBagCounts, async ({ query: { page, size } }, { db, principal }) => {
    const { companyId, currency } = principal
    const found = await findCounts(db, companyId, currency, { limit: size, offset: page * size })
    return pageOf(
      found.map((one) => countedBagOf(one, currency)),
      { page, size, total: await countCounts(db, companyId) },
    )
  })
  const transactionsOf = gatedTransactions(app, 'read')
  serveAlone(
    app,
    ctx,
    contract.cashDifferences,
    (_request, caller) => differencesFor(transactionsOf(caller), caller.principal, ctx.now()),
    { gatesItself: true },
  )
  serve(app, ctx, contract.undoBagCount, async ({ params: { id } }, { db, principal }) => {
    const undone = await voidCount(db, principal.companyId, id)
    if (!undone) return refuse('COUNT_NOT_FOUND')
    const { machine: machineId, isNew } = undone
    const event = countedEvent({ at: ctx.now(), machineId, by: principal.userId, details: { undoes: id } })
    if (isNew) await publishEvents(db, principal.companyId, [event], ctx.now())
    return { id }
  })
}
