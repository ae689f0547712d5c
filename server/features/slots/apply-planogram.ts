import { createHash, randomUUID } from 'node:crypto'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/slots.ts'
import * as templates from '#contract/templates.ts'
import type { AuditAction } from '#domain/audit.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { type CopyPlan, copyPlan, type PlanogramPart, type SetSlot, type SlotFields } from '#domain/slots/slot-edit.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { lyingIn, settle } from '../../ledger/settle.ts'
import { canistersOf, insertSlots, installationsIn, noteOperation, setCanisters, setSlots } from '../../planogram/planogram.store.ts'
import { linkMachine, machineSource, type PlannedIngredient, type Source, templateSource } from '../../planogram/source.store.ts'
import { clearSlots, created, deleted, EDITED, misplaced, recordSlotChanges, wrongPrice } from './slot-changes.ts'
import { lockSlots, packagingsOf } from './slots-operations.store.ts'
import { ACCEPTED_PACKAGING, writeEdits } from './write-edits.ts'

type Ways = { part?: PlanogramPart; keepOthers?: boolean }
type IngredientChange = { productId: ProductId; from: number | null; to: number | null }
/** The changes that a planogram makes in a machine. */
type Planned = CopyPlan & { ingredients: IngredientChange[] }
type Answer = AnswerOf<typeof contract.copySlots>

/** Copies the slots of another machine: first as a preview, then exactly as previewed. */
export async function copySlots(
  { params: { id, otherId }, body }: CheckedOf<typeof contract.copySlots>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const source = await machineSource(caller, otherId)
  if (source instanceof Refusal) return source
  const log = { call: contract.copySlots.name, action: 'slots-copied', of: { source: otherId } } as const
  return apply(caller, id, source, {}, { ...body, log })
}

/** Sets up the slots of a machine by a template or by given slots, in the same way. */
export async function applyPlanogram(
  { params: { id }, body: { templateId, slots, part, keepOthers, ...body } }: CheckedOf<typeof templates.applyPlanogram>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const source =
    templateId === null
      ? await sourceOf(caller, id, slots ?? [])
      : await templateSource(caller.db, caller.principal.companyId, templateId, { locked: !body.preview })
  if (source instanceof Refusal) return source
  const of = { ...(templateId === null ? {} : { template: templateId }), ...(part === 'ALL' ? {} : { part }) }
  const log = { call: templates.applyPlanogram.name, action: 'template-applied', of } as const
  return apply(caller, id, source, { part, keepOthers }, { ...body, log })
}

type TemplateSlots = readonly templates.TemplateSlot[]

/** A planogram from a request. Its products must be the company's, and fit the machine. */
async function sourceOf(caller: RequestContext, id: MachineId, slots: TemplateSlots): Promise<Source | Refusal> {
  const machine = await visibleMachine(caller.db, caller.principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  const { currency } = caller.principal
  const products = [...new Set(slots.flatMap(({ productId }) => productId ?? []))]
  const wrong =
    slots.map(({ vendPrice }) => wrongPrice(vendPrice, currency)).find(Boolean) ??
    (await misplaced(caller, products, ACCEPTED_PACKAGING[machine.type]))
  return wrong ?? { type: machine.type, slots: plannedSlots(slots, machine.type, currency), ingredients: [], templateId: null }
}

/** The slots of a request with prices in minor units. A selection of a coffee machine holds no stock of its own. */
export const plannedSlots = (slots: TemplateSlots, type: Source['type'], currency: string): Source['slots'] =>
  slots.map(({ vendPrice, maxQuantity, ...slot }) => ({
    ...slot,
    vendPrice: vendPrice === null ? null : toMinor(vendPrice, currency),
    maxQuantity: type === 'COFFEE' ? null : maxQuantity,
  }))

type Wanted = {
  stock: StockEnd
  preview: boolean
  version?: string | undefined
  /** How the change is recorded, and what it came from. */
  log: { call: string; action: AuditAction; of: Record<string, unknown> }
}

async function apply(
  caller: RequestContext,
  id: MachineId,
  source: Source,
  ways: Ways,
  { stock, preview, version, log }: Wanted,
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId } = principal
  const machine = await visibleMachine(db, principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  if (machine.type !== source.type)
    return refuse('WRONG_MACHINE_TYPE', { detail: 'Settings can be copied only between machines of the same type.' })
  // Copying from an empty machine would remove every slot.
  if (source.slots.length === 0) return refuse('SOURCE_HAS_NO_SLOTS', { detail: 'There are no slots to copy.' })
  const target = { slots: await setSlots(db, companyId, id, { locked: !preview }), canisters: await canistersOf(db, companyId, id) }
  const plan = planBetween(source, target, await soldAmong(caller, source), ways)
  const answer = await answerOf(caller, plan)
  if (preview) return answer
  if (version !== undefined && version !== answer.version)
    return refuse('PREVIEW_OUTDATED', { detail: 'The machine or the planogram was changed in the meantime. Request a new preview.' })
  const now = ctx.now()
  if (source.templateId !== null && ways.part !== 'PRICES') await linkMachine(db, companyId, id, source.templateId, now)
  if (isEmpty(plan)) {
    const entry = { action: log.action, of: { kind: 'machine' as const, id }, before: {}, after: log.of }
    if (source.templateId !== null) await audit(db, companyId, { userId: principal.userId, at: now }, [entry])
    return { ...answer, done: true }
  }
  const operation = randomUUID()
  const removed = plan.removed.map(({ slotId }) => slotId)
  const refilled = refilledIn(plan).map(({ slotId }) => slotId)
  const slots = await lockSlots(db, companyId, id, [...removed, ...plan.changed.map(({ slotId }) => slotId)])
  const points = await installationsIn(db, companyId, [...removed, ...refilled])
  const at = await settle(db, companyId, { operation, machine: id, points, end: stock, now, user: principal.userId })
  const merged = slots.flatMap((slot) => {
    const change = plan.changed.find(({ slotId }) => slotId === slot.slotId)
    return change ? [{ slot, merge: { apply: differing(change), overridden: [], conflicts: [] } }] : []
  })
  const written = await writeEdits({ db, principal, operationId: operation, machineId: id, at }, machine.type, merged)
  if (written instanceof Refusal) return written
  await clearSlots(caller, removed, at)
  await insertSlots(db, companyId, { id, type: machine.type }, plan.created, at)
  const maximums = plan.ingredients.map(({ productId, to }) => ({ productId, maxQuantity: to }))
  await setCanisters(db, companyId, id, maximums, at)
  await noteOperation(db, companyId, {
    id: operation,
    call: log.call,
    machine: id,
    user: principal.userId,
    payload: { ...log.of, stock },
    at,
  })
  const after = { ...log.of, stock, created: plan.created, changed: plan.changed, ingredients: plan.ingredients }
  const happened = [...deleted(plan.removed), ...created(plan.created), EDITED]
  await recordSlotChanges(caller, id, happened, {
    action: log.action,
    of: { kind: 'machine', id },
    before: { removed: plan.removed },
    after,
  })
  return { ...answer, done: true }
}

const isEmpty = (plan: Planned) => [plan.created, plan.changed, plan.removed, plan.ingredients].every(({ length }) => length === 0)

type Target = { slots: readonly SetSlot[]; canisters: readonly PlannedIngredient[] }

export function planBetween(source: Source, target: Target, isSold: (product: ProductId) => boolean, ways: Ways): Planned {
  const own = new Map(target.canisters.map((canister) => [canister.productId, canister]))
  const ingredients = (ways.part === 'PRICES' ? [] : source.ingredients)
    .filter(({ productId, maxQuantity }) => !own.has(productId) || own.get(productId)?.maxQuantity !== maxQuantity)
    .map(({ productId, maxQuantity }): IngredientChange => ({ productId, from: own.get(productId)?.maxQuantity ?? null, to: maxQuantity }))
  return { ...copyPlan(source.slots, target.slots, isSold, ways), ingredients }
}

/** Which products of a planogram can be put into a machine of its type. */
export async function soldAmong({ db, principal }: RequestContext, { type, slots }: Source): Promise<(product: ProductId) => boolean> {
  const packagings = await packagingsOf(db, principal.companyId, [...new Set(slots.flatMap(({ productId }) => productId ?? []))])
  return (product) => {
    const packaging = packagings.get(product)
    return packaging !== undefined && ACCEPTED_PACKAGING[type].includes(packaging)
  }
}

/** The fields that a change sets. */
const differing = ({ from, to }: CopyPlan['changed'][number]): Partial<SlotFields> =>
  Object.fromEntries(Object.entries(to).filter(([field, value]) => value !== from[field as keyof SlotFields]))

/** Slots whose product changes. */
export const refilledIn = ({ changed }: CopyPlan) => changed.filter(({ from, to }) => from.productId !== to.productId)

/** Equal plans have equal versions. */
export const versionOf = ({ ingredients, ...plan }: Planned) =>
  createHash('sha256')
    .update(JSON.stringify([plan, ingredients]))
    .digest('base64url')
    .slice(0, 22)

async function answerOf({ db, principal }: RequestContext, plan: Planned): Promise<Answer> {
  const given = [...plan.removed, ...refilledIn(plan)].map(({ slotId }) => slotId)
  const money = <F extends SlotFields>(fields: F): F => ({
    ...fields,
    vendPrice: fields.vendPrice === null ? null : toDecimal(fields.vendPrice, principal.currency),
  })
  return {
    created: plan.created.map(money),
    changed: plan.changed.map(({ from, to, ...slot }) => ({ ...slot, from: money(from), to: money(to) })),
    removed: plan.removed.map(money),
    ingredients: plan.ingredients,
    left: await lyingIn(db, principal.companyId, await installationsIn(db, principal.companyId, given)),
    version: versionOf(plan),
    done: false,
  }
}
