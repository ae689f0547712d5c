import * as v from 'valibot'
import type { FoundPlace } from '#contract/places.ts'
import { beginningOf } from '#domain/characters.ts'
import { withoutDirection } from '#domain/text-direction.ts'

const MAX_LENGTH = 300
const MAX_PLACES = 8

const Lat = v.pipe(v.number(), v.minValue(-90), v.maxValue(90))
const Lng = v.pipe(v.number(), v.minValue(-180), v.maxValue(180))
const Numeral = v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,20})?$/), v.transform(Number))
const Words = v.optional(v.nullable(v.string()))

/** The GeoJSON that Photon returns. */
const Photon = v.object({
  features: v.array(
    v.object({
      geometry: v.object({ coordinates: v.pipe(v.array(v.number()), v.minLength(2)) }),
      properties: v.object({ name: Words, street: Words, housenumber: Words, postcode: Words, city: Words, country: Words }),
    }),
  ),
})

/** The response of Nominatim with `format=jsonv2`. */
const Nominatim = v.array(v.object({ display_name: v.string(), lat: Numeral, lon: Numeral }))

const Place = v.object({
  address: v.pipe(
    v.string(),
    v.transform((text) =>
      beginningOf(
        withoutDirection(text)
          .replaceAll(/[\p{Cc}\s]+/gu, ' ')
          .trim(),
        MAX_LENGTH,
      ),
    ),
    v.nonEmpty(),
  ),
  lat: Lat,
  lng: Lng,
})

/**
 * The places in a geocoder's response of either kind; null if it cannot be parsed. Places without a valid position and duplicates are
 * dropped.
 */
export function placesIn(answer: unknown): FoundPlace[] | null {
  const photon = v.safeParse(Photon, answer)
  const nominatim = v.safeParse(Nominatim, answer)
  if (!photon.success && !nominatim.success) return null
  const found = photon.success
    ? photon.output.features.map(({ geometry: { coordinates }, properties }) => {
        const { name, street, housenumber, postcode, city, country } = properties
        const line = [
          [street, housenumber],
          [postcode, city],
        ].map((words) => words.filter(Boolean).join(' '))
        return { address: [name, ...line, country].filter(Boolean).join(', '), lat: coordinates[1], lng: coordinates[0] }
      })
    : nominatim.success
      ? nominatim.output.map(({ display_name, lat, lon }) => ({ address: display_name, lat, lng: lon }))
      : []
  const places = found.flatMap((one) => {
    const read = v.safeParse(Place, one)
    return read.success ? [read.output] : []
  })
  return [...new Map(places.map((place) => [place.address, place])).values()].slice(0, MAX_PLACES)
}
