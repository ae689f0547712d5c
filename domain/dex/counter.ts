/** What a machine has counted: since initialization, and since the last read-out with a reset. Null if it is not reported. */
export type Counter = { init: number | null; reset: number | null }

/** Number of vends and their value in minor units. */
export type Sales = { count: Counter; value: Counter }

export const NOT_REPORTED: Sales = { count: { init: null, reset: null }, value: { init: null, reset: null } }

export const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.some((number) => number !== null) ? numbers.reduce<number>((total, number) => total + (number ?? 0), 0) : null

export const sumOf = (counters: readonly Counter[]): Counter => ({
  init: sum(counters.map(({ init }) => init)),
  reset: sum(counters.map(({ reset }) => reset)),
})

/** Values at which counters overflow: after four to eight digits, and after 16, 24 and 32 bits. Ascending. */
const WRAPS = [10 ** 4, 2 ** 16, 10 ** 5, 10 ** 6, 10 ** 7, 2 ** 24, 10 ** 8, 2 ** 32]

/** A counter that decreased has overflowed only if it was this close to its end; otherwise it was reset. */
const CLOSE = 0.1

export type Growth = { by: number; how: 'grown' | 'wrapped' } | { by: null; how: 'fallen' | 'untold' }

/** The increase of a counter between two read-outs. `unit` is the machine's smallest step in the counter's own unit. */
export function growth(previous: number | null, current: number | null, unit = 1): Growth {
  if (previous === null || current === null) return { by: null, how: 'untold' }
  if (current >= previous) return { by: current - previous, how: 'grown' }
  for (const wrap of WRAPS) {
    const by = Math.round(wrap * unit) - previous + current
    if (by >= 0 && previous < Math.round(wrap * unit) && by <= wrap * unit * CLOSE) return { by, how: 'wrapped' }
  }
  return { by: null, how: 'fallen' }
}
