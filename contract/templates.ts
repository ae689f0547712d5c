import * as v from 'valibot'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { MAX_IN_NEW_SLOT, MAX_SLOT_NUMBER_LENGTH, STOCK_ENDS } from '#domain/slots/slot.ts'
import { PLANOGRAM_PARTS } from '#domain/slots/slot-edit.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Integer, line, Quantity, QueryId } from './fields.ts'
import { MachineParams } from './machines.ts'
import { Price, SlotCopy } from './slots.ts'
import { Money } from './units.ts'

export const MAX_TEMPLATES = 200
/** Far more than any machine has. */
const MAX_TEMPLATE_SLOTS = 1_000
/** Machines per preview, because it reads the slots of all of them. */
export const MAX_PREVIEWED_MACHINES = 500
export const MAX_TEMPLATE_NAME_LENGTH = 60

export const TemplateName = v.pipe(line(MAX_TEMPLATE_NAME_LENGTH), v.nonEmpty('must not be empty'))

/** A slot of a template: the settings of a machine's slot, without stock. */
export const TemplateSlot = v.object({
  slotNumber: v.string(),
  productId: v.nullable(Integer),
  vendPrice: v.nullable(Money),
  maxQuantity: v.nullable(Integer),
})
export type TemplateSlot = v.InferOutput<typeof TemplateSlot>

/** How much of an ingredient a coffee machine holds. */
export const TemplateIngredient = v.object({ productId: Integer, maxQuantity: v.nullable(Integer) })
export type TemplateIngredient = v.InferOutput<typeof TemplateIngredient>

/** `differing`: machines that were set up from the template and have other settings now. */
export const TemplateCard = v.object({
  id: Integer,
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  version: Integer,
  changedAt: DateTime,
  slotCount: Integer,
  machines: Integer,
  differing: Integer,
})
export type TemplateCard = v.InferOutput<typeof TemplateCard>

export const Template = v.object({ ...TemplateCard.entries, slots: v.array(TemplateSlot), ingredients: v.array(TemplateIngredient) })
export type Template = v.InferOutput<typeof Template>

const isUnique =
  <T>(keyOf: (one: T) => string | number) =>
  (all: T[]) =>
    new Set(all.map(keyOf)).size === all.length

const Slots = v.pipe(
  v.array(
    v.strictObject({
      slotNumber: v.pipe(line(MAX_SLOT_NUMBER_LENGTH), v.nonEmpty('must not be empty')),
      productId: v.nullable(Id),
      vendPrice: Price,
      maxQuantity: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_IN_NEW_SLOT))),
    }),
  ),
  v.maxLength(MAX_TEMPLATE_SLOTS),
  v.check(
    isUnique(({ slotNumber }) => slotNumber),
    'must not contain a slot number twice',
  ),
)
const Ingredients = v.pipe(
  v.array(v.strictObject({ productId: Id, maxQuantity: v.nullable(Quantity) })),
  v.maxLength(100),
  v.check(
    isUnique(({ productId }) => productId),
    'must not contain an ingredient twice',
  ),
)

const OfTemplate = v.object({ templateId: QueryId })

export const listTemplates = endpoint({
  name: 'listTemplates',
  method: 'GET',
  path: '/planogram-templates',
  who: 'manager',
  summary: 'List the templates of planograms by name',
  answer: v.array(TemplateCard),
})

export const getTemplate = endpoint({
  name: 'getTemplate',
  method: 'GET',
  path: '/planogram-templates/:templateId',
  who: 'manager',
  summary: 'Retrieve a template of planograms with its slots',
  params: OfTemplate,
  answer: Template,
  refusals: ['TEMPLATE_NOT_FOUND'],
})

const PRODUCTS_FIT = ['PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH'] as const

export const addTemplate = endpoint({
  name: 'addTemplate',
  method: 'POST',
  path: '/planogram-templates',
  who: 'manager',
  summary: 'Create a template of planograms',
  body: v.strictObject({
    name: TemplateName,
    type: v.picklist(MACHINE_TYPES),
    slots: v.optional(Slots, []),
    ingredients: v.optional(Ingredients, []),
  }),
  answer: Template,
  status: 201,
  keyed: true,
  refusals: ['TEMPLATE_EXISTS', 'TOO_MANY_TEMPLATES', ...PRODUCTS_FIT],
})

export const saveAsTemplate = endpoint({
  name: 'saveAsTemplate',
  method: 'POST',
  path: '/machines/:id/planogram-template',
  who: 'manager',
  summary: 'Create a template from the slots of a machine, and link the machine to it',
  params: MachineParams,
  body: v.strictObject({ name: TemplateName }),
  answer: Template,
  status: 201,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'SOURCE_HAS_NO_SLOTS', 'TEMPLATE_EXISTS', 'TOO_MANY_TEMPLATES'],
})

export const changeTemplate = endpoint({
  name: 'changeTemplate',
  method: 'PUT',
  path: '/planogram-templates/:templateId',
  who: 'manager',
  summary: 'Replace a template. `version` is that of the edited template: if another user has changed it since, nothing is overwritten',
  params: OfTemplate,
  body: v.strictObject({ version: Id, name: TemplateName, slots: Slots, ingredients: v.optional(Ingredients, []) }),
  answer: Template,
  keyed: true,
  refusals: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_CHANGED', 'TEMPLATE_EXISTS', ...PRODUCTS_FIT],
})

export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/planogram-templates/:templateId',
  who: 'manager',
  summary: 'Delete a template; the slots of machines remain',
  params: OfTemplate,
  answer: v.object({ id: Integer }),
  keyed: true,
  refusals: ['TEMPLATE_NOT_FOUND'],
})

/** `part`: products with their maximum, prices of equal products, or both; `keepOthers`: slots that the template does not have remain. */
const ways = {
  part: v.optional(v.picklist(PLANOGRAM_PARTS), 'ALL'),
  keepOthers: v.optional(v.boolean(), false),
}

/** What a template would change in a machine, in slots. `left`: pieces in slots that get another product, or none. */
export const MachinePreview = v.object({
  machineId: Integer,
  /** A machine of another type cannot use the template. */
  fits: v.boolean(),
  created: Integer,
  removed: Integer,
  products: Integer,
  prices: Integer,
  maximums: Integer,
  ingredients: Integer,
  left: Integer,
  version: v.string(),
})
export type MachinePreview = v.InferOutput<typeof MachinePreview>

export const previewTemplate = endpoint({
  name: 'previewTemplate',
  method: 'POST',
  path: '/planogram-templates/:templateId/preview',
  who: 'manager',
  summary: 'Preview what a template would change in each of these machines; changes nothing',
  params: OfTemplate,
  body: v.strictObject({ machineIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_PREVIEWED_MACHINES)), ...ways }),
  answer: v.array(MachinePreview),
  refusals: ['TEMPLATE_NOT_FOUND', 'MACHINE_NOT_FOUND'],
})

export const applyPlanogram = endpoint({
  name: 'applyPlanogram',
  method: 'PUT',
  path: '/machines/:id/planogram',
  who: 'manager',
  summary:
    'Set up the slots of a machine by a template, or by the given slots. `preview` only returns the changes, and its `version` guarantees that no others are made; `stock`: what happens to the stock of slots that get another product, or none',
  params: MachineParams,
  body: v.pipe(
    v.strictObject({
      templateId: v.optional(v.nullable(Id), null),
      slots: v.optional(v.nullable(Slots), null),
      ...ways,
      stock: v.optional(v.picklist(STOCK_ENDS), 'LATER'),
      preview: v.optional(v.boolean(), false),
      version: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    v.check(({ templateId, slots }) => (templateId === null) !== (slots === null), 'must contain either templateId or slots'),
  ),
  answer: SlotCopy,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'WRONG_MACHINE_TYPE', 'SOURCE_HAS_NO_SLOTS', 'PREVIEW_OUTDATED', ...PRODUCTS_FIT],
})

/** A machine and the template it was set up from: slots that differ, and how many of them in product, price and maximum. */
export const LinkedMachine = v.object({
  machineId: Integer,
  templateId: Integer,
  templateName: v.string(),
  differing: Integer,
  products: Integer,
  prices: Integer,
  maximums: Integer,
})
export type LinkedMachine = v.InferOutput<typeof LinkedMachine>

export const listLinkedMachines = endpoint({
  name: 'listLinkedMachines',
  method: 'GET',
  path: '/planogram-templates/machines',
  who: 'manager',
  summary: 'List the machines that were set up from a template, with the number of slots that differ from it',
  query: v.object({ template: v.optional(QueryId), machine: v.optional(QueryId) }),
  answer: v.array(LinkedMachine),
})

export const linkTemplate = endpoint({
  name: 'linkTemplate',
  method: 'PUT',
  path: '/machines/:id/planogram-template',
  who: 'manager',
  summary: 'Set the template that a machine is compared with, or none; its slots do not change',
  params: MachineParams,
  body: v.strictObject({ templateId: v.nullable(Id) }),
  answer: v.object({ templateId: v.nullable(Integer) }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'WRONG_MACHINE_TYPE'],
})
