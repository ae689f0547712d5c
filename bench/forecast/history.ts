import type { Move } from '#domain/forecast/past.ts'
import type { Moment } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'

/**
 * A stock point with all its movements, oldest first. It begins with a count. `wanted`: when it was a customer's first choice, sold out or
 * not, in order.
 */
export type KnownPlace = { product: number; moves: readonly Move[]; wanted: readonly Moment[] }
export type KnownMachine = { kind: 'COFFEE' | 'SNACK'; places: readonly KnownPlace[] }
export type History = { from: Moment; to: Moment; timeZone: string; machines: readonly KnownMachine[] }

/** The balance of a stock point after these movements. */
export const balanceOf = (moves: readonly Move[]): Milli =>
  moves.reduce((there, { kind, quantity }) => (kind === 'count' ? quantity : there + quantity), 0)
