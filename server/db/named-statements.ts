import type { PoolClient, QueryConfig } from 'pg'

/** As many statements as are kept ready on each connection; the server has fewer, and a runaway must not fill the database's memory. */
const MOST = 500

const names = new Map<string, string>()

/** The same connection, on which PostgreSQL reads and plans each statement once: from then on it knows it by its name. */
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
