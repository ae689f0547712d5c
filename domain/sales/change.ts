/** By how much of what it was before a figure has changed: 0.5 is half as much again. Null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null)
