/**
 * Why a machine needs action, the most important reason first. LOW: an alert of the stock level, so its restock is overdue. OFFLINE: the
 * machine may be selling.
 */
export const ACTION_REASONS = ['STOPPED', 'NO_SALES', 'PROBLEM', 'FAULT', 'EMPTY', 'LOW', 'OFFLINE'] as const
export type ActionReason = (typeof ACTION_REASONS)[number]

/** A machine that sells nothing at all. */
export const isDown = (reason: ActionReason): boolean => reason === 'STOPPED' || reason === 'NO_SALES'
