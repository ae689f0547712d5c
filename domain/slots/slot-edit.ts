import type { ProductId, SlotId } from '../ids.ts'

export type SlotFields = { productId: ProductId | null; vendPrice: number | null; maxQuantity: number | null }

/** What an editor changed, and the row as the editor saw it. */
export type SlotEdit = { slotId: SlotId; base?: Partial<SlotFields> | undefined } & Partial<SlotFields>

export type FieldConflict = { field: keyof SlotFields; mine: number | null; theirs: number | null }
export type Merge = { apply: Partial<SlotFields>; overridden: FieldConflict[]; conflicts: FieldConflict[] }

const FIELDS = ['productId', 'vendPrice', 'maxQuantity'] as const

/**
 * Merges an edit into the row as it stands now, field by field. A price or a product that was made on the same value is
 * applied, and one that somebody else changed meanwhile asks the person. The maximum is always the newest by time
 * (`isNewest`: no later one has been said), so that edits end alike in whatever order they arrive; where somebody's value
 * gives way to another's, both are told. `apply` may repeat a maximum that stands already: it is the newest all the same.
 */
export function mergeEdit(edit: SlotEdit, now: SlotFields, isNewest: (field: keyof SlotFields) => boolean): Merge {
  const merge: Merge = { apply: {}, overridden: [], conflicts: [] }
  for (const field of FIELDS) {
    const mine = edit[field]
    const base = edit.base?.[field]
    // A row is often sent whole: what its editor left alone says nothing.
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
