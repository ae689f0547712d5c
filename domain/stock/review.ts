/** What is known of a review item when it is decided. Quantities are whole units. */
export type Doubt = {
  kind: string
  /** What the operation put into the place (negative: took), and what it counted there, if it did. */
  moved: number
  counted: number | null
  /** What is left of what lay in the place when the operation itself gave it up; null of every other operation. */
  remains: number | null
  /** Whether the place is a slot, and whether another product is in it now. */
  isSlot: boolean
  hasSuccessor: boolean
  /** Whether the person could be given the machine. */
  mayBeAssigned: boolean
}

/** How much lies in a place that is gone: what was left when it was given up, or what was put in or found there afterwards. */
export const leftBehind = ({ moved, counted, remains }: Pick<Doubt, 'moved' | 'counted' | 'remains'>): number =>
  remains ?? (moved === 0 ? (counted ?? 0) : moved)

/** What may sensibly be decided, the likeliest first. */
export function choicesOf(doubt: Doubt) {
  switch (doubt.kind) {
    case 'CLOSED_INSTALLATION':
      // What was taken out of its place stays out: there is nothing to undo, and of both answers the goods are in somebody's hands.
      if (doubt.remains !== null)
        return ['TO_WAREHOUSE' as const, 'WRITE_OFF' as const, ...(doubt.hasSuccessor ? (['TO_SLOT'] as const) : [])]
      return leftBehind(doubt) > 0
        ? [...(doubt.hasSuccessor ? (['TO_SLOT'] as const) : []), 'TO_WAREHOUSE' as const, 'WRITE_OFF' as const, 'UNDO' as const]
        : (['KEEP', 'UNDO'] as const)
    case 'MACHINE_GONE':
      return leftBehind(doubt) > 0 ? (['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO'] as const) : (['KEEP', 'UNDO'] as const)
    case 'OVER_MAXIMUM':
      return ['KEEP' as const, ...(doubt.isSlot ? (['SET_MAXIMUM'] as const) : []), 'COUNT' as const]
    case 'BELOW_ZERO':
      return ['COUNT', 'KEEP'] as const
    case 'NOT_ASSIGNED':
      return ['KEEP' as const, ...(doubt.mayBeAssigned ? (['ASSIGN'] as const) : []), 'UNDO' as const]
    default:
      return ['KEEP', 'UNDO'] as const
  }
}
