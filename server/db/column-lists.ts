import { type SQL, sql } from 'drizzle-orm'

/** The column of a property under `casing: 'snake_case'` of the connection. */
export const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column of a table by its alias: `m.blik_enabled`. */
export const columnOf = (alias: string, key: string): SQL => sql`${sql.identifier(alias)}.${sql.identifier(columnName(key))}`

/** A select list with the names of the properties: `m.name as "name", m.blik_enabled as "blikEnabled"`. */
export const selectList = (alias: string, keys: readonly string[]): SQL =>
  list(keys.map((key) => sql`${columnOf(alias, key)} as ${sql.identifier(key)}`))

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)
