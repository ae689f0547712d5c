import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type ManualTimeouts, manualTimeouts } from '../../tests/support/manual-timeouts.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn } from '../../tests/support/test-context.ts'
import { createLoadShedder } from './load-shedding.ts'
import { fetchPlaces, handOnFeedback } from './outbound.ts'

let timeouts: ManualTimeouts
let stop = () => {}
beforeEach(() => {
  timeouts = manualTimeouts()
})
afterEach(() => {
  stop()
  timeouts.restore()
})

/** A geocoder on loopback. */
async function aGeocoder(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api?limit=5&q={query}`
}

const findAddress = (url: string, query = 'Rathausstraße 1 & more') => fetchPlaces({ url, version: '1', locale: 'de-DE' }, query)
const says = (body: unknown) => aGeocoder((_request, response) => response.end(JSON.stringify(body)))

test('geocoder receives the query in one parameter, with client and language', async () => {
  let requested = ''
  const url = await aGeocoder(({ url: path, headers }, response) => {
    requested = `${path} ${headers['accept-language']} ${headers['user-agent']}`
    response.end('[]')
  })
  expect(await findAddress(url)).toEqual([])
  expect(requested).toBe('/api?limit=5&q=Rathausstra%C3%9Fe%201%20%26%20more de-DE Roundsman/1')
})

test('results of Photon become addresses with positions', async () => {
  const url = await says({
    features: [
      {
        geometry: { coordinates: [13.4, 52.5] },
        properties: { name: 'Town hall', street: 'Rathausstraße', housenumber: '1', postcode: '10178', city: 'Berlin', country: 'Germany' },
      },
    ],
  })
  expect(await findAddress(url)).toEqual([{ address: 'Town hall, Rathausstraße 1, 10178 Berlin, Germany', lat: 52.5, lng: 13.4 }])
})

test('geocoder cannot change the text direction of an address', async () => {
  const url = await says([{ display_name: '\u2067Berlin\u2069 \u202e1 eßartsuahtaR\u200f', lat: '52.5', lon: '13.4' }])
  expect(await findAddress(url)).toEqual([{ address: 'Berlin 1 eßartsuahtaR', lat: 52.5, lng: 13.4 }])
})

test('results of Nominatim are read without invalid positions, nameless places and duplicates', async () => {
  const url = await says([
    { display_name: 'Rathausstraße\u0000 1,\n Berlin', lat: '52.5', lon: '13.4' },
    { display_name: 'Rathausstraße 1, Berlin', lat: '52.5', lon: '13.4' },
    { display_name: 'Nowhere', lat: '95.0', lon: '13.4' },
    { display_name: ' ', lat: '52.5', lon: '13.4' },
  ])
  expect(await findAddress(url)).toEqual([{ address: 'Rathausstraße 1, Berlin', lat: 52.5, lng: 13.4 }])
})

test('unreadable, failed, redirected and endless geocoder responses yield no result', async () => {
  expect(await findAddress(await says({ found: 1 }))).toBeNull()
  stop()
  expect(await findAddress(await aGeocoder((_request, response) => response.writeHead(429).end('[]')))).toBeNull()
  stop()
  expect(await findAddress(await aGeocoder((_request, response) => response.writeHead(302, { location: '/else' }).end()))).toBeNull()
  stop()
  expect(await findAddress(await aGeocoder((_request, response) => response.end(`["${'x'.repeat(600_000)}"]`)))).toBeNull()
  stop()
  expect(await findAddress(await aGeocoder((request) => request.socket.destroy()))).toBeNull()
})

test('hostile use: endless response is aborted', async () => {
  let isGone = () => {}
  const gone = new Promise<void>((resolve) => {
    isGone = resolve
  })
  const url = await aGeocoder((_request, response) => {
    response.once('close', isGone)
    const goOn = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', goOn)
    goOn()
  })
  expect(await handOnFeedback(url.replace('{query}', ''), { text: 'Fine', version: '1', company: '1' })).toBe(true)
  await gone
})

test('hostile use: hanging services occupy no slot of other requests', async () => {
  let come = 0
  let isHanging = () => {}
  const hanging = new Promise<void>((resolve) => {
    isHanging = resolve
  })
  const url = await aGeocoder(() => {
    if (++come === 2) isHanging()
  })
  const ctx = await createTestContext({ settings: { geocoderUrl: url, feedbackUrl: url.replace('{query}', '') } })
  const app = await createTestApp(ctx, { gate: createLoadShedder({ atOnce: 1 }) })
  onTestFinished(async () => {
    await app.close()
    await ctx.database.close()
  })
  const user = await aUser(ctx, await aCompany(ctx))
  const headers = await signedIn(app, user.login)
  const requested = [
    app.inject({ url: '/api/places?query=Town%20hall', headers }),
    app.inject({ method: 'POST', url: '/api/feedback', headers, payload: { text: 'Fine' } }),
  ]
  await hanging
  expect((await app.inject({ url: '/api/machines', headers })).statusCode).toBe(200)
  timeouts.expire()
  expect((await Promise.all(requested)).map(({ statusCode }) => statusCode)).toEqual([200, 503])
})
