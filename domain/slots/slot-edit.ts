import type { ProductId, SlotId } from '../ids.ts'

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
