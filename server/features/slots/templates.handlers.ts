import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/templates.ts'
import type { TemplateId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { copyPlan, type PlannedSlot } from '#domain/slots/slot-edit.ts'
import { toWhole } from '#domain/units.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { lockCompanyRow } from '../../db/company-settings.ts'
import { publishEvents } from '../../events/events.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { linkMachine, machineSource, type Source, templateSource } from '../../planogram/source.store.ts'
import { planBetween, plannedSlots, refilledIn, soldAmong, versionOf } from './apply-planogram.ts'
import { misplaced, wrongPrice } from './slot-changes.ts'
import {
  countTemplates,
  insertTemplate,
  isNameTaken,
  linkedMachines,
  lockTemplate,
  removeTemplate,
  renewTemplate,
  stockIn,
  targetsOf,
  templateCards,
  unlinkMachine,
  writeTemplateSlots,
} from './templates.store.ts'
import { ACCEPTED_PACKAGING } from './write-edits.ts'

type Answer = AnswerOf<typeof contract.getTemplate>
type Content = Pick<Source, 'slots' | 'ingredients'>

const TEMPLATES_CHANGED = { activity: 'TEMPLATES_CHANGED', changed: ['slots'] } as const

/** A changed template. Must end the transaction: it publishes the change to open screens. */
async function published(id: TemplateId, caller: RequestContext): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const template = await getTemplate(id, caller)
  const at = ctx.now()
  await publishEvents(db, principal.companyId, [{ ...TEMPLATES_CHANGED, at, machineId: null }], at)
  return template
}

export async function getTemplate(id: TemplateId, { db, principal }: RequestContext): Promise<Answer | Refusal> {
  const { companyId, currency } = principal
  const source = await templateSource(db, companyId, id)
  if (source instanceof Refusal) return source
  const [card] = await templateCards(db, companyId, id)
  if (!card) return refuse('TEMPLATE_NOT_FOUND')
  const slots = source.slots.map(({ vendPrice, ...slot }) => ({
    ...slot,
    vendPrice: vendPrice === null ? null : toDecimal(vendPrice, currency),
  }))
  return { ...card, slots, ingredients: source.ingredients }
}

export async function addTemplate({ body }: CheckedOf<typeof contract.addTemplate>, caller: RequestContext): Promise<Answer | Refusal> {
  const { name, type, ingredients } = body
  const wrong = await refusalOf(caller, body, { type, before: null })
  if (wrong) return wrong
  const slots = plannedSlots(body.slots, type, caller.principal.currency)
  const id = await insert(caller, name, { type, slots, ingredients })
  return id instanceof Refusal ? id : published(id, caller)
}

/** The machine is linked to the template that was made from it. */
export async function saveAsTemplate(
  { params, body }: CheckedOf<typeof contract.saveAsTemplate>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const source = await machineSource(caller, params.id)
  if (source instanceof Refusal) return source
  if (source.slots.length === 0) return refuse('SOURCE_HAS_NO_SLOTS', { detail: 'The machine has no slots.' })
  const id = await insert(caller, body.name, source)
  if (id instanceof Refusal) return id
  await linkMachine(db, principal.companyId, params.id, id, ctx.now())
  return published(id, caller)
}

async function insert(
  { db, principal: { companyId, userId }, ctx }: RequestContext,
  name: string,
  { type, slots, ingredients }: Content & { type: Source['type'] },
): Promise<TemplateId | Refusal> {
  const at = ctx.now()
  if ((await countTemplates(db, companyId)) >= contract.MAX_TEMPLATES)
    return refuse('TOO_MANY_TEMPLATES', { detail: `A company has at most ${contract.MAX_TEMPLATES} templates.` })
  const id = await insertTemplate(db, companyId, { name, type, at })
  if (id === null) return refuse('TEMPLATE_EXISTS', { detail: `There is a template named ${name}.` })
  await writeTemplateSlots(db, companyId, id, { slots, ingredients })
  const after = { name, type, ...changeBetween({ slots: [], ingredients: [] }, { slots, ingredients }).after }
  await audit(db, companyId, { userId, at }, [{ action: 'template-added', of: { kind: 'template', id }, after }])
  return id
}

export async function changeTemplate(
  { params: { templateId: id }, body }: CheckedOf<typeof contract.changeTemplate>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId, userId } = principal
  const template = await lockTemplate(db, companyId, id)
  if (!template) return refuse('TEMPLATE_NOT_FOUND')
  if (template.version !== body.version)
    return refuse('TEMPLATE_CHANGED', { detail: 'The template was changed in the meantime.', details: { version: template.version } })
  const before = await templateSource(db, companyId, id)
  if (before instanceof Refusal) return before
  const wrong = await refusalOf(caller, body, { type: template.type, before })
  if (wrong) return wrong
  if (await isNameTaken(db, companyId, id, body.name))
    return refuse('TEMPLATE_EXISTS', { detail: `There is a template named ${body.name}.` })
  const content = { slots: plannedSlots(body.slots, template.type, principal.currency), ingredients: body.ingredients }
  const at = ctx.now()
  await renewTemplate(db, companyId, id, body.name, at)
  await writeTemplateSlots(db, companyId, id, content)
  const { removed, after } = changeBetween(before, content)
  const names = template.name === body.name ? [{}, {}] : [{ name: template.name }, { name: body.name }]
  await audit(db, companyId, { userId, at }, [
    { action: 'template-changed', of: { kind: 'template', id }, before: { ...names[0], removed }, after: { ...names[1], ...after } },
  ])
  return published(id, caller)
}

export async function deleteTemplate(id: TemplateId, caller: RequestContext): Promise<{ id: number } | Refusal> {
  const { db, principal } = caller
  const { companyId } = principal
  const template = await lockTemplate(db, companyId, id)
  if (!template) return refuse('TEMPLATE_NOT_FOUND')
  const before = await templateSource(db, companyId, id)
  if (before instanceof Refusal) return before
  await removeTemplate(db, companyId, id)
  const { removed } = changeBetween(before, { slots: [], ingredients: [] })
  await recordChange(caller, TEMPLATES_CHANGED, [
    { action: 'template-deleted', of: { kind: 'template', id }, before: { name: template.name, removed }, after: {} },
  ])
  return { id }
}

/** The changed slots and ingredients of a template, for the audit log. */
function changeBetween(before: Content, after: Content) {
  const { removed, created, changed } = copyPlan(after.slots, before.slots.map(numbered), () => true)
  const was = new Map(before.ingredients.map(({ productId, maxQuantity }) => [productId, maxQuantity]))
  const is = new Map(after.ingredients.map(({ productId, maxQuantity }) => [productId, maxQuantity]))
  const ingredients = [...new Set([...was.keys(), ...is.keys()])]
    .map((productId) => ({ productId, from: was.get(productId) ?? null, to: is.get(productId) ?? null }))
    .filter(({ from, to }) => from !== to)
  return {
    removed: removed.map(withoutId),
    after: { created, changed: changed.map(withoutId), ...(ingredients.length > 0 ? { ingredients } : {}) },
  }
}

const numbered = (slot: PlannedSlot) => ({ slotId: 0, ...slot })
/** Slots of templates have no id of their own. */
const withoutId = <S extends { slotId: number }>({ slotId: _, ...slot }: S) => slot

type Typed = { slots: readonly contract.TemplateSlot[]; ingredients: readonly contract.TemplateIngredient[] }

/** The refusal for prices or added products that are not possible. A discontinued product that the template already has may stay. */
async function refusalOf(
  caller: RequestContext,
  { slots, ingredients }: Typed,
  { type, before }: { type: Source['type']; before: Content | null },
): Promise<Refusal | null> {
  const price = slots.map(({ vendPrice }) => wrongPrice(vendPrice, caller.principal.currency)).find(Boolean)
  if (price) return price
  const known = new Set([...(before?.slots ?? []), ...(before?.ingredients ?? [])].flatMap(({ productId }) => productId ?? []))
  const added = (products: readonly (number | null)[]) => [...new Set(products)].flatMap((id) => (id === null || known.has(id) ? [] : [id]))
  if (type === 'SNACK' && ingredients.length > 0)
    return refuse('PRODUCT_TYPE_MISMATCH', { detail: 'A template of snack machines has no ingredients.' })
  return (
    (await misplaced(caller, added(slots.map(({ productId }) => productId)), ACCEPTED_PACKAGING[type])) ??
    (await misplaced(caller, added(ingredients.map(({ productId }) => productId)), ['INGREDIENT']))
  )
}

/** Counts per machine what a template would change. */
export async function previewTemplate(
  { params, body: { machineIds, ...ways } }: CheckedOf<typeof contract.previewTemplate>,
  caller: RequestContext,
): Promise<AnswerOf<typeof contract.previewTemplate> | Refusal> {
  const { db, principal } = caller
  const source = await templateSource(db, principal.companyId, params.templateId)
  if (source instanceof Refusal) return source
  const machines = [...new Set(machineIds)]
  const targets = await targetsOf(db, principal.companyId, machines)
  if (targets.size < machines.length) return refuse('MACHINE_NOT_FOUND')
  const isSold = await soldAmong(caller, source)
  const plans = machines.flatMap((machineId) => {
    const target = targets.get(machineId)
    return target ? [{ machineId, fits: target.type === source.type, plan: planBetween(source, target, isSold, ways) }] : []
  })
  const given = plans.map(({ fits, plan }) => (fits ? [...plan.removed, ...refilledIn(plan)].map(({ slotId }) => slotId) : []))
  const stock = await stockIn(db, principal.companyId, given.flat())
  return plans.map(({ machineId, fits, plan }, index) => {
    const count = (list: readonly unknown[]) => (fits ? list.length : 0)
    return {
      machineId,
      fits,
      created: count(plan.created),
      removed: count(plan.removed),
      products: count(refilledIn(plan)),
      prices: count(plan.changed.filter(({ from, to }) => from.vendPrice !== to.vendPrice)),
      maximums: count(plan.changed.filter(({ from, to }) => from.maxQuantity !== to.maxQuantity)),
      ingredients: count(plan.ingredients),
      left: toWhole((given[index] ?? []).reduce((sum, slotId) => sum + (stock.get(slotId) ?? 0), 0)),
      version: versionOf(plan),
    }
  })
}

/** Sets the template that a machine is compared with, or none. */
export async function linkTemplate(
  { params: { id }, body: { templateId } }: CheckedOf<typeof contract.linkTemplate>,
  caller: RequestContext,
): Promise<AnswerOf<typeof contract.linkTemplate> | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId } = principal
  const machine = await visibleMachine(db, principal, id)
  if (!machine) return refuse('MACHINE_NOT_FOUND')
  await lockCompanyRow(db, companyId)
  const [link] = await linkedMachines(db, companyId, { machine: id })
  const was = link?.templateId ?? null
  if (templateId === was) return { templateId }
  if (templateId === null) await unlinkMachine(db, companyId, id)
  else {
    const source = await templateSource(db, companyId, templateId, { locked: true })
    if (source instanceof Refusal) return source
    if (source.type !== machine.type) return refuse('WRONG_MACHINE_TYPE', { detail: 'The template is for machines of another type.' })
    await linkMachine(db, companyId, id, templateId, ctx.now())
  }
  await recordChange(caller, TEMPLATES_CHANGED, [
    { action: 'template-linked', of: { kind: 'machine', id }, before: { template: was }, after: { template: templateId } },
  ])
  return { templateId }
}
