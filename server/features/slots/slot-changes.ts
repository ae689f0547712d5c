import type { MachineId, ProductId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { decimalsOf, isAmount } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { removeSlots } from '../../planogram/planogram.store.ts'
import { publish } from '../../sync/feed.ts'
import { closeInstallations, lockInstallations, packagingsOf } from './slots-operations.store.ts'
import type { ACCEPTED_PACKAGING } from './write-edits.ts'

/** Closes the installations of slots, whose stock is resolved, and removes the slots. */
export async function clearSlots({ db, principal: { companyId } }: RequestContext, slots: readonly number[], at: Moment): Promise<void> {
  if (slots.length === 0) return
  await lockInstallations(db, companyId, slots)
  await closeInstallations(db, companyId, slots, at)
  await removeSlots(db, companyId, slots, at)
}

export const wrongPrice = (price: number | null, currency: string): Refusal | null =>
  isAmount(price ?? 0, currency)
    ? null
    : refuse('INVALID', { detail: `vendPrice: an amount in ${currency} has at most ${decimalsOf(currency)} decimals.` })

/** The refusal for products that are missing or do not fit the machine, or null. */
export async function misplaced(
  { db, principal }: RequestContext,
  products: readonly ProductId[],
  takes: (typeof ACCEPTED_PACKAGING)[MachineType],
): Promise<Refusal | null> {
  const packagings = await packagingsOf(db, principal.companyId, products)
  for (const product of products) {
    const packaging = packagings.get(product)
    if (!packaging) return refuse('PRODUCT_NOT_FOUND', { detail: `There is no product ${product}.` })
    if (!takes.includes(packaging)) return refuse('PRODUCT_TYPE_MISMATCH', { detail: `Product ${product} does not fit there.` })
  }
  return null
}

type Happened = { activity: string; slotNumber?: string }

export const EDITED: Happened = { activity: 'SLOTS_EDITED' }
export const created = (slots: readonly { slotNumber: string }[]) =>
  slots.map(({ slotNumber }): Happened => ({ activity: 'SLOT_CREATED', slotNumber }))
export const deleted = (slots: readonly { slotNumber: string }[]) =>
  slots.map(({ slotNumber }): Happened => ({ activity: 'SLOT_DELETED', slotNumber }))

/** Publishes one activity per added or removed slot, with user and slot number. */
export async function recordSlotChanges(
  caller: RequestContext,
  machineId: MachineId,
  happened: readonly Happened[],
  entry: Audited,
): Promise<void> {
  const { db, principal, ctx } = caller
  const now = ctx.now()
  await audit(db, principal.companyId, { userId: principal.userId, at: now }, [entry])
  const changes = (['slots', 'inventory', 'machine'] as const).map((kind) => ({ kind, id: machineId }))
  const events = happened.map(({ activity, slotNumber }) => ({
    activity,
    at: now,
    machineId,
    by: principal.userId,
    changed: ['slots', 'stock', 'machines', 'reviews'] as const,
    ...(slotNumber === undefined ? {} : { details: { slotNumber } }),
  }))
  await publish(db, principal.companyId, changes, now, events)
}
