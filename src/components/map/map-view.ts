import { grouped } from '#domain/grouped.ts'

export type Position = { lat: number; lng: number }
export type View = Position & { zoom: number }
type Size = { width: number; height: number }

/** The default view without any position. */
export const NOWHERE: View = { lat: 53, lng: 13, zoom: 6.3 }
/** Zoom of a single machine, and the maximum for a fleet. */
export const NEAR = 14
/** Margin between the machines and the edge of the map, in pixels. */
const MARGIN = 48
/** Width of the whole world at zoom 0, in pixels. */
const WORLD = 512

/** Whether both coordinates are known. Zero and negative values are valid. */
export const isPlaced = <T extends { lat: number | null; lng: number | null }>(machine: T): machine is T & Position =>
  machine.lat !== null && machine.lng !== null

/** A longitude in [-180, 180). */
export const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180

/**
 * A longitude from which every given position is reached without crossing the seam of the map. The seam is in the widest gap between the
 * positions, so that machines on both sides of the antimeridian are neighbours.
 */
export function originOf(positions: readonly Position[]): number {
  const sorted = positions.map(({ lng }) => wrapped(lng)).sort((a, b) => a - b)
  let widest = { gap: -1, from: 0 }
  sorted.forEach((lng, index) => {
    const next = sorted[index + 1] ?? (sorted[0] ?? 0) + 360
    if (next - lng > widest.gap) widest = { gap: next - lng, from: lng }
  })
  return wrapped(widest.from + widest.gap / 2 + 180)
}

/** Distance between the markers of machines at one position, in pixels. */
const APART = 32

/** By how many pixels to move the markers of machines at the same position, so that none covers another. Others are not moved. */
export function offsetsOf<T extends Position>(machines: readonly T[]): Map<T, [x: number, y: number]> {
  const together = grouped(machines, ({ lat, lng }) => `${lat.toFixed(5)} ${lng.toFixed(5)}`)
  const offsets = new Map<T, [number, number]>()
  for (const group of together.values()) {
    if (group.length < 2) continue
    const radius = APART / 2 / Math.sin(Math.PI / group.length)
    group.forEach((machine, place) => {
      const angle = (2 * Math.PI * place) / group.length
      offsets.set(machine, [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))])
    })
  }
  return offsets
}

/** Latitude as a share of the world's height in Web Mercator, which ends at 85.05°. */
function mercator(lat: number): number {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

/** Centres on the average position of the machines, at the highest zoom that fits them all. */
export function viewOf(positions: readonly Position[], { width, height }: Size): View {
  if (positions.length === 0) return NOWHERE
  const origin = originOf(positions)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const lat = mean(positions.map((position) => position.lat))
  const east = mean(positions.map((position) => wrapped(position.lng - origin)))
  const reach = (values: readonly number[]) => Math.max(...values.map(Math.abs))
  const across = reach(positions.map((position) => wrapped(position.lng - origin) - east)) / 360
  const along = reach(positions.map((position) => mercator(position.lat) - mercator(lat)))
  const zoomFor = (pixels: number, share: number) => (share === 0 ? NEAR : Math.log2(Math.max(1, pixels / 2 - MARGIN) / (share * WORLD)))
  const zoom = Math.max(0, Math.min(NEAR, zoomFor(width, across), zoomFor(height, along)))
  return { lat, lng: wrapped(origin + east), zoom }
}
