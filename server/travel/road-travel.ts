import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { CompanyId } from '#domain/ids.ts'
import type { Position } from '#domain/machines/distance.ts'
import { DAY, MINUTE, type Moment, SECOND } from '#domain/time.ts'
import type { Database } from '../db/client.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { fetchWays } from './fetch-ways.ts'
import { osrm } from './osrm.ts'
import type { Router, Way } from './router.ts'
import { valhalla } from './valhalla.ts'
import { keyOf, type Point, pointOf, type StoredWay, storedWays, storeWays } from './ways.store.ts'

/** From each place in the row to each in the column. */
export type TravelTable = { minutes: number[][]; metres: number[][] }

/**
 * `road`: all ways are by road; `estimated`: none is; `partly`: some pairs have no way by road, or the router did not answer in time.
 * `isAway`: the router did not answer, so that the table will improve when it is back.
 */
type RoadAnswer = { source: 'road' | 'partly' | 'estimated'; isAway: boolean }

export type RoadTravel = {
  /**
   * Travel times between places of a company. `estimate` computes the table that is used without a router, and fills what the router does
   * not know. Places without a position are always estimated. It opens its own transactions.
   */
  table<T extends TravelTable>(company: CompanyId, places: readonly (Position | null)[], estimate: T): Promise<T & RoadAnswer>
}

/** Stored ways are renewed after this time, and used longer if the router does not answer. */
const FRESH = 90 * DAY
/** Planning does not wait longer for a router. The rest is estimated, and stored ways make the next plan faster. */
const BUDGET_MS = 20 * SECOND

type Needs = {
  database: Database
  now: () => Moment
  routerUrl: string | null
  log?: Pick<FastifyBaseLogger, 'warn'>
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number
}

const routerAt = (url: string): Router => (url.endsWith('/sources_to_targets') ? valhalla(url) : osrm(url))

export function createRoadTravel({ database, now, routerUrl, log, elapsed = () => performance.now() }: Needs): RoadTravel {
  if (routerUrl === null) return { table: async (_company, _places, estimate) => ({ ...estimate, source: 'estimated', isAway: false }) }
  const router = routerAt(routerUrl)
  const name = createHash('sha256').update(routerUrl).digest('base64url').slice(0, 16)
  const breaker = createCircuitBreaker({ maxFailures: 3, pauseMs: MINUTE, now })

  /** The ways between these points, from the store and the router. */
  async function waysBetween(company: CompanyId, points: readonly Point[]): Promise<{ ways: Map<string, Way>; isAway: boolean }> {
    const stored = await database.withTenant(company, (db) => storedWays(db, company, name, points))
    const ways = new Map(stored.map(({ from, to, way }) => [pairOf(from, to), way]))
    const fresh = new Set(stored.filter(({ fetchedAt }) => Math.abs(now() - fetchedAt) < FRESH).map(({ from, to }) => pairOf(from, to)))
    const lacks = (from: Point, to: Point) => from !== to && !fresh.has(pairOf(from, to))
    if (!points.some((from) => points.some((to) => lacks(from, to)))) return { ways, isAway: false }
    const until = elapsed() + BUDGET_MS
    const fetched: StoredWay[] = []
    const failure = await fetchWays(router, points, lacks, {
      mayAsk: () => !breaker.isOpen() && elapsed() < until,
      succeeded: () => breaker.succeeded(),
      failed: () => breaker.failed(),
      found: (from, to, way) => {
        ways.set(pairOf(from, to), way)
        fetched.push({ from, to, way, fetchedAt: now() })
      },
    })
    await database.withTenant(company, (db) => storeWays(db, company, name, fetched))
    if (failure) log?.warn({ reason: failure }, 'the router did not answer; travel times are estimated')
    return { ways, isAway: failure !== null }
  }

  return {
    table: async (company, places, estimate) => {
      const points = places.map((place) => place && pointOf(place))
      const different = [...new Map(points.flatMap((point) => (point ? [[keyOf(point), point] as const] : []))).values()]
      const { ways, isAway } = await waysBetween(company, different)
      const count = { road: 0, estimated: 0 }
      const wayOf = (from: number, to: number): Way => {
        const [a, b] = [points[from], points[to]]
        const way = a && b ? (keyOf(a) === keyOf(b) ? { seconds: 0, metres: 0 } : (ways.get(pairOf(a, b)) ?? null)) : null
        if (from !== to) count[way ? 'road' : 'estimated']++
        return way
      }
      const found = places.map((_, from) => places.map((_place, to) => wayOf(from, to)))
      const filled = (known: number[][], value: (way: NonNullable<Way>) => number) =>
        known.map((row, from) => row.map((guess, to) => (found[from]?.[to] ? value(found[from][to]) : guess)))
      return {
        ...estimate,
        minutes: filled(estimate.minutes, ({ seconds }) => seconds / 60),
        metres: filled(estimate.metres, ({ metres }) => metres),
        source: count.road === 0 && count.estimated > 0 ? 'estimated' : count.estimated > 0 ? 'partly' : 'road',
        isAway,
      }
    },
  }
}

const pairOf = (from: Point, to: Point) => `${keyOf(from)};${keyOf(to)}`
