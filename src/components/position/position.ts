import * as v from 'valibot'
import { formats } from '#app/data/formats.ts'
import { line } from '#contract/fields.ts'
import { MAX_ADDRESS_LENGTH } from '#contract/machines.ts'
import { readNumber, writeNumber } from '#domain/numbers.ts'

/** A position as it is typed: an empty field means unknown. */
export type TypedPosition = { address: string; lat: string; lng: string }

/** The same rules as on the server. */
export const RULES = { lat: { decimals: 9, min: -90, max: 90 }, lng: { decimals: 9, min: -180, max: 180 } }

const read = (field: 'lat' | 'lng', typed: string) => readNumber(typed, { locale: formats().locale, ...RULES[field] })

/** One coordinate alone is invalid. */
export function isWhole({ lat, lng }: Pick<TypedPosition, 'lat' | 'lng'>): boolean {
  const states = [read('lat', lat).state, read('lng', lng).state]
  return states.every((state) => state === 'empty') || states.every((state) => state === 'number')
}

const degrees = (field: 'lat' | 'lng', typed: string): number | null => {
  const found = read(field, typed)
  return found.state === 'number' ? found.value : null
}

/** The format of the request. */
export const positionOf = ({ address, lat, lng }: TypedPosition) => ({
  address: address.trim() || null,
  lat: degrees('lat', lat),
  lng: degrees('lng', lng),
})

/** A position as shown in its fields. */
export function typedPosition({ lat, lng }: { lat: number | null; lng: number | null }): Pick<TypedPosition, 'lat' | 'lng'> {
  const write = (value: number | null) => (value === null ? '' : writeNumber(value, formats().locale, { decimals: 9 }))
  return { lat: write(lat), lng: write(lng) }
}

/** The fields of a position in a form. */
export const POSITION_FIELDS = { address: line(MAX_ADDRESS_LENGTH), lat: v.string(), lng: v.string() }
