import { USUAL_MINUTES } from './planning.ts'

/** Minutes at a machine, without travel, and the pieces that were put in. */
export type TimedVisit = { minutes: number; pieces: number }
type LearntMinutes = { fixed: number; perPiece: number; visits: number }

/** Longer ones contain something else, such as a meal. */
const MAX_MINUTES = 90
/** Fewer visits say nothing. */
const FEWEST = 10
/** The usual minutes have the weight of this many visits, half of them without pieces and half with many. */
const DOUBT = { visits: 20, pieces: 60 }
/** Deviations beyond this many minutes count by their distance instead of its square. */
const HUBER = 3
const ROUNDS = 25
const LIMITS = { fixed: [1, 60], perPiece: [0, 2] } as const

/**
 * Minutes of a visit as a fixed part and a part per piece, by a robust regression (Huber's weights). It is shrunk to the usual minutes, so that
 * few visits, or visits with the same number of pieces, change little.
 */
export function learnMinutes(all: readonly TimedVisit[]): LearntMinutes {
  const visits = all.filter(({ minutes, pieces }) => minutes > 0 && minutes <= MAX_MINUTES && pieces >= 0)
  if (visits.length < FEWEST) return { ...USUAL_MINUTES, visits: 0 }
  const usual = [0, DOUBT.pieces].map((pieces) => ({
    pieces,
    minutes: USUAL_MINUTES.fixed + USUAL_MINUTES.perPiece * pieces,
    weight: DOUBT.visits / 2,
  }))
  let line: { fixed: number; perPiece: number } = USUAL_MINUTES
  for (let round = 0; round < ROUNDS; round++) {
    const { fixed, perPiece } = line
    const weighted = visits.map(({ minutes, pieces }) => {
      const apart = Math.abs(minutes - fixed - perPiece * pieces)
      return { minutes, pieces, weight: apart <= HUBER ? 1 : HUBER / apart }
    })
    line = fitted([...weighted, ...usual])
  }
  const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value))
  return { fixed: within(line.fixed, LIMITS.fixed), perPiece: within(line.perPiece, LIMITS.perPiece), visits: visits.length }
}

/** Weighted least squares. */
function fitted(points: readonly (TimedVisit & { weight: number })[]): { fixed: number; perPiece: number } {
  let [weights, pieces, minutes] = [0, 0, 0]
  for (const point of points) {
    weights += point.weight
    pieces += point.weight * point.pieces
    minutes += point.weight * point.minutes
  }
  const [meanPieces, meanMinutes] = [pieces / weights, minutes / weights]
  let [spread, common] = [0, 0]
  for (const point of points) {
    spread += point.weight * (point.pieces - meanPieces) ** 2
    common += point.weight * (point.pieces - meanPieces) * (point.minutes - meanMinutes)
  }
  const perPiece = common / spread
  return { fixed: meanMinutes - perPiece * meanPieces, perPiece }
}
