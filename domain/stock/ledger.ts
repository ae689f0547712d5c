import type { OperationId, StockPointId } from '../ids.ts'
import type { Moment } from '../time.ts'
import type { Milli } from '../units.ts'

/** Position in the ledger: by time, then by operation and line, so that every device has the same order. */
type Position = { at: Moment; operation: OperationId; line: number }

/** One line of an operation on one stock point. A delta is a difference; a count sets the quantity. */
export type Movement = Position & { point: StockPointId; kind: 'delta' | 'count'; quantity: Milli }

/** The quantity at a stock point, and the count that it is based on. */
export type Level = { quantity: Milli; counted: Position | null }

/** A stock point without a count. */
export const UNCOUNTED: Level = { quantity: 0, counted: null }

/** Negative if `a` happened first. UUIDs compare as text, as in PostgreSQL. */
function compare(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.operation !== b.operation) return a.operation < b.operation ? -1 : 1
  return a.line - b.line
}

const isLater = (than: Position | null) => (movement: Position) => than === null || compare(movement, than) > 0

/**
 * The level after all these movements: the latest count and every later delta. The order of arrival does not matter, and a repeated
 * movement counts once. `from` already includes everything up to its own count, so older movements change nothing.
 */
export function fold(from: Level, movements: Iterable<Movement>): Level {
  const known = once(movements).filter(isLater(from.counted))
  const latest = known
    .filter(({ kind }) => kind === 'count')
    .reduce<Movement | null>((a, b) => (a === null || compare(b, a) > 0 ? b : a), null)
  const start = latest ? { quantity: latest.quantity, counted: positionOf(latest) } : from
  const later = known.filter(({ kind }) => kind === 'delta').filter(isLater(start.counted))
  return { ...start, quantity: later.reduce((sum, { quantity }) => sum + quantity, start.quantity) }
}

/**
 * The level after one more movement, without reading all of them again. Always equal to the fold. `laterDeltas` is the sum of the known
 * deltas after this movement, and is called only for a new latest count.
 */
export function arrive(level: Level, movement: Movement, laterDeltas: () => Milli): Level {
  if (!isLater(level.counted)(movement)) return level
  if (movement.kind === 'delta') return { ...level, quantity: level.quantity + movement.quantity }
  return { quantity: movement.quantity + laterDeltas(), counted: positionOf(movement) }
}

export const sumOfDeltasAfter = (movements: Iterable<Movement>, position: Position): Milli =>
  once(movements)
    .filter((movement) => movement.kind === 'delta' && isLater(position)(movement))
    .reduce((sum, { quantity }) => sum + quantity, 0)

export function byPoint(movements: Iterable<Movement>): Map<StockPointId, Movement[]> {
  const groups = new Map<StockPointId, Movement[]>()
  for (const movement of movements) groups.set(movement.point, [...(groups.get(movement.point) ?? []), movement])
  return groups
}

const positionOf = ({ at, operation, line }: Position): Position => ({ at, operation, line })

const once = (movements: Iterable<Movement>) => [
  ...new Map([...movements].map((movement) => [`${movement.point}/${movement.operation}/${movement.line}`, movement])).values(),
]
