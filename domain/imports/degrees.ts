import { type Cell, plainDigits, shown } from './cell.ts'
import { numberIn } from './numbers.ts'

const MINUTES_AND_SECONDS = /^(-?\d{1,3})[°º]\s?(?:(\d{1,2}(?:[.,]\d+)?)\s?['′’]\s?(?:(\d{1,2}(?:[.,]\d+)?)\s?(?:["″”]|''))?)?$/u
/** A degree of longitude in the east is also named with O in German, and one in the west in French. */
const DIRECTION = /^([NSEW])?\s?(.*?)\s?([NSEW])?$/su

/** The degrees of a latitude or longitude: 52.2297, 52,123, 2.24 W or 52°13'47"N. Their only mark is a decimal one. */
export function degreesIn(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return numberIn(cell)
  const text = plainDigits(shown(cell)).trim()
  if (text.length > 40) return null
  const [, before, plain = '', after] = DIRECTION.exec(text) ?? []
  if (before !== undefined && after !== undefined) return null
  const parts = MINUTES_AND_SECONDS.exec(plain)
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.'))
  const value = parts ? sixtieths(number(parts[1]), number(parts[2]), number(parts[3])) : numberIn(plain.replace(/\s?[°º]$/u, ''))
  if (value === null) return null
  const direction = before ?? after
  if (direction === undefined) return value
  return value < 0 ? null : direction === 'S' || direction === 'W' ? -value : value
}

/** Between two coordinates: ";", ", ", a space, or a comma, which is a decimal mark too. */
const BETWEEN = [/\s*;\s*/u, /,\s+/u, /(?<=[NS])\s+/u, /\s+(?=-?\d)/u, /,/u]
/** A pair of whole numbers, such as "8, 16", can be anything. */
const COORDINATE = /\d[.,]\d|[°º]/u

/** Well-known text has the longitude first. */
const POINT = /^POINT ?\( ?(-?\d+\.\d+) (-?\d+\.\d+) ?\)$/iu
/** The address of a place on a map: "…/maps/place/Foyer/@52.2297,21.0122,17z" or "…?q=52.2297,21.0122". */
const MAP_ADDRESS = /^https?:.*?(?:@|[?&](?:q|query|ll|mlat)=)(-?\d+\.\d+)(?:,|%2C|&mlon=)(-?\d+\.\d+)/iu

/** The position in one cell, latitude first: "52.2297, 21.0122", "52,2297; 21,0122" or `52°13'47"N 21°0'44"E`. */
export function positionIn(text: string): { lat: number; lng: number } | null {
  const plain = text
    .trim()
    .slice(0, 300)
    .replace(POINT, '$2, $1')
    .replace(/^\((.*)\)$/su, '$1')
    .replace(/^https?:.*$/su, (address) => MAP_ADDRESS.exec(address)?.slice(1).join(', ') ?? '')
  for (const between of BETWEEN) {
    const parts = plain.split(between)
    const [first = '', second = ''] = parts
    if (parts.length !== 2 || !COORDINATE.test(first) || !COORDINATE.test(second)) continue
    const [lat, lng] = [degreesIn(first), degreesIn(second)]
    const isOtherWayRound = /[EW]/u.test(first) || /[NS]/u.test(second)
    if (lat !== null && lng !== null && !isOtherWayRound && Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng }
  }
  return null
}

const sixtieths = (degrees: number, minutes: number, seconds: number): number | null =>
  minutes >= 60 || seconds >= 60 ? null : (degrees < 0 ? -1 : 1) * (Math.abs(degrees) + minutes / 60 + seconds / 3600)
