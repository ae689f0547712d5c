import { randomUUID } from 'node:crypto'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/slots.ts'
import { toMinor } from '#domain/money.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { settle } from '../../ledger/settle.ts'
import { canistersOf, insertSlots, installationsIn, noteOperation, setCanisters } from '../../planogram/planogram.store.ts'
import { clearSlots, created, deleted, EDITED, misplaced, recordSlotChanges, wrongPrice } from './slot-changes.ts'
import { slotsOf } from './slots.store.ts'
import { lockSlots } from './slots-operations.store.ts'
import { ACCEPTED_PACKAGING } from './write-edits.ts'

/** Creates an empty slot; stock is added by restocks. */
export async function addSlot(
  { params: { id }, body }: CheckedOf<typeof contract.addSlot>,
  caller: RequestContext,
): Promise<AnswerOf<typeof contract.addSlot> | Refusal> {
  const { db, principal, ctx } = caller
  const machine = await visibleMachine(db, principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  const wrong =
    wrongPrice(body.vendPrice, principal.currency) ?? (await misplaced(caller, [body.productId], ACCEPTED_PACKAGING[machine.type]))
  if (wrong) return wrong
  const slot = {
    slotNumber: body.slotNumber,
    productId: body.productId,
    vendPrice: body.vendPrice === null ? null : toMinor(body.vendPrice, principal.currency),
    // A selection of a coffee machine holds no stock of its own.
    maxQuantity: machine.type === 'COFFEE' ? null : body.maxQuantity,
  }
  const [slotId] = await insertSlots(db, principal.companyId, { id, type: machine.type }, [slot], ctx.now())
  if (slotId === undefined) return refuse('SLOT_EXISTS', { detail: `This machine already has a slot ${body.slotNumber}.` })
  await recordSlotChanges(caller, id, created([slot]), { action: 'slot-added', of: { kind: 'machine', id }, after: { slotId, ...slot } })
  const [added] = await slotsOf(db, principal, id, [slotId])
  return added ?? refuse('SLOT_NOT_FOUND')
}

/** Removes a slot from its machine and resolves its stock as requested. */
export async function deleteSlot(
  { params: { id, otherId: slotId }, query: { stock: end } }: CheckedOf<typeof contract.deleteSlot>,
  caller: RequestContext,
): Promise<{ slotId: number } | Refusal> {
  const { db, principal, ctx } = caller
  if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
  const [slot] = await lockSlots(db, principal.companyId, id, [slotId])
  if (!slot) return refuse('SLOT_NOT_FOUND', { detail: 'This machine has no such slot.' })
  const operation = randomUUID()
  const points = await installationsIn(db, principal.companyId, [slotId])
  const at = await settle(db, principal.companyId, { operation, machine: id, points, end, now: ctx.now(), user: principal.userId })
  await clearSlots(caller, [slotId], at)
  const payload = { slotId, stock: end }
  await noteOperation(db, principal.companyId, {
    id: operation,
    call: contract.deleteSlot.name,
    machine: id,
    user: principal.userId,
    payload,
    at,
  })
  const { productId, vendPrice, maxQuantity } = slot
  const before = { slotId, productId, vendPrice, maxQuantity }
  await recordSlotChanges(caller, id, deleted([slot]), {
    action: 'slot-deleted',
    of: { kind: 'machine', id },
    before,
    after: { stock: end },
  })
  return { slotId }
}

/** Sets the maximum of each ingredient of a coffee machine. */
export async function setIngredients(
  { params: { id }, body }: CheckedOf<typeof contract.setIngredients>,
  caller: RequestContext,
): Promise<AnswerOf<typeof contract.setIngredients> | Refusal> {
  const { db, principal, ctx } = caller
  const machine = await visibleMachine(db, principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  if (machine.type !== 'COFFEE') return refuse('WRONG_MACHINE_TYPE', { detail: 'This machine has slots instead of canisters.' })
  const products = body.map(({ productId }) => productId)
  if (new Set(products).size < products.length) return refuse('DUPLICATED_STOCK_POINT', { detail: 'An ingredient appears twice.' })
  const before = await canistersOf(db, principal.companyId, id)
  // The maximum of an existing canister stays editable even if its ingredient was deleted.
  const added = products.filter((product) => !before.some(({ productId }) => productId === product))
  const wrong = await misplaced(caller, added, ['INGREDIENT'])
  if (wrong) return wrong
  await setCanisters(db, principal.companyId, id, body, ctx.now())
  const was = before.map(({ productId, maxQuantity }) => ({ productId, maxQuantity }))
  await recordSlotChanges(caller, id, [EDITED], { action: 'ingredients-set', of: { kind: 'machine', id }, before: was, after: body })
  return (await canistersOf(db, principal.companyId, id)).map(({ point, ...canister }) => ({ ...canister, productInstallationId: point }))
}
