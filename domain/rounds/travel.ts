import { metresBetween, type Position } from '../machines/distance.ts'

/** From each place in the row to each in the column. */
export type TravelTable = { minutes: number[][]; metres: number[][] }

/** Ways by road are longer than straight lines by this factor. */
export const USUAL_DETOUR = 1.35

/** Kilometres an hour on the first metres of a way, on the following ones, and beyond: streets of a town, main roads, and roads between towns. */
const SPEEDS = [
  { metres: 3_000, speed: 22 },
  { metres: 12_000, speed: 40 },
  { metres: Number.POSITIVE_INFINITY, speed: 75 },
]

/** Without any known place. */
const USUAL_METRES = 5_000

export function minutesFor(metres: number): number {
  let [left, minutes] = [metres, 0]
  for (const { metres: most, speed } of SPEEDS) {
    const driven = Math.min(left, most)
    minutes += (driven / 1_000 / speed) * 60
    left -= driven
    if (left <= 0) break
  }
  return minutes
}

/**
 * Great-circle distances with a detour, and a speed that grows with the distance. A place that is not known has the median distance between the
 * known ones from every other place; `assumed` lists such places.
 */
export function estimatedTable(places: readonly (Position | null)[], detour = USUAL_DETOUR): TravelTable & { assumed: number[] } {
  const known = places.map((from) => places.map((to) => (from && to ? detour * metresBetween(from, to) : null)))
  const usual = median(known.flatMap((row, from) => row.slice(from + 1).filter((metres) => metres !== null))) ?? USUAL_METRES
  const metres = known.map((row, from) => row.map((there, to) => (from === to ? 0 : (there ?? usual))))
  return {
    metres,
    minutes: metres.map((row) => row.map(minutesFor)),
    assumed: places.flatMap((place, index) => (place ? [] : [index])),
  }
}

/**
 * The median position, from which people are assumed to start; null without one. Longitudes are compared relative to the first one, because
 * they jump from 180 to -180.
 */
export function middleOf(places: readonly Position[]): Position | null {
  const [first] = places
  if (!first) return null
  const [lat = 0, east = 0] = [median(places.map((place) => place.lat)), median(places.map(({ lng }) => turned(lng - first.lng)))]
  return { lat, lng: turned(first.lng + east) }
}

/** Degrees from -180 to 180. */
const turned = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
