import { type SQL, sql } from 'drizzle-orm'

type Column =
  | readonly ['bigint' | 'float8', readonly (number | null)[]]
  | readonly ['text' | 'uuid' | 'timestamptz', readonly (string | null)[]]

/**
 * Rows for a statement as arrays by column: `from ${unnested({ id: ['bigint', ids], name: ['text', names] })} r`. A column that is compared with
 * an indexed one has the type of that one: with row-level security, a comparison that casts it cannot use the index.
 */
export function unnested(columns: Readonly<Record<string, Column>>): SQL {
  const entries = Object.entries(columns)
  const arrays = entries.map(([, [type, values]]) => sql`${arrayOf(values)}::${sql.raw(type)}[]`)
  const names = entries.map(([name]) => sql.identifier(name))
  return sql`(select * from unnest(${sql.join(arrays, sql`, `)}) as u(${sql.join(names, sql`, `)}))`
}

/** A PostgreSQL array literal. */
const arrayOf = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`

/** @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const quoted = (text: string) => (/^[\w:-]+$/.test(text) && !/^null$/i.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`)
