import { type SQL, sql } from 'drizzle-orm'

/** The display name of a row of users: the name, or else the login. */
export const personName = (table: string): SQL =>
  sql.raw(`coalesce(nullif(trim(concat_ws(' ', ${table}.first_name, ${table}.last_name)), ''), ${table}.login)`)
