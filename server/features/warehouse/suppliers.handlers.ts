import type { CheckedOf } from '#contract/endpoint.ts'
import type { addSupplier as endpoint, Supplier } from '#contract/purchases.ts'
import { isAmount, toDecimal, toMinor } from '#domain/money.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { chooseSupplier } from './proposals.store.ts'
import { hideSupplier, insertSupplier, isOnList, lockSupplier, type SupplierWords, writeSupplier } from './suppliers.store.ts'

const SUPPLIER_CHANGED = { activity: 'SUPPLIER_CHANGED', changed: ['warehouse'] } as const

type SupplierInput = CheckedOf<typeof endpoint>['body']

/** An empty field is stored as null. Without a minimum or lead time, the stored ones stay. */
function wordsOf({ minimumOrder, leadDays, ...input }: SupplierInput, currency: string, before?: SupplierWords): SupplierWords | Refusal {
  if (minimumOrder && !isAmount(minimumOrder, currency)) {
    const message = `is no amount of ${currency}: it has too many decimals`
    return refuseFields([{ path: 'minimumOrder', message }])
  }
  return {
    name: input.name,
    phone: input.phone || null,
    email: input.email || null,
    address: input.address || null,
    note: input.note || null,
    minimumMinor: minimumOrder === undefined ? (before?.minimumMinor ?? null) : minimumOrder && toMinor(minimumOrder, currency),
    leadDays: leadDays === undefined ? (before?.leadDays ?? null) : leadDays,
  }
}

const supplierOf = (identifier: number, { minimumMinor, ...words }: SupplierWords, currency: string): Supplier => ({
  identifier,
  ...words,
  minimumOrder: minimumMinor === null ? null : toDecimal(minimumMinor, currency),
})

export async function addSupplier(input: SupplierInput, caller: RequestContext): Promise<Supplier | Refusal> {
  const { db, principal, ctx } = caller
  const after = wordsOf(input, principal.currency)
  if (after instanceof Refusal) return after
  const id = await insertSupplier(db, principal.companyId, after, ctx.now())
  await recordChange(caller, SUPPLIER_CHANGED, [{ action: 'supplier-added', of: { kind: 'supplier', id }, after }])
  return supplierOf(id, after, principal.currency)
}

export async function changeSupplier(id: number, input: SupplierInput, caller: RequestContext): Promise<Supplier | Refusal> {
  const { db, principal } = caller
  const before = await lockSupplier(db, principal.companyId, id)
  if (!before) return refuse('SUPPLIER_NOT_FOUND')
  const after = wordsOf(input, principal.currency, before)
  if (after instanceof Refusal) return after
  await writeSupplier(db, principal.companyId, id, after)
  await recordChange(caller, SUPPLIER_CHANGED, [{ action: 'supplier-changed', of: { kind: 'supplier', id }, before, after }])
  return supplierOf(id, after, principal.currency)
}

/** Orders these products from the supplier from now on. */
export async function setSupplierProducts(id: number, productIds: readonly number[], caller: RequestContext) {
  const { db, principal } = caller
  if (!(await isOnList(db, principal.companyId, id))) return refuse('SUPPLIER_NOT_FOUND')
  const ids = [...new Set(productIds)]
  if ((await chooseSupplier(db, principal.companyId, id, ids)) < ids.length) return refuse('PRODUCT_NOT_FOUND')
  await recordChange(caller, SUPPLIER_CHANGED, [
    { action: 'supplier-products-set', of: { kind: 'supplier', id }, after: { productId: ids } },
  ])
  return { identifier: id, products: ids.length }
}

export async function deleteSupplier(id: number, caller: RequestContext): Promise<{ identifier: number } | Refusal> {
  const { db, principal, ctx } = caller
  const before = await lockSupplier(db, principal.companyId, id)
  if (!before) return refuse('SUPPLIER_NOT_FOUND')
  await hideSupplier(db, principal.companyId, id, ctx.now())
  await recordChange(caller, SUPPLIER_CHANGED, [{ action: 'supplier-deleted', of: { kind: 'supplier', id }, before }])
  return { identifier: id }
}
