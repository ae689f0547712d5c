import type { FastifyInstance } from 'fastify'
import { findPlaces, MIN_ADDRESS_LENGTH } from '#contract/places.ts'
import { askGeocoder } from '../../http/outbound.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serveAlone } from '../../http/serve.ts'

/** `ask` queries the geocoder. No transaction and no load-shedding slot is held meanwhile. */
export function placesRoutes(app: FastifyInstance, ctx: AppContext, ask = askGeocoder) {
  const { geocoderUrl, version } = ctx.settings
  serveAlone(
    app,
    ctx,
    findPlaces,
    async ({ query: { query } }, { person, request }) => {
      if (!person.enabled) return refuse('UNAUTHORIZED')
      if (geocoderUrl === null) return null
      const locale = (request.headers['accept-language'] ?? 'en').slice(0, 100)
      return query.length < MIN_ADDRESS_LENGTH ? [] : ask({ url: geocoderUrl, version, locale }, query)
    },
    { gatesItself: true },
  )
}
