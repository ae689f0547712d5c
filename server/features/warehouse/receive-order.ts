import type { CheckedOf } from '#contract/endpoint.ts'
import type { receiveOrder as endpoint, SupplierOrder } from '#contract/supplier-orders.ts'
import { toMinor } from '#domain/money.ts'
import { fromIso } from '#domain/time.ts'
import { openOf } from '#domain/warehouse/order.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { about, costErrors, lockedAt, ORDER_CHANGED, orderOf } from './orders.handlers.ts'
import { closeOrder, writeReceived } from './orders.store.ts'
import { addDelivery } from './purchases.handlers.ts'

type ReceiptInput = CheckedOf<typeof endpoint>['body']

/**
 * Receives goods of an order: a purchase with the costs of its lines, once for each version of the order. The order is done when every line
 * has arrived; more than ordered is received too.
 */
export async function receiveOrder(id: number, input: ReceiptInput, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId: company, currency } = principal
  const order = await lockedAt(id, input.version, ['SENT'], caller)
  if (order instanceof Refusal) return order
  const ordered = new Map(order.lines.map((line) => [line.productId, line]))
  const missing = input.lines.find(({ productId }) => !ordered.has(productId))
  if (missing) return refuse('PRODUCT_NOT_FOUND', { detail: `The order has no product ${missing.productId}.` })
  const errors = costErrors(input.lines, currency)
  if (errors.length > 0) return refuseFields(errors)
  const lines = input.lines.map(({ productId, quantity, unitCost }) => {
    const unitCostMinor = unitCost === undefined ? (ordered.get(productId)?.unitCostMinor ?? 0) : toMinor(unitCost, currency)
    return { productId, quantity, unitCostMinor }
  })
  const free = lines.flatMap(({ unitCostMinor }, line) =>
    unitCostMinor > 0 ? [] : [{ path: `lines.${line}.unitCost`, message: 'is unknown: the order has no price for this product' }],
  )
  if (free.length > 0) return refuseFields(free)

  const sent = await orderOf(id, caller)
  if (sent instanceof Refusal) return sent
  const delivery = {
    supplierId: order.supplierId,
    invoiceNumber: input.invoiceNumber || null,
    orderedAt: sent.sentAt === null ? null : fromIso(sent.sentAt),
    lines,
  }
  const purchase = await addDelivery(delivery, caller)
  if (purchase instanceof Refusal) return purchase
  await writeReceived(db, company, id, { purchase: purchase.identifier, lines })
  const arrived = new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
  const isDone = order.lines.every((line) => openOf({ ...line, received: line.received + (arrived.get(line.productId) ?? 0) }) === 0)
  if (isDone) await closeOrder(db, company, id, 'RECEIVED', ctx.now())
  await recordChange(caller, ORDER_CHANGED, [
    {
      action: 'order-received',
      ...about(id),
      after: { number: order.number, invoiceNumber: delivery.invoiceNumber, items: lines },
    },
  ])
  return orderOf(id, caller)
}
