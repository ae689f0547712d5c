import type { ProductId, SlotId } from '../ids.ts'
import { slotOrder } from './slot.ts'

export type SlotFields = { productId: ProductId | null; vendPrice: number | null; maxQuantity: number | null }

/** The edited fields, and the row as the editor saw it. */
export type SlotEdit = { slotId: SlotId; base?: Partial<SlotFields> | undefined } & Partial<SlotFields>

export type FieldConflict = { field: keyof SlotFields; mine: number | null; theirs: number | null }
export type Merge = { apply: Partial<SlotFields>; overridden: FieldConflict[]; conflicts: FieldConflict[] }

const FIELDS = ['productId', 'vendPrice', 'maxQuantity'] as const

/**
 * Merges an edit into the current row, field by field. A price or a product based on the current value is applied, and one that another
 * user changed meanwhile is a conflict for the user to resolve. The maximum is always the newest by time (`isNewest`: there is no later
 * one), so that edits have the same result in any order of arrival; if one value replaces another, both are reported. `apply` may repeat
 * the current maximum, because its time is newer.
 */
export function mergeEdit(edit: SlotEdit, now: SlotFields, isNewest: (field: keyof SlotFields) => boolean): Merge {
  const merge: Merge = { apply: {}, overridden: [], conflicts: [] }
  for (const field of FIELDS) {
    const mine = edit[field]
    const base = edit.base?.[field]
    // Rows are often sent whole, so unchanged fields are ignored.
    if (mine === undefined || mine === base) continue
    const theirs = now[field]
    const madeOnThis = base === undefined || base === theirs
    if (field === 'maxQuantity') {
      const newest = isNewest(field)
      if (newest) merge.apply[field] = mine
      if (mine !== theirs && !(newest && madeOnThis)) merge.overridden.push({ field, mine, theirs })
    } else if (mine !== theirs) {
      if (madeOnThis) merge.apply[field] = mine
      else merge.conflicts.push({ field, mine, theirs })
    }
  }
  return merge
}

/** A slot with its settings. */
export type SetSlot = { slotId: SlotId; slotNumber: string } & SlotFields

/** The changes of a machine's slots when it copies another's settings, by slot number. */
export type CopyPlan = {
  created: ({ slotNumber: string } & SlotFields)[]
  changed: { slotId: SlotId; slotNumber: string; from: SlotFields; to: SlotFields }[]
  removed: SetSlot[]
}

/** The part of a planogram that is applied: all of it, products with their maximum, or prices. */
export const PLANOGRAM_PARTS = ['ALL', 'PRODUCTS', 'PRICES'] as const
export type PlanogramPart = (typeof PLANOGRAM_PARTS)[number]

/** A planogram's slot, of a machine or of a template. */
export type PlannedSlot = { slotNumber: string } & SlotFields

/**
 * Plans the changes from a machine's slots to those of another: slots with the same number get its settings, missing ones are created, and
 * others are removed unless `keepOthers`. A discontinued product (`isSold`) is not added; where it is already set, it stays. Prices alone
 * are set only where both have the same product, because a price belongs to a product.
 */
export function copyPlan(
  source: readonly PlannedSlot[],
  target: readonly SetSlot[],
  isSold: (product: ProductId) => boolean,
  { part = 'ALL', keepOthers = false }: { part?: PlanogramPart; keepOthers?: boolean } = {},
): CopyPlan {
  const mine = new Map(target.map((slot) => [slot.slotNumber, slot]))
  const theirs = new Set(source.map(({ slotNumber }) => slotNumber))
  const isKept = keepOthers || part === 'PRICES'
  const plan: CopyPlan = { created: [], changed: [], removed: isKept ? [] : target.filter(({ slotNumber }) => !theirs.has(slotNumber)) }
  for (const { slotNumber, productId, vendPrice, maxQuantity } of source) {
    const slot = mine.get(slotNumber)
    const stays = productId === null || productId === slot?.productId || isSold(productId)
    const all = { productId: stays ? productId : null, vendPrice, maxQuantity }
    const to = slot ? partOf(slot, all, part) : all
    if (!slot && part === 'PRICES') continue
    if (!slot) plan.created.push({ slotNumber, ...to })
    else if (!isSame(slot, to)) plan.changed.push({ slotId: slot.slotId, slotNumber, from: fieldsOf(slot), to })
  }
  return {
    created: plan.created.toSorted(byNumber),
    changed: plan.changed.toSorted(byNumber),
    removed: plan.removed.toSorted(byNumber),
  }
}

/** The fields of a slot after a part of them is applied. */
function partOf(now: SlotFields, all: SlotFields, part: PlanogramPart): SlotFields {
  if (part === 'ALL') return all
  if (part === 'PRODUCTS') return { ...all, vendPrice: now.vendPrice }
  return { ...fieldsOf(now), vendPrice: now.productId === all.productId ? all.vendPrice : now.vendPrice }
}

const byNumber = (a: { slotNumber: string }, b: { slotNumber: string }) => slotOrder(a.slotNumber, b.slotNumber)

const fieldsOf = ({ productId, vendPrice, maxQuantity }: SlotFields): SlotFields => ({ productId, vendPrice, maxQuantity })

const isSame = (a: SlotFields, b: SlotFields) =>
  a.productId === b.productId && a.vendPrice === b.vendPrice && a.maxQuantity === b.maxQuantity
