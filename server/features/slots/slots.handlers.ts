import { createHash, randomUUID } from 'node:crypto'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/slots.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { decimalsOf, isAmount, toDecimal, toMinor } from '#domain/money.ts'
import { type CopyPlan, copyPlan, type SlotFields } from '#domain/slots/slot-edit.ts'
import type { Moment } from '#domain/time.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { lyingIn, settle } from '../../ledger/settle.ts'
import { publish } from '../../sync/feed.ts'
import {
  type Canister,
  canistersOf,
  insertSlots,
  installationsIn,
  noteOperation,
  removeSlots,
  setCanisters,
  setSlots,
} from './planogram.store.ts'
import { slotsOf } from './slots.store.ts'
import { closeInstallations, lockInstallations, lockSlots, packagingsOf } from './slots-deeds.store.ts'
import { TAKES, writeEdits } from './write-edits.ts'

/** Creates an empty slot; stock is added by restocks. */
export async function addSlot(
  { params: { id }, body }: CheckedOf<typeof contract.addSlot>,
  caller: RequestContext,
): Promise<AnswerOf<typeof contract.addSlot> | Refusal> {
  const { db, principal, ctx } = caller
  const machine = await visibleMachine(db, principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  const wrong = wrongPrice(body.vendPrice, principal.currency) ?? (await misplaced(caller, [body.productId], TAKES[machine.type]))
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
  await tell(caller, id, created([slot]), { action: 'slot-added', of: { kind: 'machine', id }, after: { slotId, ...slot } })
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
  const at = await settle(db, principal.companyId, { operation, machine: id, points, end, now: ctx.now() })
  await giveUp(caller, [slotId], at)
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
  await tell(caller, id, deleted([slot]), { action: 'slot-deleted', of: { kind: 'machine', id }, before, after: { stock: end } })
  return { slotId }
}

async function giveUp({ db, principal: { companyId } }: RequestContext, slots: readonly number[], at: Moment): Promise<void> {
  if (slots.length === 0) return
  await lockInstallations(db, companyId, slots)
  await closeInstallations(db, companyId, slots, at)
  await removeSlots(db, companyId, slots, at)
}

type Copy = AnswerOf<typeof contract.copySlots>

/** Copies the slots of another machine: first as a preview, then exactly as previewed. */
export async function copySlots(
  { params: { id, otherId: sourceMachineId }, body }: CheckedOf<typeof contract.copySlots>,
  caller: RequestContext,
): Promise<Copy | Refusal> {
  const { db, principal, ctx } = caller
  const [machine, source] = [await visibleMachine(db, principal, id), await visibleMachine(db, principal, sourceMachineId)]
  if (!machine || !source) return refuse('MACHINE_NOT_FOUND')
  if (machine.type !== source.type)
    return refuse('WRONG_MACHINE_TYPE', { detail: 'Settings can be copied only between machines of the same type.' })
  const { from, plan, canisters } = await planFor(caller, id, sourceMachineId, !body.preview)
  // Copying from an empty machine would remove every slot.
  if (from.length === 0) return refuse('SOURCE_HAS_NO_SLOTS', { detail: 'The machine to copy from has no slots.' })
  const answer = await answerOf(caller, plan, canisters)
  if (body.preview) return answer
  if (body.version !== undefined && body.version !== answer.version)
    return refuse('PREVIEW_OUTDATED', { detail: 'One of the machines was changed in the meantime. Request a new preview.' })
  if ([plan.created, plan.changed, plan.removed, canisters].every(({ length }) => length === 0)) return { ...answer, done: true }
  const operation = randomUUID()
  const removed = plan.removed.map(({ slotId }) => slotId)
  const refilled = plan.changed.filter(({ from, to }) => from.productId !== to.productId).map(({ slotId }) => slotId)
  const slots = await lockSlots(db, principal.companyId, id, [...removed, ...plan.changed.map(({ slotId }) => slotId)])
  const points = await installationsIn(db, principal.companyId, [...removed, ...refilled])
  const at = await settle(db, principal.companyId, { operation, machine: id, points, end: body.stock, now: ctx.now() })
  const merged = slots.flatMap((slot) => {
    const change = plan.changed.find(({ slotId }) => slotId === slot.slotId)
    return change ? [{ slot, merge: { apply: differing(change), overridden: [], conflicts: [] } }] : []
  })
  const written = await writeEdits({ db, principal, operationId: operation, machineId: id, at }, machine.type, merged)
  if (written instanceof Refusal) return written
  await giveUp(caller, removed, at)
  await insertSlots(db, principal.companyId, { id, type: machine.type }, plan.created, at)
  await setCanisters(
    db,
    principal.companyId,
    id,
    canisters.map(({ productId, to }) => ({ productId, maxQuantity: to })),
    at,
  )
  const payload = { sourceMachineId, stock: body.stock }
  await noteOperation(db, principal.companyId, {
    id: operation,
    call: contract.copySlots.name,
    machine: id,
    user: principal.userId,
    payload,
    at,
  })
  const after = { source: sourceMachineId, stock: body.stock, created: plan.created, changed: plan.changed, ingredients: canisters }
  const happened = [...deleted(plan.removed), ...created(plan.created), EDITED]
  await tell(caller, id, happened, { action: 'slots-copied', of: { kind: 'machine', id }, before: { removed: plan.removed }, after })
  return { ...answer, done: true }
}

type CanisterChange = { productId: ProductId; from: number | null; to: number | null }

async function planFor({ db, principal: { companyId } }: RequestContext, target: MachineId, source: MachineId, locked: boolean) {
  const [from, to] = [await setSlots(db, companyId, source), await setSlots(db, companyId, target, { locked })]
  const sold = await packagingsOf(db, companyId, [...new Set(from.flatMap(({ productId }) => productId ?? []))])
  const own = new Map((await canistersOf(db, companyId, target)).map((canister) => [canister.productId, canister]))
  const canisters = (await canistersOf(db, companyId, source))
    .filter(({ productId, maxQuantity }: Canister) => !own.has(productId) || own.get(productId)?.maxQuantity !== maxQuantity)
    .map(({ productId, maxQuantity }): CanisterChange => ({ productId, from: own.get(productId)?.maxQuantity ?? null, to: maxQuantity }))
  return { from, plan: copyPlan(from, to, (product) => sold.has(product)), canisters }
}

/** The fields that a change sets. */
const differing = ({ from, to }: CopyPlan['changed'][number]): Partial<SlotFields> =>
  Object.fromEntries(Object.entries(to).filter(([field, value]) => value !== from[field as keyof SlotFields]))

async function answerOf({ db, principal }: RequestContext, plan: CopyPlan, ingredients: CanisterChange[]): Promise<Copy> {
  const given = [...plan.removed, ...plan.changed.filter(({ from, to }) => from.productId !== to.productId)].map(({ slotId }) => slotId)
  const money = <F extends SlotFields>(fields: F): F => ({
    ...fields,
    vendPrice: fields.vendPrice === null ? null : toDecimal(fields.vendPrice, principal.currency),
  })
  return {
    created: plan.created.map(money),
    changed: plan.changed.map(({ from, to, ...slot }) => ({ ...slot, from: money(from), to: money(to) })),
    removed: plan.removed.map(money),
    ingredients,
    left: await lyingIn(db, principal.companyId, await installationsIn(db, principal.companyId, given)),
    version: createHash('sha256')
      .update(JSON.stringify([plan, ingredients]))
      .digest('base64url')
      .slice(0, 22),
    done: false,
  }
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
  await tell(caller, id, [EDITED], { action: 'ingredients-set', of: { kind: 'machine', id }, before: was, after: body })
  return (await canistersOf(db, principal.companyId, id)).map(({ point, ...canister }) => ({ ...canister, productInstallationId: point }))
}

const wrongPrice = (price: number | null, currency: string): Refusal | null =>
  isAmount(price ?? 0, currency)
    ? null
    : refuse('INVALID', { detail: `vendPrice: an amount in ${currency} has at most ${decimalsOf(currency)} decimals.` })

/** The refusal for products that are missing or do not fit the machine, or null. */
async function misplaced(
  { db, principal }: RequestContext,
  products: readonly ProductId[],
  takes: (typeof TAKES)[MachineType],
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

const EDITED: Happened = { activity: 'SLOTS_EDITED' }
const created = (slots: readonly { slotNumber: string }[]) =>
  slots.map(({ slotNumber }): Happened => ({ activity: 'SLOT_CREATED', slotNumber }))
const deleted = (slots: readonly { slotNumber: string }[]) =>
  slots.map(({ slotNumber }): Happened => ({ activity: 'SLOT_DELETED', slotNumber }))

/** Publishes one activity per added or removed slot, with user and slot number. */
async function tell(caller: RequestContext, machineId: MachineId, happened: readonly Happened[], entry: Audited): Promise<void> {
  const { db, principal, ctx } = caller
  const now = ctx.now()
  await audit(db, principal.companyId, { userId: principal.userId, at: now }, [entry])
  const changes = (['slots', 'inventory', 'machine'] as const).map((kind) => ({ kind, id: machineId }))
  const news = happened.map(({ activity, slotNumber }) => ({
    activity,
    at: now,
    machineId,
    by: principal.userId,
    changed: ['slots', 'stock', 'machines', 'reviews'] as const,
    ...(slotNumber === undefined ? {} : { details: { slotNumber } }),
  }))
  await publish(db, principal.companyId, changes, now, news)
}
