import { type SQL, sql } from 'drizzle-orm'

/**
 * The first moment of a day in a time zone. For a midnight that occurs twice, as on the Azores in autumn, plain PostgreSQL takes the second
 * one; if midnight is skipped, it takes the moment of the change.
 */
export function startOfDay(day: SQL, zone: SQL | string): SQL {
  const midnight = sql`((${day})::timestamp at time zone ${zone})`
  return sql`(case when (${midnight} - interval '1 hour') at time zone ${zone} >= (${day})::timestamp then ${midnight} - interval '1 hour' else ${midnight} end)`
}
