import type { IssueType, ProblemCause } from '../issues.ts'

/** An open report. `slotMargin`: what its slot earns a day; null if it names none. */
export type OpenIssue = { type: IssueType; cause: ProblemCause | null; isOutOfOrder: boolean; slotMargin: number | null }

/** Shares of a machine's margin that customers cause to be lost, or that are at risk. Requests of products need no visit. */
const BY_TYPE: Record<IssueType, number> = {
  MACHINE_OUT_OF_SERVICE: 1,
  NO_CHANGE: 0.3,
  PAYMENT_PROBLEM: 0.5,
  PRODUCT_STUCK: 0.1,
  OTHER: 0.1,
  PRODUCT_REQUEST: 0,
  PRODUCT_SHORTAGE: 0,
}

/** Goods spoil, or the damage grows. */
const URGENT: readonly ProblemCause[] = ['TEMPERATURE', 'LEAK', 'DOOR_LOCK', 'VANDALISM']

/** Sales a day of a machine about which nothing is known. */
const USUAL_SALES = 10

type Machine = { margin: number; price: number }

/**
 * What open reports lose a day, in minor units: at most the margin of the machine. `margin`: what the machine earns a day, `price`: of a
 * typical sale. Half of the usual sales count at least, because a machine that does not work looks like one that sells little.
 */
export function issueLoss(issues: readonly OpenIssue[], { margin, price }: Machine): number {
  const earned = Math.max(margin, (price * USUAL_SALES) / 2)
  const lost = issues.reduce((sum, { type, cause, isOutOfOrder, slotMargin }) => {
    if (isOutOfOrder) return sum + earned
    if (cause !== null && URGENT.includes(cause)) return sum + earned
    return sum + Math.max(slotMargin ?? 0, BY_TYPE[type] * earned)
  }, 0)
  return Math.min(lost, earned)
}

/** Whether a report is a reason for a visit. */
export const needsVisit = ({ type, isOutOfOrder }: Pick<OpenIssue, 'type' | 'isOutOfOrder'>): boolean => isOutOfOrder || BY_TYPE[type] > 0
