import * as v from 'valibot'
import { editSlots, SlotEdits } from '#contract/slots.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { decimalsOf, isAmount, toDecimal, toMinor } from '#domain/money.ts'
import { type FieldConflict, mergeEdit, type SlotEdit } from '#domain/slots/slot-edit.ts'
import { mayAccess } from '#domain/team/permissions.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { settle } from '../../ledger/settle.ts'
import { installationsIn } from '../../planogram/planogram.store.ts'
import { type Done, type OperationContext, sequentially, type Warning } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { slotsOf } from './slots.store.ts'
import { type LockedSlot, lockInstallations, lockSlots } from './slots-operations.store.ts'
import { type Merged, writeEdits } from './write-edits.ts'

/**
 * Applies slot edits relative to the values that their author saw. Current rights apply: an edit of a user who has lost them is rejected.
 */
async function performEdit(context: OperationContext): Promise<Done | Refusal> {
  const { db, principal, machineId, body } = context
  if (!mayAccess(editSlots.who, principal)) return refuse('FORBIDDEN')
  const machine = await visibleMachine(db, principal, machineId)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(SlotEdits, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  if (!parsed.output.every(({ vendPrice }) => isAmount(vendPrice ?? 0, principal.currency)))
    return refuse('INVALID', {
      detail: `vendPrice: an amount in ${principal.currency} has at most ${decimalsOf(principal.currency)} decimals.`,
    })

  const edits = parsed.output.map((edit) => readEdit(edit, machine.type, principal.currency))
  const ids = edits.map(({ slotId }) => slotId)
  if (new Set(ids).size < ids.length) return refuse('INVALID', { detail: 'The request changes a slot twice. Include each slot only once.' })
  const slots = new Map((await lockSlots(db, principal.companyId, machineId, ids)).map((slot) => [slot.slotId, slot]))

  const merged: Merged[] = []
  for (const edit of edits) {
    const slot = slots.get(edit.slotId)
    if (!slot) return refuse('SLOT_NOT_FOUND', { detail: `This machine has no slot ${edit.slotId}.`, details: [{ slotId: edit.slotId }] })
    merged.push({ slot, merge: mergeEdit(edit, slot, () => isNewest(context, slot)) })
  }
  const changed = merged.filter(({ merge }) => merge.conflicts.length > 0)
  if (changed.length > 0) return refuseChanged(changed, principal.currency)

  await lockInstallations(db, principal.companyId, ids)
  const given = merged.filter(({ merge }) => merge.apply.productId !== undefined).map(({ slot }) => slot.slotId)
  const points = await installationsIn(db, principal.companyId, given)
  // An edit may arrive late and cannot ask back, so the stock in a slot that changes its product becomes a review item.
  await settle(db, principal.companyId, {
    operation: context.operationId,
    machine: machineId,
    points,
    end: 'LATER',
    now: context.at,
    user: principal.userId,
  })
  const written = await writeEdits(context, machine.type, merged)
  if (written instanceof Refusal) return written
  return {
    answer: {
      operationId: context.operationId,
      slots: await slotsOf(db, principal, machineId, ids),
      warnings: warningsOf(context, merged),
    } as Done['answer'],
    changes: (['slots', 'inventory', 'machine'] as const).map((kind) => ({ kind, id: machineId })),
    events: [{ activity: 'SLOTS_EDITED', at: context.at, machineId, changed: ['slots', 'stock', 'machines', 'reviews'] }],
    audited: [{ action: 'slots-edited', of: { kind: 'machine', id: machineId }, ...beforeAndAfter(merged) }],
  }
}

/** The changes, with prices in minor units. */
function beforeAndAfter(merged: readonly Merged[]) {
  const changed = merged.filter(({ merge }) => Object.keys(merge.apply).length > 0)
  const before = changed.map(({ slot: { slotId, productId, vendPrice, maxQuantity } }) => ({ slotId, productId, vendPrice, maxQuantity }))
  return { before, after: changed.map(({ slot: { slotId }, merge }) => ({ slotId, ...merge.apply })) }
}

type RawEdit = v.InferOutput<typeof SlotEdits>[number]

/** The edit with its prices in minor units. A selection of a coffee machine holds no stock, so its maximum is ignored. */
function readEdit({ slotId, base, ...fields }: RawEdit, type: MachineType, currency: string): SlotEdit {
  const read = ({ vendPrice, maxQuantity, ...rest }: typeof fields) => ({
    ...rest,
    ...(vendPrice === undefined ? {} : { vendPrice: vendPrice === null ? null : toMinor(vendPrice, currency) }),
    ...(maxQuantity === undefined || type === 'COFFEE' ? {} : { maxQuantity }),
  })
  return { slotId, ...read(fields), ...(base ? { base: read(base) } : {}) }
}

/** Whether this maximum is the latest; with equal timestamps the greater operation id wins. */
const isNewest = ({ at, operationId }: OperationContext, { maxSaidAt, maxSaidBy }: LockedSlot): boolean =>
  at > maxSaidAt || (at === maxSaidAt && operationId > (maxSaidBy ?? ''))

function refuseChanged(changed: readonly Merged[], currency: string): Refusal {
  const asSent = ({ field, mine, theirs }: FieldConflict): FieldConflict =>
    field === 'vendPrice'
      ? { field, mine: mine === null ? null : toDecimal(mine, currency), theirs: theirs === null ? null : toDecimal(theirs, currency) }
      : { field, mine, theirs }
  return refuse('SLOT_CHANGED', {
    detail: 'Another user changed this in the meantime. Nothing of the edit was applied.',
    details: changed.map(({ slot, merge }) => ({ slotId: slot.slotId, conflicts: merge.conflicts.map(asSent) })),
  })
}

const warningsOf = ({ late, doubtfulSince }: OperationContext, merged: readonly Merged[]): Warning[] => [
  ...(late ? [{ code: 'LATE' }] : []),
  ...(doubtfulSince === null ? [] : [{ code: 'DOUBTFUL_CLOCK' }]),
  ...merged.flatMap(({ slot: { slotId }, merge }) =>
    merge.overridden.map(({ mine, theirs }) => ({ code: 'MAXIMUM_OVERRIDDEN', slotId, mine, theirs })),
  ),
]

export const slotOperations: readonly OperationEndpoint[] = [{ endpoint: editSlots, perform: sequentially(performEdit) }]
