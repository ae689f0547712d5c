import { latinDigits } from '#domain/digits.ts'
import { MOST_UNITS } from '#domain/units.ts'

/** What a person may enter: whole, from 0 to the cap; without one, to what can be said at all. */
export const within = (quantity: number, cap: number | null): number => Math.max(0, Math.min(quantity, cap ?? MOST_UNITS))

/** Reads what was typed: everything but digits is passed over, and nothing at all means 0. */
export const quantityOf = (typed: string, cap: number | null): number =>
  within(Number(latinDigits(typed).replaceAll(/\D/g, '').slice(0, 9)), cap)

/** The next quantity with plus (1) or minus (-1). A quantity between two steps goes to the nearer of them in that direction. */
export function stepped(quantity: number, direction: 1 | -1, step: number, cap: number | null): number {
  const steps = quantity / step
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
  return within(next * step, cap)
}
