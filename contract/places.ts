import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SearchText } from './fields.ts'
import { Coordinates } from './units.ts'

/** The position of an address, in degrees (WGS 84). */
export const FoundPlace = v.object({ address: v.string(), ...Coordinates.entries })
export type FoundPlace = v.InferOutput<typeof FoundPlace>

/** Shorter queries match too many places. */
export const MIN_ADDRESS_LENGTH = 3

export const findPlaces = endpoint({
  name: 'findPlaces',
  method: 'GET',
  path: '/places',
  who: 'manager',
  summary: 'Find the position of an address, likeliest first; null without a geocoder or if it does not respond',
  query: v.object({ query: SearchText }),
  answer: v.nullable(v.array(FoundPlace)),
})
