import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/supplier-orders.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { Refusal } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { buyerOf } from './order-sheet.ts'
import { addOrder, cancelOrder, changeOrder, orderOf, sendOrder } from './orders.handlers.ts'
import { findOrders } from './orders.store.ts'
import { demandByFeed } from './proposals.store.ts'
import { proposeOrders } from './propose-orders.ts'
import { receiveOrder } from './receive-order.ts'
import { setSupplierProducts } from './suppliers.handlers.ts'

/** Orders to suppliers: proposals, drafts, mails, and receipts. */
export function ordersRoutes(app: FastifyInstance, ctx: AppContext) {
  const snapshot = { snapshot: true }
  const demand = demandByFeed()
  serve(app, ctx, contract.proposeOrders, ({ query }, caller) => proposeOrders(query.coverDays, caller, demand), snapshot)
  serve(
    app,
    ctx,
    contract.listOrders,
    async ({ query }, { db, principal }) => {
      const { items, total } = await findOrders(db, principal, { ...query, state: query.state })
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )
  serve(app, ctx, contract.getOrder, ({ params }, caller) => orderOf(params.id, caller), snapshot)
  serve(app, ctx, contract.addOrder, ({ body }, caller) => addOrder(body, caller))
  serve(app, ctx, contract.changeOrder, ({ params, body }, caller) => changeOrder(params.id, body, caller), {
    readCurrent: ({ params }, caller) => orderOf(params.id, caller),
  })
  serve(app, ctx, contract.sendOrder, ({ params, body }, caller) => sendOrder(params.id, body.version, caller))
  serve(app, ctx, contract.cancelOrder, ({ params, body }, caller) => cancelOrder(params.id, body.version, caller))
  serve(app, ctx, contract.receiveOrder, ({ params, body }, caller) => receiveOrder(params.id, body, caller))
  serve(app, ctx, contract.printOrder, async ({ params }, caller) => {
    const { db, principal } = caller
    const order = await orderOf(params.id, caller)
    if (order instanceof Refusal) return order
    const { locale } = await buyerOf(db, principal.companyId)
    return { url: signedAddress(ctx, principal, { purpose: 'supplier-order', company: principal.companyId, order: params.id, locale }) }
  })
  serve(app, ctx, contract.setSupplierProducts, ({ params, body }, caller) =>
    setSupplierProducts(params.identifier, body.productIds, caller),
  )
}
