/** The problems that a customer can report. */
export const ISSUE_TYPES = [
  'MACHINE_OUT_OF_SERVICE',
  'NO_CHANGE',
  'PRODUCT_STUCK',
  'PRODUCT_REQUEST',
  'PRODUCT_SHORTAGE',
  'PAYMENT_PROBLEM',
  'OTHER',
] as const
export type IssueType = (typeof ISSUE_TYPES)[number]

/** Status of a customer report; every transition is allowed. */
export const ISSUE_STATUSES = ['OPEN', 'RESOLVED', 'INVALID'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]
