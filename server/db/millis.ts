import { type SQL, sql } from 'drizzle-orm'

/** A moment as code has it. */
export const millis = (at: SQL) => sql`round(extract(epoch from ${at}) * 1000)::float8`
