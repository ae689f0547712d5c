/** The data of a review item for its decision. Quantities are whole units. */
export type Doubt = {
  kind: string
  /** The change of the operation in the slot (negative: removed), and its count, if any. */
  moved: number
  counted: number | null
  /** The remaining stock if the operation itself deleted the slot; null for every other operation. */
  remains: number | null
  /** Whether it is a slot, and whether it has another product now. */
  isSlot: boolean
  hasSuccessor: boolean
  /** Whether the user could be assigned to the machine. */
  mayBeAssigned: boolean
}

/** The stock of a deleted slot: the remainder at its deletion, or what was restocked or counted afterwards. */
export const leftBehind = ({ moved, counted, remains }: Pick<Doubt, 'moved' | 'counted' | 'remains'>): number =>
  remains ?? (moved === 0 ? (counted ?? 0) : moved)

/** The sensible decisions, likeliest first. */
export function choicesOf(doubt: Doubt) {
  switch (doubt.kind) {
    case 'CLOSED_INSTALLATION':
      // The stock was already removed, so nothing can be undone; with both decisions the goods are in the user's hands.
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
    case 'VAN_BELOW_ZERO':
      return ['COUNT', 'KEEP'] as const
    case 'NOT_ASSIGNED':
      return ['KEEP' as const, ...(doubt.mayBeAssigned ? (['ASSIGN'] as const) : []), 'UNDO' as const]
    case 'PRODUCT_PROPOSED':
      return ['APPROVE', 'DECLINE'] as const
    default:
      return ['KEEP', 'UNDO'] as const
  }
}
