import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Proposal, proposeProduct } from '#contract/problems.ts'
import type { CompanyId, MachineId, ProductId, SlotId } from '#domain/ids.ts'
import type { Packaging } from '#domain/products/product.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { refuse } from '../../http/refusal.ts'
import { openReviews } from '../../ledger/review-items.ts'
import { sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'

/** A proposal changes nothing by itself: a manager decides on it as a review item. */
const propose = sequentially(async (context) => {
  const { db, principal, machineId, operationId, body } = context
  const { companyId } = principal
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(Proposal, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const { slotId, productId, note } = parsed.output
  if (!(await isOpenSlot(db, companyId, machineId, slotId))) return refuse('SLOT_NOT_FOUND')
  const packaging = await packagingOf(db, companyId, productId)
  if (packaging === null) return refuse('PRODUCT_NOT_FOUND')
  if (!packagingsFor(context.reach.type).includes(packaging)) return refuse('PRODUCT_TYPE_MISMATCH')
  await openReviews(db, companyId, context.receivedAt, [
    { operation: operationId, kind: 'PRODUCT_PROPOSED', machineId, stockPointId: null, details: { slotId, productId, note: note || null } },
  ])
  return {
    answer: { operationId, warnings: warningsOf(context) },
    changes: [{ kind: 'machine', id: machineId }],
    events: [{ activity: 'PRODUCT_PROPOSED', at: context.at, machineId, changed: ['reviews'] }],
  }
})

async function isOpenSlot(db: Db, company: CompanyId, machine: MachineId, slot: SlotId): Promise<boolean> {
  const found = await rowsOf(
    db,
    sql`select from slots s where s.company_id = ${company} and s.machine_id = ${machine} and s.id = ${slot} and s.removed_at is null`,
  )
  return found.length > 0
}

async function packagingOf(db: Db, company: CompanyId, product: ProductId): Promise<Packaging | null> {
  const [row] = await rowsOf<{ packaging: Packaging }>(
    db,
    sql`select p.packaging from products p where p.company_id = ${company} and p.id = ${product} and not p.deleted`,
  )
  return row?.packaging ?? null
}

export const proposalOperations: readonly OperationEndpoint[] = [{ endpoint: proposeProduct, perform: propose }]
