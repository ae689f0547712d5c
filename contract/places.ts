import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SearchText } from './fields.ts'

/** Where an address is, in degrees (WGS 84). */
export const FoundPlace = v.object({ address: v.string(), lat: v.number(), lng: v.number() })
export type FoundPlace = v.InferOutput<typeof FoundPlace>

/** Fewer letters than this mean too many places. */
export const MIN_ADDRESS_LENGTH = 3

export const findPlaces = endpoint({
  name: 'findPlaces',
  method: 'GET',
  path: '/places',
  who: 'manager',
  summary: 'Where an address is, likeliest first; null where the server has no geocoder or it does not answer',
  query: v.object({ query: SearchText }),
  answer: v.nullable(v.array(FoundPlace)),
})
