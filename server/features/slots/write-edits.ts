import type { MachineType } from '#domain/machines/machine.ts'
import type { Packaging } from '#domain/products/product.ts'
import type { Merge } from '#domain/slots/slot-edit.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { OperationContext } from '../../sync/operations.ts'
import {
  closeInstallations,
  type LockedSlot,
  lockInstallations,
  openInstallations,
  packagingsOf,
  passMaximumsOn,
  writeSlots,
} from './slots-operations.store.ts'

/** Packagings by machine type: coffee machines sell hot drinks, all others packed goods. */
export const ACCEPTED_PACKAGING: Record<MachineType, readonly Packaging[]> = { COFFEE: ['COFFEE'], SNACK: ['PIECE', 'CAN', 'BOTTLE'] }

/** A locked slot and the result of merging an edit into it. */
export type Merged = { slot: LockedSlot; merge: Merge }

/** The context of an edit: user, machine, operation and time. */
type Editing = Pick<OperationContext, 'db' | 'principal' | 'operationId' | 'machineId' | 'at'>

/** Applies merged edits to the slots and their installations, or refuses products that do not fit. */
export async function writeEdits(
  { db, principal, operationId, machineId, at }: Editing,
  type: MachineType,
  merged: readonly Merged[],
): Promise<Refusal | null> {
  const { companyId } = principal
  const fresh = merged.map(({ slot, merge: { apply } }) => ({
    ...slot,
    ...apply,
    ...(apply.maxQuantity === undefined ? {} : { maxSaidAt: at, maxSaidBy: operationId }),
  }))
  const refilled = fresh.filter((_slot, index) => merged[index]?.merge.apply.productId !== undefined)
  const packagings = await packagingsOf(
    db,
    companyId,
    refilled.flatMap(({ productId }) => productId ?? []),
  )
  for (const { slotId, productId } of refilled) {
    if (productId === null) continue
    const packaging = packagings.get(productId)
    if (!packaging) return refuse('PRODUCT_NOT_FOUND', { detail: `There is no product ${productId}.`, details: [{ slotId, productId }] })
    if (!ACCEPTED_PACKAGING[type].includes(packaging)) {
      return refuse('PRODUCT_TYPE_MISMATCH', {
        detail: `Product ${productId} does not fit into a machine of this type.`,
        details: [{ slotId, productId }],
      })
    }
  }
  const ids = fresh.map(({ slotId }) => slotId)
  const refilledIds = refilled.map(({ slotId }) => slotId)
  await lockInstallations(db, companyId, ids)
  await writeSlots(db, companyId, fresh)
  await closeInstallations(db, companyId, refilledIds, at)
  await openInstallations(
    db,
    companyId,
    machineId,
    type === 'COFFEE' ? 'SELECTION' : 'SLOT',
    refilled.flatMap(({ slotId, productId, maxQuantity }) => (productId === null ? [] : [{ slotId, productId, maxQuantity }])),
    at,
  )
  await passMaximumsOn(db, companyId, ids)
  return null
}
