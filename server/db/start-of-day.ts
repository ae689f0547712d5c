import { type SQL, sql } from 'drizzle-orm'

/**
 * The first moment of a day in a zone. Of a midnight that comes twice, as on the Azores in autumn, PostgreSQL takes the second by itself;
 * where the clocks skip it, it takes the moment at which they go on.
 */
export function startOfDay(day: SQL, zone: SQL | string): SQL {
  const midnight = sql`((${day})::timestamp at time zone ${zone})`
  return sql`(case when (${midnight} - interval '1 hour') at time zone ${zone} >= (${day})::timestamp then ${midnight} - interval '1 hour' else ${midnight} end)`
}
