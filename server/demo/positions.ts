import { readFileSync } from 'node:fs'
import { inProgram } from '../folders.ts'

export type Place = { lat: number; lng: number }

/** The position of a real machine, with its address as far as the map contains it. */
export type Position = Place & { key: string; street: string; houseNumber: string; postcode: string; town: string; country: string }

type Town = Place & { name: string; country: string }

const rowsOf = (file: string): string[][] =>
  readFileSync(inProgram('server/demo', file), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))

/** In kilometres; accurate enough within a region. */
function distance(a: Place, b: Place): number {
  const kmPerDegree = 111.2
  return kmPerDegree * Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180))
}

const closestTo = <Item extends Place>(centre: Place, items: readonly Item[]): Item =>
  items.reduce((best, item) => (distance(item, centre) < distance(best, centre) ? item : best))

/**
 * The positions closest to a centre, sorted by distance. Few have an address on the map; the others get the name of their nearest town. A
 * fleet larger than the map repeats positions a few hundred metres away.
 */
export function positionsAround(centre: Place, count: number): Position[] {
  const towns = rowsOf('towns.csv').map(
    ([name = '', country = '', lat, lng]): Town => ({ name, country, lat: Number(lat), lng: Number(lng) }),
  )
  const mapped = rowsOf('positions.csv').map(
    ([key = '', lat, lng, , street = '', houseNumber = '', postcode = '', town = '', country = '']): Position => ({
      key,
      lat: Number(lat),
      lng: Number(lng),
      street,
      houseNumber,
      postcode,
      town,
      country,
    }),
  )
  const closest = mapped.sort((a, b) => distance(a, centre) - distance(b, centre)).slice(0, count)
  const named = closest.map((position): Position => {
    const { name, country } = closestTo(position, towns)
    return { ...position, town: position.town || name, country: position.country || country }
  })
  return Array.from({ length: count }, (_, index) => {
    const position = named[index % named.length] as Position
    const round = Math.floor(index / named.length)
    return round === 0 ? position : { ...position, key: `${position.key}/${round}`, lat: position.lat + round * 0.003 }
  })
}
