import type { FastifyInstance } from 'fastify'
import { stockMovements } from '#contract/movements.ts'
import { listExpiring, machineInventory, machineShortages } from '#contract/stock.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { stockSeenBy } from '../../ledger/seen-stock.ts'
import { findExpiring } from './expiring.store.ts'
import { movementsOf, seesPoint } from './movements.store.ts'
import { inventoryByProduct, inventoryBySlot, shortagesOver } from './stock-levels.ts'

export function stockRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, machineShortages, async (_input, caller) => shortagesOver(caller, await stockSeenBy(caller)), { snapshot: true })

  serve(
    app,
    ctx,
    machineInventory,
    async ({ params, query }, { db, principal }) => {
      if (!(await visibleMachine(db, principal, params.id))) return refuse('MACHINE_NOT_FOUND')
      const inventoryOf = query.groupBy === 'slot' ? inventoryBySlot : inventoryByProduct
      return inventoryOf(db, principal, params.id, ctx.now())
    },
    { snapshot: true },
  )

  serve(
    app,
    ctx,
    listExpiring,
    async ({ query }, { db, principal }) => {
      const { items, total } = await findExpiring(db, principal, query)
      return pageOf(items, { ...query, total })
    },
    { snapshot: true },
  )

  serve(
    app,
    ctx,
    stockMovements,
    async ({ params: { id }, query }, { db, principal }) => {
      if (!(await seesPoint(db, principal, id))) return refuse('STOCK_POINT_NOT_FOUND')
      const { movements, total } = await movementsOf(db, principal, id, query)
      return pageOf(movements, { ...query, total })
    },
    { snapshot: true },
  )
}
