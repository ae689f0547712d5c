import type { FastifyInstance } from 'fastify'
import { findPlaces, SHORTEST_ADDRESS } from '#contract/places.ts'
import type { House } from '../../http/caller.ts'
import { askGeocoder } from '../../http/outbound.ts'
import { refuse } from '../../http/refusal.ts'
import { serveAlone } from '../../http/serve.ts'

/** `ask` is the one who knows addresses. Neither a transaction nor a place at the gate is held while it thinks. */
export function placesRoutes(app: FastifyInstance, house: House, ask = askGeocoder) {
  const { geocoderUrl, version } = house.settings
  serveAlone(
    app,
    house,
    findPlaces,
    async ({ query: { query } }, { person, request }) => {
      if (!person.enabled) return refuse('UNAUTHORIZED')
      if (geocoderUrl === null) return null
      const locale = (request.headers['accept-language'] ?? 'en').slice(0, 100)
      return query.length < SHORTEST_ADDRESS ? [] : ask({ url: geocoderUrl, version, locale }, query)
    },
    { gatesItself: true },
  )
}
