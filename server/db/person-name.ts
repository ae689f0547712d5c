import { type SQL, sql } from 'drizzle-orm'

/** What a row of users is called: by name, or by what they sign in with. */
export const personName = (table: string): SQL =>
  sql.raw(`coalesce(nullif(trim(concat_ws(' ', ${table}.first_name, ${table}.last_name)), ''), ${table}.login)`)
