import type { ReviewItem } from '#contract/reviews.ts'

export type ReviewGroup = readonly [ReviewItem, ...ReviewItem[]]

const hasGoods = ({ kind, place, choices }: ReviewItem) => kind === 'MACHINE_GONE' && place !== null && choices.includes('TO_WAREHOUSE')

/** Items that need one decision: the slots that one operation filled in a deleted machine. Every other item is alone. */
export function groupsOf(items: readonly ReviewItem[]): ReviewGroup[] {
  const groups = new Map<string, [ReviewItem, ...ReviewItem[]]>()
  for (const item of items) {
    const name = hasGoods(item) ? `operation ${item.operation.id}` : `item ${item.id}`
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return [...groups.values()]
}

/** How many changes of the same operation, beside that of this item, its `UNDO` undoes. An item without a slot lists all changes. */
export const othersUndone = ({ place, choices, operation }: ReviewItem): number =>
  place !== null && choices.includes('UNDO') ? Math.max(0, operation.changes.length - 1) : 0
