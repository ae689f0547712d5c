import type { CheckedOf } from '#contract/endpoint.ts'
import type { addSupplier as endpoint, Supplier } from '#contract/purchases.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { insertSupplier, lockSupplier, type SupplierWords, takeOffList, writeSupplier } from './suppliers.store.ts'

type Said = CheckedOf<typeof endpoint>['body']

/** An empty field is stored as null. */
const wordsOf = ({ name, phone, email, address, note }: Said): SupplierWords => ({
  name,
  phone: phone || null,
  email: email || null,
  address: address || null,
  note: note || null,
})

export async function addSupplier(input: Said, caller: RequestContext): Promise<Supplier> {
  const { db, principal, ctx } = caller
  const supplier = await insertSupplier(db, principal.companyId, wordsOf(input), ctx.now())
  await tell(caller, { action: 'supplier-added', of: { kind: 'supplier', id: supplier.identifier }, after: wordsOf(input) })
  return supplier
}

export async function changeSupplier(id: number, input: Said, caller: RequestContext): Promise<Supplier | Refusal> {
  const { db, principal } = caller
  const before = await lockSupplier(db, principal.companyId, id)
  if (!before) return refuse('SUPPLIER_NOT_FOUND')
  const after = wordsOf(input)
  await writeSupplier(db, principal.companyId, id, after)
  await tell(caller, { action: 'supplier-changed', of: { kind: 'supplier', id }, before, after })
  return { identifier: id, ...after }
}

export async function deleteSupplier(id: number, caller: RequestContext): Promise<{ identifier: number } | Refusal> {
  const { db, principal, ctx } = caller
  const before = await lockSupplier(db, principal.companyId, id)
  if (!before) return refuse('SUPPLIER_NOT_FOUND')
  await takeOffList(db, principal.companyId, id, ctx.now())
  await tell(caller, { action: 'supplier-deleted', of: { kind: 'supplier', id }, before })
  return { identifier: id }
}

async function tell({ db, principal: { companyId, userId }, ctx }: RequestContext, entry: Audited) {
  const at = ctx.now()
  await audit(db, companyId, { userId, at }, [entry])
  await publishEvents(db, companyId, [{ activity: 'SUPPLIER_CHANGED', at, machineId: null, changed: ['warehouse'] }], at)
}
