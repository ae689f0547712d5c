import type { CheckedOf } from '#contract/endpoint.ts'
import type { addOrder as addEndpoint, changeOrder as changeEndpoint, SupplierOrder } from '#contract/supplier-orders.ts'
import { isAmount, toMinor } from '#domain/money.ts'
import { costLimit } from '#domain/products/product-limits.ts'
import { DAY, HOUR } from '#domain/time.ts'
import type { OrderState } from '#domain/warehouse/order.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { refuseFarDays } from '../../http/far-days.ts'
import { type FieldError, refuseFields } from '../../http/field-errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { enqueueMail } from '../../mail/mail.store.ts'
import { buyerOf, writeOrder as writtenOrder } from './order-sheet.ts'
import {
  closeOrder,
  emailOf,
  findOrder,
  insertOrder,
  lockOrder,
  mailsSince,
  markOrderSent,
  type StoredLine,
  type StoredOrder,
  writeOrder,
  writeOrderLines,
} from './orders.store.ts'
import { findNamed, refuseDeleted } from './record-change.ts'
import { isOnList, lockSupplier } from './suppliers.store.ts'

export const ORDER_CHANGED = { activity: 'ORDER_CHANGED', changed: ['warehouse'] } as const

type OrderInput = CheckedOf<typeof addEndpoint>['body']
type Changed = CheckedOf<typeof changeEndpoint>['body']
type Line = Omit<StoredLine, 'received'>

/** A company that mails this many orders a day has a program that repeats itself, or abuses the mail server. */
const MAX_MAILS_A_DAY = 200

export async function addOrder(input: OrderInput, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const { db, principal, ctx } = caller
  const far = refuseFarDays({ expectedOn: input.expectedOn }, ctx.now())
  if (far) return far
  const { companyId: company, userId: user } = principal
  const lines = await readLines(input.lines, caller)
  if (lines instanceof Refusal) return lines
  const supplierId = input.supplier.identifier
  if (!(await isOnList(db, company, supplierId))) return refuse('SUPPLIER_NOT_FOUND')
  const words = { note: input.note || null, expectedOn: input.expectedOn }
  const id = await insertOrder(db, company, { ...words, supplierId, user, at: ctx.now() })
  await writeOrderLines(db, company, id, lines)
  await recordChange(caller, ORDER_CHANGED, [{ action: 'order-added', ...about(id), after: loggedOf({ ...words, supplierId, lines }) }])
  return input.send ? dispatch(id, supplierId, caller) : orderOf(id, caller)
}

export async function changeOrder(id: number, input: Changed, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const { db, principal, ctx } = caller
  const before = await lockedAt(id, input.version, ['DRAFT'], caller)
  if (before instanceof Refusal) return before
  const far = input.expectedOn === before.expectedOn ? null : refuseFarDays({ expectedOn: input.expectedOn }, ctx.now())
  if (far) return far
  const lines = await readLines(input.lines, caller, before.lines)
  if (lines instanceof Refusal) return lines
  const words = { note: input.note || null, expectedOn: input.expectedOn }
  await writeOrder(db, principal.companyId, id, words)
  await writeOrderLines(db, principal.companyId, id, lines)
  await recordChange(caller, ORDER_CHANGED, [
    {
      action: 'order-changed',
      ...about(id),
      before: loggedOf(before),
      after: loggedOf({ ...words, supplierId: before.supplierId, lines }),
    },
  ])
  return orderOf(id, caller)
}

/** Sends a draft, or a sent order again. */
export async function sendOrder(id: number, version: number, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const order = await lockedAt(id, version, ['DRAFT', 'SENT'], caller)
  return order instanceof Refusal ? order : dispatch(id, order.supplierId, caller)
}

export async function cancelOrder(id: number, version: number, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const { db, principal, ctx } = caller
  const order = await lockedAt(id, version, ['DRAFT', 'SENT'], caller)
  if (order instanceof Refusal) return order
  await closeOrder(db, principal.companyId, id, 'CANCELLED', ctx.now())
  await recordChange(caller, ORDER_CHANGED, [
    { action: 'order-cancelled', ...about(id), before: { state: order.state }, after: { state: 'CANCELLED' } },
  ])
  return orderOf(id, caller)
}

/**
 * Marks an order as sent, and enqueues its mail in the same transaction, so that both happen or neither. A supplier without an address is
 * ordered from otherwise.
 */
async function dispatch(id: number, supplierId: number, caller: RequestContext): Promise<SupplierOrder | Refusal> {
  const { db, principal, ctx } = caller
  const company = principal.companyId
  const now = ctx.now()
  const supplier = await lockSupplier(db, company, supplierId, 'shared')
  if (!supplier) return refuse('SUPPLIER_NOT_FOUND')
  if (supplier.email && (await mailsSince(db, company, 'supplier-order', now - DAY)) >= MAX_MAILS_A_DAY)
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: HOUR / 1_000 })
  await markOrderSent(db, company, id, supplier.email, now)
  const order = await orderOf(id, caller)
  if (order instanceof Refusal) return order
  if (supplier.email) {
    const buyer = await buyerOf(db, company)
    const { title, body, file } = await writtenOrder(order, buyer, now)
    const replyTo = await emailOf(db, company, principal.userId)
    await enqueueMail(db, company, {
      to: supplier.email,
      kind: 'supplier-order',
      locale: buyer.locale,
      content: {
        words: { title, company: buyer.name, body },
        attachment: { name: file.name, type: file.type, base64: file.content.toString('base64') },
        ...(replyTo && { replyTo }),
      },
      now,
    })
  }
  await recordChange(caller, ORDER_CHANGED, [
    { action: 'order-sent', ...about(id), after: { number: order.number, email: supplier.email } },
  ])
  return order
}

/** An order at the version that the user saw, in one of these states, locked until the transaction ends. */
export async function lockedAt(
  id: number,
  version: number,
  states: readonly OrderState[],
  { db, principal }: RequestContext,
): Promise<StoredOrder | Refusal> {
  const order = await lockOrder(db, principal.companyId, id)
  if (!order) return refuse('ORDER_NOT_FOUND')
  if (order.version !== version) return refuse('ORDER_CHANGED')
  return states.includes(order.state) ? order : refuse('ORDER_STATE')
}

export async function orderOf(id: number, { db, principal }: Pick<RequestContext, 'db' | 'principal'>): Promise<SupplierOrder | Refusal> {
  return (await findOrder(db, principal, id)) ?? refuse('ORDER_NOT_FOUND')
}

export const about = (id: number) => ({ of: { kind: 'order' as const, id } })

/** An order in the audit log, with quantities in pieces or packs. */
const loggedOf = ({
  note,
  expectedOn,
  supplierId,
  lines,
}: Pick<StoredOrder, 'note' | 'expectedOn' | 'supplierId'> & { lines: Line[] }) => ({
  supplierId,
  note,
  expectedOn,
  items: lines.map(({ productId, cases, piecesPerCase, unitCostMinor }) => {
    return { productId, quantity: cases * piecesPerCase, unitCostMinor }
  }),
})

/** Checks the products of the lines, and converts their costs to minor units. */
async function readLines(
  input: OrderInput['lines'],
  { db, principal }: RequestContext,
  before: readonly { productId: number }[] = [],
): Promise<Line[] | Refusal> {
  const { companyId, currency } = principal
  const products = await findNamed(db, companyId, input)
  if (products instanceof Refusal) return products
  const deleted = refuseDeleted(products, before)
  if (deleted) return deleted
  const errors = costErrors(input, currency)
  if (errors.length > 0) return refuseFields(errors)
  return input.map(({ productId, cases, piecesPerCase, unitCost }) => {
    return { productId, cases, piecesPerCase, unitCostMinor: toMinor(unitCost, currency) }
  })
}

/** Costs must be amounts of the currency below the limit of a product. */
export const costErrors = (lines: readonly { unitCost?: number | undefined }[], currency: string): FieldError[] =>
  lines.flatMap(({ unitCost = 0 }, line) => {
    const path = `lines.${line}.unitCost`
    if (!isAmount(unitCost, currency)) return [{ path, message: `is no amount of ${currency}: it has too many decimals` }]
    return unitCost < costLimit(currency) ? [] : [{ path, message: `must be less than ${costLimit(currency)}` }]
  })
