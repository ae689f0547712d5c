import { type SQL, sql } from 'drizzle-orm'
import { SILENCE } from '#domain/machines/connectivity.ts'
import { type Moment, toIso } from '#domain/time.ts'

/** `isHeard` in SQL. A machine or device that was never heard is not connected. */
export const isHeardSql = (heardAt: SQL, now: Moment): SQL => sql`coalesce(${heardAt} >= ${toIso(now - SILENCE)}::timestamptz, false)`
