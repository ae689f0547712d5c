import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { metresBetween, type Position } from '#domain/machines/distance.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import { type ManualTimeouts, manualTimeouts } from '../../tests/support/manual-timeouts.ts'
import { type OsrmServer, osrmServer } from '../../tests/support/osrm-server.ts'
import { aClock, aCompany, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { rowsOf } from '../db/client.ts'
import { createRoadTravel, type TravelTable } from './road-travel.ts'
import { purgeWays } from './ways.store.ts'

const clock = aClock()
let ctx: TestContext
let company: number
let rival: number
let router: OsrmServer
let timeouts: ManualTimeouts
beforeAll(async () => {
  timeouts = manualTimeouts()
  ctx = await createTestContext({ now: clock.now })
  company = (await aCompany(ctx)).id
  rival = (await aCompany(ctx)).id
  router = await osrmServer(wayBetween)
})
beforeEach(async () => {
  clock.pass(MINUTE)
  router.fail(null)
  router.offRoad.clear()
  router.requests.length = 0
})
afterEach(() => ctx.database.owner.execute(sql`delete from travel_times`))
afterAll(async () => {
  timeouts.restore()
  await router.close()
  await ctx.database.close()
})

/** East is uphill, so that ways differ by direction; there is no way between the two sides of the 60th parallel. */
function wayBetween(from: Position, to: Position) {
  const metres = Math.round(metresBetween(from, to) * 1.4)
  return from.lat > 60 === to.lat > 60 ? { seconds: metres / 10 + (to.lng > from.lng ? 60 : 0), metres } : null
}

/** Places of a grid in Berlin. */
const places = (count: number): Position[] =>
  Array.from({ length: count }, (_, index) => ({ lat: 52.5 + Math.floor(index / 20) * 0.01, lng: 13.3 + (index % 20) * 0.01 }))

/** Recognisable by its values. */
const guessed = (count: number): TravelTable & { assumed: number[] } => ({
  minutes: Array.from({ length: count }, (_, from) => Array.from({ length: count }, (_value, to) => (from === to ? 0 : 777))),
  metres: Array.from({ length: count }, (_, from) => Array.from({ length: count }, (_value, to) => (from === to ? 0 : 7_777))),
  assumed: [],
})
const travelBy = (routerUrl: string | null, more: object = {}) =>
  createRoadTravel({ database: ctx.database, now: clock.now, routerUrl, ...more })
const tableOf = (list: readonly (Position | null)[], travel = travelBy(router.url), of = company) =>
  travel.table(of, list, guessed(list.length))
const requestCount = () => router.requests.length
const coordinates = ({ lat, lng }: Position) => `${lng.toFixed(5)},${lat.toFixed(5)}`

function expectRoads(list: readonly Position[], { minutes, metres }: TravelTable) {
  for (const [from, a] of list.entries())
    for (const [to, b] of list.entries()) {
      const way = a === b ? { seconds: 0, metres: 0 } : wayBetween(a, b)
      expect(minutes[from]?.[to]).toBeCloseTo(Math.round(way?.seconds ?? 777 * 60) / 60, way ? 1 : 5)
      expect(metres[from]?.[to]).toBe(way?.metres ?? 7_777)
    }
}

test('without a router the estimate is returned, and nothing is requested or stored', async () => {
  expect(await tableOf(places(3), travelBy(null))).toEqual({ ...guessed(3), source: 'estimated', isAway: false })
  expect(requestCount()).toBe(0)
})

test('ways come from the router by direction, are stored, and not requested again', async () => {
  const list = places(25)
  const first = await tableOf(list)
  expect(first).toMatchObject({ source: 'road', isAway: false, assumed: [] })
  expectRoads(list, first)
  expect(first.minutes[0]?.[1]).not.toBe(first.minutes[1]?.[0])
  expect(requestCount()).toBe(1)
  const again = await tableOf(list.toReversed(), travelBy(router.url))
  expectRoads(list.toReversed(), again)
  expect(requestCount()).toBe(1)
})

test('no request exceeds 100 places, and only missing ways are requested', async () => {
  const list = places(120)
  expectRoads(list, await tableOf(list))
  expect(router.requests.every(({ sources, destinations }) => sources + destinations <= 100)).toBe(true)
  expect(requestCount()).toBe(9)
  router.requests.length = 0
  const more = [...list, { lat: 52.6, lng: 13.9 }]
  expectRoads(more, await tableOf(more))
  expect(router.requests.reduce((sum, { sources, destinations }) => sum + sources * destinations, 0)).toBeLessThan(3 * 121)
})

test('a router with a lower limit gets smaller blocks', async () => {
  const small = await osrmServer(wayBetween, { maxTableSize: 20 })
  onTestFinished(() => small.close())
  const list = places(60)
  const table = await tableOf(list, travelBy(small.url))
  expectRoads(list, table)
  expect(table.source).toBe('road')
  expect(small.requests.length).toBeLessThan(150)
})

test('pairs without a way are estimated, and stored as such', async () => {
  const list = [...places(3), { lat: 60.5, lng: 13.3 }, { lat: 60.6, lng: 13.3 }]
  const table = await tableOf(list)
  expect(table).toMatchObject({ source: 'partly', isAway: false })
  expectRoads(list, table)
  await tableOf(list, travelBy(router.url))
  expect(requestCount()).toBe(1)
})

test('places on no road are found and estimated, the others are by road', async () => {
  const list = places(40)
  const lost = [list[7], list[8], list[31]] as Position[]
  for (const place of lost) router.offRoad.add(coordinates(place))
  const table = await tableOf(list)
  expect(table).toMatchObject({ source: 'partly', isAway: false })
  for (const [from, a] of list.entries())
    for (const [to, b] of list.entries())
      if (from !== to) expect(table.metres[from]?.[to]).toBe(lost.includes(a) || lost.includes(b) ? 7_777 : wayBetween(a, b)?.metres)
  const before = requestCount()
  await tableOf(list, travelBy(router.url))
  expect(requestCount()).toBe(before)
})

test('places without a position, equal places and places within a metre have ways', async () => {
  const [a, b] = places(2) as [Position, Position]
  const table = await tableOf([a, null, b, { ...a }, { lat: a.lat + 0.000001, lng: a.lng }])
  expect(table.source).toBe('partly')
  expect(table.metres[1]).toEqual([7_777, 0, 7_777, 7_777, 7_777])
  expect([table.metres[0]?.[3], table.metres[0]?.[4], table.metres[0]?.[2]]).toEqual([0, 0, wayBetween(a, b)?.metres])
  expect((await tableOf([])).minutes).toEqual([])
  expect((await tableOf([a])).source).toBe('road')
})

describe('router that fails', () => {
  const answer =
    (body: string, status = 200) =>
    (_: unknown, response: ServerResponse) =>
      Boolean(response.writeHead(status).end(body))
  const code = (name: string) => answer(JSON.stringify({ code: name, message: 'no' }), 400)

  test.each([
    ['refuses the query', code('InvalidQuery')],
    ['refuses the profile', code('InvalidValue')],
    ['allows no places', code('TooBig')],
    ['is overloaded', answer('busy', 503)],
    ['answers with a page', answer('<html>sign in</html>')],
    ['answers something else', answer('{"code":"Ok"}')],
    ['answers with negative times', answer('{"code":"Ok","durations":[[0,-1],[1,0]],"distances":[[0,1],[1,0]]}')],
    ['answers another size', answer('{"code":"Ok","durations":[[0]],"distances":[[0]]}')],
    ['answers without end', answer('x'.repeat(3_000_000))],
    ['redirects', (_: unknown, response: ServerResponse) => Boolean(response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())],
    ['breaks off', (_: unknown, response: ServerResponse) => Boolean(response.socket?.destroy())],
  ])('%s: the estimate is used and logged', async (_name, fault) => {
    router.fail(fault)
    const logged: object[] = []
    const travel = travelBy(router.url, { log: { warn: (line: object) => logged.push(line) } })
    expect(await tableOf(places(2), travel)).toEqual({ ...guessed(2), source: 'estimated', isAway: true })
    expect(logged).toHaveLength(1)
    router.fail(null)
    expect(await tableOf(places(2), travelBy(router.url))).toMatchObject({ source: 'road', isAway: false })
  })

  test('fails after its timeout, and gets no request for a minute after three failures', async () => {
    const travel = travelBy(router.url)
    let requests = 0
    let arrived = () => {}
    router.fail(() => {
      requests++
      arrived()
      return true
    })
    for (let count = 0; count < 3; count++) {
      const request = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const pending = tableOf(places(2), travel)
      await request
      timeouts.expire()
      expect(await pending).toMatchObject({ source: 'estimated', isAway: true })
    }
    expect(await tableOf(places(2), travel)).toMatchObject({ source: 'estimated', isAway: true })
    expect(requests).toBe(3)
    router.fail(null)
    clock.pass(MINUTE)
    expect(await tableOf(places(2), travel)).toMatchObject({ source: 'road', isAway: false })
  })

  test('stored ways are used at any age, and renewed when it answers', async () => {
    const list = places(3)
    await tableOf(list)
    clock.pass(91 * DAY)
    router.fail(answer('busy', 503))
    const old = await tableOf(list)
    expect(old).toMatchObject({ source: 'road', isAway: true })
    expectRoads(list, old)
    router.fail(null)
    router.requests.length = 0
    expect(await tableOf(list, travelBy(router.url))).toMatchObject({ source: 'road', isAway: false })
    await tableOf(list, travelBy(router.url))
    expect(requestCount()).toBe(1)
  })

  test('what was fetched before the time was over is stored', async () => {
    let at = 0
    const list = places(120)
    const elapsed = () => (at += 3_000)
    const first = await tableOf(list, travelBy(router.url, { elapsed }))
    expect(first).toMatchObject({ source: 'partly', isAway: true })
    const before = requestCount()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(9)
    expect(await tableOf(list, travelBy(router.url))).toMatchObject({ source: 'road', isAway: false })
    expect(requestCount()).toBe(9)
  })
})

test('stored ways belong to a company and a router, and are deleted after 400 days', async () => {
  const count = async () => (await rowsOf(ctx.database.owner, sql`select from travel_times`)).length
  await tableOf(places(2))
  await tableOf(places(2), travelBy(router.url), rival)
  expect([requestCount(), await count()]).toEqual([2, 4])
  await tableOf(places(2), travelBy(`${router.url}/`))
  expect(requestCount()).toBe(2)
  clock.pass(399 * DAY)
  await ctx.database.asSystem((db) => purgeWays(db, clock.now()))
  expect(await count()).toBe(4)
  clock.pass(2 * DAY)
  await ctx.database.asSystem((db) => purgeWays(db, clock.now()))
  expect(await count()).toBe(0)
})

test('Valhalla answers as OSRM does', async () => {
  let isAway = false
  const server = createServer(async (request, response) => {
    if (isAway) return response.writeHead(400).end(JSON.stringify({ error_code: 171, error: 'No suitable edges near location' }))
    const body = JSON.parse(await text(request)) as Record<'sources' | 'targets', { lat: number; lon: number }[]>
    const of = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lng: lon })
    const rows = body.sources.map((from, a) =>
      body.targets.map((to, b) => {
        const way = wayBetween(of(from), of(to))
        return { from_index: a, to_index: b, time: way?.seconds ?? null, distance: way ? way.metres / 1_000 : null }
      }),
    )
    response.end(JSON.stringify({ algorithm: 'costmatrix', units: 'kilometers', sources_to_targets: rows }))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sources_to_targets`
  const list = [...places(4), { lat: 60.5, lng: 13.3 }]
  const table = await tableOf(list, travelBy(url))
  expect(table).toMatchObject({ source: 'partly', isAway: false })
  expectRoads(list, table)
  isAway = true
  expect(
    await tableOf(
      [
        { lat: 1, lng: 1 },
        { lat: 2, lng: 2 },
      ],
      travelBy(url),
    ),
  ).toMatchObject({ source: 'estimated', isAway: false })
})
