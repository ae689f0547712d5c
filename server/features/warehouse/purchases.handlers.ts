import { randomUUID } from 'node:crypto'
import type { CheckedOf } from '#contract/endpoint.ts'
import type { addPurchase as endpoint, Purchase } from '#contract/purchases.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { OperationId } from '#domain/ids.ts'
import { isAmount, toMinor } from '#domain/money.ts'
import { costLimit } from '#domain/products/product-limits.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { datesIn, isDeliveredAfterOrder, isPurchaseDay, mayFollow, type PurchaseLine, receivedBy } from '#domain/warehouse/purchase.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { writeCosts, writeLastCosts } from '../../db/product-costs.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { type Change, publish } from '../../sync/feed.ts'
import {
  findPurchase,
  insertDelivery,
  insertPurchase,
  lockPurchase,
  type PurchaseWords,
  removePurchase,
  type StoredPurchase,
  timeZoneOf,
  writeLines,
  writePurchase,
} from './purchases.store.ts'
import { findNamed, recordChange, refuseDeleted } from './record-change.ts'
import type { NamedProduct } from './stored.store.ts'
import { isOnList } from './suppliers.store.ts'
import { inventoryChanged } from './warehouse-operations.ts'

type PurchaseInput = CheckedOf<typeof endpoint>['body']
type Read = { words: PurchaseWords; lines: PurchaseLine[]; products: ReadonlyMap<number, NamedProduct> }

export async function addPurchase(input: PurchaseInput, caller: RequestContext): Promise<Purchase | Refusal> {
  const { db, principal, ctx } = caller
  const read = await understand(input, caller)
  if (read instanceof Refusal) return read
  if (!(await isOnList(db, principal.companyId, read.words.supplierId))) return refuse('SUPPLIER_NOT_FOUND')
  const id = await insertPurchase(db, principal.companyId, read.words, ctx.now())
  await writeLines(db, principal.companyId, id, read.lines)
  return finish(id, read, read.words.status === 'DELIVERED', { action: 'purchase-added', ...about(id), after: input }, caller)
}

export async function changePurchase(id: number, input: PurchaseInput, caller: RequestContext): Promise<Purchase | Refusal> {
  const { db, principal } = caller
  const before = await lockPurchase(db, principal.companyId, id)
  if (!before) return refuse('PURCHASE_NOT_FOUND')
  const read = await understand(input, caller, before)
  if (read instanceof Refusal) return read
  const { words, lines } = read
  if (!mayFollow(before, { status: words.status, lines })) return refuse('PURCHASE_DELIVERED')
  if (words.supplierId !== before.supplierId && !(await isOnList(db, principal.companyId, words.supplierId)))
    return refuse('SUPPLIER_NOT_FOUND')
  await writePurchase(db, principal.companyId, id, words)
  if (before.status !== 'DELIVERED') await writeLines(db, principal.companyId, id, lines)
  const becomesDelivered = words.status === 'DELIVERED' && before.status !== 'DELIVERED'
  return finish(id, read, becomesDelivered, { action: 'purchase-changed', ...about(id), before, after: input }, caller)
}

export async function purchaseOf(id: number, { db, principal }: RequestContext): Promise<Purchase | Refusal> {
  return (await findPurchase(db, principal, id)) ?? refuse('PURCHASE_NOT_FOUND')
}

export async function deletePurchase(id: number, caller: RequestContext): Promise<{ identifier: number } | Refusal> {
  const { db, principal } = caller
  const before = await lockPurchase(db, principal.companyId, id)
  if (!before) return refuse('PURCHASE_NOT_FOUND')
  if (before.status === 'DELIVERED') return refuse('PURCHASE_DELIVERED')
  await removePurchase(db, principal.companyId, id)
  await recordPurchase(caller, { action: 'purchase-deleted', ...about(id), before }, null)
  return { identifier: id }
}

type Delivery = { supplierId: number; invoiceNumber: string | null; orderedAt: Moment | null; lines: PurchaseLine[] }

/** Receives goods of an order: a purchase that is delivered from the start, also of a supplier that was archived meanwhile. */
export async function addDelivery({ lines, ...delivery }: Delivery, caller: RequestContext): Promise<Purchase | Refusal> {
  const { db, principal, ctx } = caller
  const products = await findNamed(db, principal.companyId, lines)
  if (products instanceof Refusal) return products
  const words: PurchaseWords = { ...delivery, status: 'DELIVERED', deliveredAt: ctx.now(), note: null }
  const id = await insertPurchase(db, principal.companyId, words, ctx.now())
  await writeLines(db, principal.companyId, id, lines)
  return finish(id, { words, lines, products }, true, { action: 'purchase-added', ...about(id), after: { ...words, lines } }, caller)
}

const about = (id: number) => ({ of: { kind: 'purchase' as const, id } })

/** Converts the request to amounts in minor units and dates in the company's time zone. `before`: the stored purchase. */
async function understand(
  input: PurchaseInput,
  { db, principal, ctx }: RequestContext,
  before: StoredPurchase | null = null,
): Promise<Read | Refusal> {
  const products = await findNamed(db, principal.companyId, input.items)
  if (products instanceof Refusal) return products
  const deleted = refuseDeleted(products, before?.lines)
  if (deleted) return deleted
  const at = (iso: string | null): Moment | null => (iso === null ? null : fromIso(iso))
  const dates = datesIn(
    input.status,
    { orderedAt: at(input.orderedAt), deliveredAt: at(input.deliveredAt) ?? before?.deliveredAt ?? null },
    ctx.now(),
  )
  const zone = await timeZoneOf(db, principal.companyId)
  const errors = [
    ...Object.entries(dates).flatMap(([path, day]) =>
      day === null || isPurchaseDay(day, ctx.now(), zone) ? [] : [{ path, message: 'must be from 1 February 2018 to today' }],
    ),
    ...(isDeliveredAfterOrder(dates, zone) ? [] : [{ path: 'deliveredAt', message: 'must not be before the day of the order' }]),
    ...input.items.flatMap(({ unitCost }, line) => {
      const path = `items.${line}.unitCost`
      if (!isAmount(unitCost, principal.currency))
        return [{ path, message: `is no amount of ${principal.currency}: it has too many decimals` }]
      // The unit cost is stored as the product's last cost, so it must be within the same limit.
      return unitCost < costLimit(principal.currency) ? [] : [{ path, message: `must be less than ${costLimit(principal.currency)}` }]
    }),
  ]
  if (errors.length > 0) return refuseFields(errors)
  const { supplier, status, invoiceNumber, note } = input
  return {
    words: { supplierId: supplier.identifier, status, invoiceNumber: invoiceNumber || null, note: note || null, ...dates },
    lines: input.items.map(({ productId, quantity, unitCost }) => {
      return { productId, quantity, unitCostMinor: toMinor(unitCost, principal.currency) }
    }),
    products,
  }
}

async function finish(id: number, read: Read, isReceived: boolean, entry: Audited, caller: RequestContext): Promise<Purchase | Refusal> {
  const received = isReceived ? await receive(id, read, caller) : null
  if (received instanceof Refusal) return received
  const purchase = await purchaseOf(id, caller)
  if (purchase instanceof Refusal) return purchase
  await recordPurchase(caller, entry, received && { ...received, supplier: purchase.supplier.name })
  return purchase
}

type Received = { purchase: number; operation: OperationId; note: string | null; changes: Change[] }

/**
 * Receives the goods of a purchase into the warehouse and returns the changes for devices. They count from now on, because the delivery
 * date does not show whether a count already included them.
 */
async function receive(id: number, { words, lines, products }: Read, { db, principal, ctx }: RequestContext): Promise<Received | Refusal> {
  const { companyId, userId } = principal
  const [operation, at] = [randomUUID(), ctx.now()]
  await insertDelivery(db, companyId, { operation, purchase: id, user: userId, at })
  const items = lines.map(({ productId, quantity }) => {
    const product = products.get(productId)
    return { productId, quantity: product ? receivedBy(quantity, product) : quantity }
  })
  const note = words.invoiceNumber
  const recorded = await recordChange(db, companyId, { operation, at, type: 'RECEIVE', note, items, purchase: id })
  if (recorded instanceof Refusal) return recorded
  // Their stock points in the warehouse are locked, so that deliveries of the same products are serialized.
  const day = isoDay(dayOf(words.deliveredAt ?? at, await timeZoneOf(db, companyId)))
  await writeCosts(db, companyId, lines, day)
  await writeLastCosts(
    db,
    companyId,
    lines.map(({ productId }) => productId),
  )
  return { purchase: id, operation, note, changes: lines.map(({ productId }) => ({ kind: 'product', id: productId })) }
}

async function recordPurchase(
  { db, principal: { companyId, userId }, ctx }: RequestContext,
  entry: Audited,
  received: (Received & { supplier: string }) | null,
) {
  const at = ctx.now()
  await audit(db, companyId, { userId, at }, [entry])
  const changed = { activity: 'PURCHASE_CHANGED', at, machineId: null, changed: ['warehouse'] as const }
  const details = { stockChangeType: 'RECEIVE', message: received?.note ?? null, ...(received ? { purchase: received.purchase } : {}) }
  const note = { message: 'PURCHASE_DELIVERED', type: 'SUCCESS', slug: '/dashboard/inventory?tab=purchases' } as const
  const event = received
    ? inventoryChanged({
        at,
        by: userId,
        operation: received.operation,
        details,
        note: { ...note, values: { supplier: received.supplier } },
      })
    : changed
  await publish(db, companyId, received?.changes ?? [], at, [event])
}
