import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Place = { lat: number; lng: number }

/** Of one way, in seconds and metres; null if there is none. */
type WayBetween = (from: Place, to: Place) => { seconds: number; metres: number } | null

/**
 * A server that speaks the protocol of OSRM's table service, with its limit and its errors (docs/http.md of osrm-backend). Places in
 * `offRoad` are on no road.
 */
export async function osrmServer(wayBetween: WayBetween, { maxTableSize = 100 } = {}) {
  const offRoad = new Set<string>()
  const requests: { sources: number; destinations: number }[] = []
  let fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null
  const server = createServer((request, response) => {
    if (fault?.(request, response)) return
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://osrm')
    const fail = (code: string, message: string) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message }))
    const [, service, version, , list] = /^\/([a-z]+)\/(v\d)\/([a-z]+)\/([\d.,;-]+)$/.exec(pathname) ?? []
    if (!list) return fail('InvalidUrl', 'URL string malformed close to position 1')
    if (service !== 'table' || version !== 'v1') return fail('InvalidService', 'Service not found')
    const places = list.split(';').map((text) => {
      const [lng = Number.NaN, lat = Number.NaN] = text.split(',').map(Number)
      return { text, lat, lng }
    })
    if (places.some(({ text }) => !/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(text))) return fail('InvalidQuery', 'Query string malformed')
    if (places.some(({ lat, lng }) => Math.abs(lat) > 90 || Math.abs(lng) > 180)) return fail('InvalidValue', 'Coordinate is invalid')
    if (places.length < 2) return fail('InvalidOptions', 'Number of coordinates needs to be at least two.')
    if (places.length > maxTableSize) return fail('TooBig', 'Too many table coordinates')
    if (searchParams.get('annotations') !== 'duration,distance') return fail('InvalidQuery', 'Query string malformed')
    const indexes = (name: string) => (searchParams.get(name) ?? '').split(';').map((text) => places[Number(text)])
    const [sources, destinations] = [indexes('sources'), indexes('destinations')]
    if ([...sources, ...destinations].some((place) => !place)) return fail('InvalidOptions', 'Index out of bounds')
    const lost = places.findIndex(({ text }) => offRoad.has(text))
    if (lost >= 0) return fail('NoSegment', `Could not find a matching segment for coordinate ${lost}`)
    requests.push({ sources: sources.length, destinations: destinations.length })
    const table = sources.map((from) => destinations.map((to) => (from && to ? wayBetween(from, to) : null)))
    const values = (key: 'seconds' | 'metres') => table.map((row) => row.map((way) => way?.[key] ?? null))
    const waypoints = (list: typeof sources) => list.map((place) => ({ name: '', location: [place?.lng, place?.lat], distance: 1.5 }))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...{ code: 'Ok', durations: values('seconds'), distances: values('metres') },
        ...{ sources: waypoints(sources), destinations: waypoints(destinations) },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    offRoad,
    fail: (next: typeof fault) => {
      fault = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type OsrmServer = Awaited<ReturnType<typeof osrmServer>>
