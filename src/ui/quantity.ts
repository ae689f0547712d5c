import { MAX_UNITS } from '#domain/units.ts'

/** Limits a quantity to whole numbers from 0 to the maximum, or to the general limit without one. */
export const within = (quantity: number, cap: number | null): number => Math.max(0, Math.min(quantity, cap ?? MAX_UNITS))

/** The next quantity with plus (1) or minus (-1). A quantity between two steps moves to the nearer of them in that direction. */
export function stepped(quantity: number, direction: 1 | -1, step: number, cap: number | null): number {
  const steps = quantity / step
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
  return within(next * step, cap)
}
