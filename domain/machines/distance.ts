export type Position = { lat: number; lng: number }

const EARTH_METRES = 6_371_000

/** The distance along the surface of the earth, by the haversine formula. */
export function metresBetween(a: Position, b: Position): number {
  const [latA, latB, width] = [radians(a.lat), radians(b.lat), radians(b.lng - a.lng)]
  const half = Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(width / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
