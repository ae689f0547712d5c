import { type SQL, sql } from 'drizzle-orm'

/** A timestamp in milliseconds since 1970. */
export const millis = (at: SQL) => sql`round(extract(epoch from ${at}) * 1000)::float8`
