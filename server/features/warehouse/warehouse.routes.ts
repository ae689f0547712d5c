import type { FastifyInstance } from 'fastify'
import * as purchases from '#contract/purchases.ts'
import * as warehouse from '#contract/warehouse.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { stockSeenBy } from '../../ledger/seen-stock.ts'
import { findChanges } from './changes.store.ts'
import { ordersRoutes } from './orders.routes.ts'
import { addPurchase, changePurchase, deletePurchase, purchaseOf } from './purchases.handlers.ts'
import { findPurchases } from './purchases.store.ts'
import { findStored } from './stored.store.ts'
import { addSupplier, changeSupplier, deleteSupplier } from './suppliers.handlers.ts'
import { findSuppliers } from './suppliers.store.ts'

/** Warehouse stock and its history, suppliers, purchases and orders. */
export function warehouseRoutes(app: FastifyInstance, ctx: AppContext) {
  ordersRoutes(app, ctx)
  const snapshot = { snapshot: true }
  serve(
    app,
    ctx,
    warehouse.listStoredProducts,
    async ({ query }, caller) => {
      const { items, total } = await findStored(caller.db, caller.principal.companyId, query, await stockSeenBy(caller))
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )
  serve(
    app,
    ctx,
    warehouse.listWarehouseChanges,
    async ({ query }, { db, principal }) => {
      const { items, total } = await findChanges(db, principal.companyId, { ...query, type: query.type })
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )

  serve(
    app,
    ctx,
    purchases.listSuppliers,
    async ({ query }, { db, principal }) => {
      const { items, total } = await findSuppliers(db, principal, query)
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )
  serve(app, ctx, purchases.addSupplier, ({ body }, caller) => addSupplier(body, caller))
  serve(app, ctx, purchases.changeSupplier, ({ params, body }, caller) => changeSupplier(params.identifier, body, caller))
  serve(app, ctx, purchases.deleteSupplier, ({ params }, caller) => deleteSupplier(params.identifier, caller))

  serve(
    app,
    ctx,
    purchases.listPurchases,
    async ({ query }, { db, principal }) => {
      const { items, total } = await findPurchases(db, principal, { ...query, status: query.status })
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )
  serve(app, ctx, purchases.addPurchase, ({ body }, caller) => addPurchase(body, caller))
  serve(app, ctx, purchases.changePurchase, ({ params, body }, caller) => changePurchase(params.identifier, body, caller), {
    readCurrent: ({ params }, caller) => purchaseOf(params.identifier, caller),
  })
  serve(app, ctx, purchases.deletePurchase, ({ params }, caller) => deletePurchase(params.identifier, caller))
}
