import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Position } from '#domain/machines/distance.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import type { Way } from './router.ts'

/** A position in degrees × 100,000, which is about a metre. */
export type Point = { lat: number; lng: number }

const SCALE = 100_000
export const pointOf = ({ lat, lng }: Position): Point => ({ lat: Math.round(lat * SCALE), lng: Math.round(lng * SCALE) })
export const positionOf = ({ lat, lng }: Point): Position => ({ lat: lat / SCALE, lng: lng / SCALE })
export const keyOf = ({ lat, lng }: Point) => `${lat},${lng}`

export type StoredWay = { from: Point; to: Point; way: Way; fetchedAt: Moment }

/** What a router answered before for these places, at any age. */
export async function storedWays(db: Db, company: CompanyId, router: string, points: readonly Point[]): Promise<StoredWay[]> {
  const list = JSON.stringify(points)
  const rows = await rowsOf<{ a: number; b: number; c: number; d: number; seconds: number | null; metres: number | null; fetched: number }>(
    db,
    sql`with places as (select p.lat, p.lng from jsonb_to_recordset(${list}::jsonb) as p(lat int, lng int))
      select t.from_lat as a, t.from_lng as b, t.to_lat as c, t.to_lng as d, t.seconds, t.metres, ${millis(sql`t.fetched_at`)} as fetched
      from places f join travel_times t on t.from_lat = f.lat and t.from_lng = f.lng
      join places p on p.lat = t.to_lat and p.lng = t.to_lng
      where t.company_id = ${company} and t.router = ${router}`,
  )
  return rows.map(({ a, b, c, d, seconds, metres, fetched }) => ({
    from: { lat: a, lng: b },
    to: { lat: c, lng: d },
    way: seconds === null || metres === null ? null : { seconds, metres },
    fetchedAt: fetched,
  }))
}

/** Stores answers of a router; newer ones replace older ones. */
export async function storeWays(db: Db, company: CompanyId, router: string, ways: readonly StoredWay[]): Promise<void> {
  if (ways.length === 0) return
  const rows = ways.map(({ from, to, way, fetchedAt }) => ({
    ...{ a: from.lat, b: from.lng, c: to.lat, d: to.lng, fetched: toIso(fetchedAt) },
    ...{ seconds: way && Math.round(way.seconds), metres: way && Math.round(way.metres) },
  }))
  await db.execute(sql`
    insert into travel_times (company_id, from_lat, from_lng, to_lat, to_lng, router, seconds, metres, fetched_at)
    select ${company}::int, r.a, r.b, r.c, r.d, ${router}, r.seconds, r.metres, r.fetched
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(a int, b int, c int, d int, seconds int, metres int, fetched timestamptz)
    order by 2, 3, 4, 5
    on conflict (company_id, from_lat, from_lng, to_lat, to_lng) do update
      set router = excluded.router, seconds = excluded.seconds, metres = excluded.metres, fetched_at = excluded.fetched_at`)
}

/** Ways that were not renewed for this long belong to machines that have moved. */
const WAY_RETENTION = 400 * DAY

export const purgeWays = (db: Db, now: Moment) =>
  db.execute(sql`delete from travel_times t where t.fetched_at < ${toIso(now - WAY_RETENTION)}::timestamptz`)
