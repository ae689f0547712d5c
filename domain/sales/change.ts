/** Relative change: 0.5 is half as much again. Null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null)
