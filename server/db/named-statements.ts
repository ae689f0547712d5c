import type { PoolClient, QueryConfig } from 'pg'

/**
 * Maximum number of prepared statements per connection. The server has fewer; the limit protects the database's memory from an unbounded
 * set.
 */
const MOST = 500

const names = new Map<string, string>()

/** The same connection with prepared statements, so that PostgreSQL parses and plans each statement once. */
export function namedStatements(client: PoolClient): PoolClient {
  const query = (statement: string | QueryConfig, values?: unknown[]) => {
    if (typeof statement === 'string') return client.query(statement, values)
    const given = values ?? statement.values
    const name = given?.length ? nameOf(statement.text) : undefined
    return client.query(name === undefined ? statement : { ...statement, name }, values)
  }
  return Object.assign(Object.create(client), { query })
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST) return known
  const name = `r${names.size}`
  names.set(text, name)
  return name
}
