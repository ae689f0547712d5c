import * as v from 'valibot'
import { SlotEdits } from '#contract/slots.ts'
import type { OutboxEntry } from '#offline/records.ts'

const Conflicts = v.object({
  details: v.array(
    v.object({
      slotId: v.number(),
      conflicts: v.array(
        v.object({
          field: v.picklist(['productId', 'vendPrice', 'maxQuantity']),
          mine: v.nullable(v.number()),
          theirs: v.nullable(v.number()),
        }),
      ),
    }),
  ),
})
export type SlotConflict = v.InferOutput<typeof Conflicts>['details'][number]

/** Conflicting changes by other users, with both values. Empty if the refusal contains none. */
export function conflictsOf({ refusal }: Pick<OutboxEntry, 'refusal'>): SlotConflict[] {
  if (refusal?.code !== 'SLOT_CHANGED') return []
  const read = v.safeParse(Conflicts, refusal.detail)
  return read.success ? read.output.details : []
}

type Edits = v.InferOutput<typeof SlotEdits>

/** The same edit based on the others' values, so that mine applies. Null if it cannot be read. */
export const withMine = (body: unknown, conflicts: readonly SlotConflict[]): Edits | null =>
  changed(body, (edit) => {
    const theirs = Object.fromEntries(fieldsIn(conflicts, edit.slotId).map(({ field, theirs }) => [field, theirs]))
    return { ...edit, base: { ...edit.base, ...theirs } }
  })

/** The edit without conflicting fields: theirs apply, the rest is kept. Empty if nothing is left. */
export const withTheirs = (body: unknown, conflicts: readonly SlotConflict[]): Edits | null =>
  changed(body, (edit) => {
    const given = new Set<string>(fieldsIn(conflicts, edit.slotId).map(({ field }) => field))
    return Object.fromEntries(Object.entries(edit).filter(([field]) => !given.has(field))) as Edits[number]
  })?.filter(({ slotId: _, base, ...fields }) =>
    Object.entries(fields).some(([field, value]) => value !== undefined && value !== base?.[field as keyof typeof fields]),
  ) ?? null

const fieldsIn = (conflicts: readonly SlotConflict[], slotId: number) =>
  conflicts.find((conflict) => conflict.slotId === slotId)?.conflicts ?? []

function changed(body: unknown, change: (edit: Edits[number]) => Edits[number]): Edits | null {
  const read = v.safeParse(SlotEdits, body)
  return read.success ? read.output.map(change) : null
}
