import type { OperationContext, Warning } from './operations.ts'

/** The irregularities of an operation that counts in any case. */
export const warningsOf = ({ late, doubtfulSince, reach }: OperationContext): Warning[] => [
  ...(late ? [{ code: 'LATE' }] : []),
  ...(doubtfulSince === null ? [] : [{ code: 'DOUBTFUL_CLOCK' }]),
  ...(reach?.assigned ? [] : [{ code: 'NOT_ASSIGNED' }]),
  ...(reach?.deactivatedAt == null ? [] : [{ code: 'MACHINE_GONE' }]),
]
