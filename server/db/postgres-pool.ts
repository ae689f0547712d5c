import type { Socket } from 'node:net'
import type { SQL } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Pool, type PoolClient, type QueryConfig, types } from 'pg'
import { SECOND } from '#domain/time.ts'
import { DatabaseUnavailable, type Db, Deferred, type Query, sqlStateOf, type Transact } from './client.ts'
import { createPrimary, type Primary } from './primary.ts'

/** Numbers, as on the embedded database. The driver's default is text, which `+` would append. */
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Maximum number of prepared statements per connection. The server has fewer; the limit protects the database's memory from an unbounded
 * set.
 */
const MAX_STATEMENTS = 500

const names = new Map<string, string>()

/** The same connection with prepared statements, so that PostgreSQL parses and plans each statement once. */
function namedStatements(client: PoolClient): PoolClient {
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
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  const name = `r${names.size}`
  names.set(text, name)
  return name
}

export type PostgresPool = {
  connections: Pool
  primary: Primary
  /** Whether each transaction may be on another connection to PostgreSQL, as with a pooler in transaction mode: nothing outlasts one. */
  isShared: boolean
  /** Ends all connections at once, because one to a server that has left may wait for a response for minutes. */
  cut(): void
  close(): Promise<void>
}

/**
 * What statements depend on, whatever an administrator has set for the server, the database or the user. All queries are short, and JIT
 * compilation takes a hundred times as long as running them. Days are computed in the company's time zone; a statement without one must
 * not depend on that of the database server. Timestamps and bytes are parsed in these formats.
 */
const SETTINGS = {
  jit: 'off',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
} as const

// A statement outside of a transaction is a transaction of its own.
const OF_CONNECTION = Object.entries({ ...SETTINGS, default_transaction_isolation: 'read committed' })
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')
const OF_TRANSACTION = `; select ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`

/** Connections to the server that accepts changes, of several. */
export function openPool(
  addresses: readonly string[],
  max: number,
  name: string,
  { isShared = false, connectMs = 10 * SECOND } = {},
): PostgresPool {
  const clients = new Set<PoolClient>()
  const connections = new Pool({
    connectionString: addresses[0],
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: name,
    // Poolers refuse or ignore options.
    ...(isShared ? {} : { options: OF_CONNECTION }),
    // One connection stays open, so that a restore can detect the running server.
    min: 1,
    // Statements are sent without waiting for the previous result.
    pipeline: true,
  })
  // The next query replaces a lost connection. Without a listener the error would end the process.
  connections.on('error', () => {})
  connections.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  connections.on('remove', (client) => clients.delete(client))
  const primary = createPrimary(addresses)
  const cut = () => {
    for (const client of clients) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
  primary.onChange((address) => {
    connections.options.connectionString = address
    cut()
  })
  const close = async () => {
    primary.close()
    await connections.end()
  }
  return { connections, primary, isShared, cut, close }
}

/** A connection; if the server has left, one to the server that has taken over. */
async function connect({ connections, primary }: PostgresPool): Promise<PoolClient> {
  try {
    return await connections.connect()
  } catch (error) {
    if (primary.isAlone) throw error
    await primary.find()
    return connections.connect()
  }
}

/** `before` runs on the connection before the transaction. */
export const transactOn =
  (pool: PostgresPool, before: (client: PoolClient) => Promise<void> = async () => {}): Transact =>
  (opening, work, first = []) =>
    onConnection(pool, async (client) => {
      await before(client)
      const begin = () => [
        client.query(`begin isolation level read committed; ${opening}${settingsOf(pool)}`),
        ...first.map((statement) => client.query(textOf(statement))),
      ]
      const [, ...begun] = await inOneTrip(client, () => Promise.all(begin()))
      const db = drizzlePostgres(client, { casing: 'snake_case' }) as unknown as Db
      const given = await work(
        db,
        begun.map(({ rows }) => rows),
      )
      if (!(given instanceof Deferred)) {
        await commit(client)
        return given
      }
      await inOneTrip(client, () => Promise.all([...given.statements.map((statement) => client.query(textOf(statement))), commit(client)]))
      return given.result
    })

export const queryOn =
  (pool: PostgresPool): Query =>
  (opening, question) =>
    onConnection(pool, async (client) => {
      // If the opening fails, the query still runs but changes nothing, and its result is discarded.
      const ask = () =>
        Promise.all([
          client.query(`begin isolation level read committed, read only; ${opening}${settingsOf(pool)}`),
          client.query(textOf(question)),
          commit(client),
        ])
      const [, { rows }] = await inOneTrip(client, ask)
      return rows
    })

const settingsOf = ({ isShared }: PostgresPool) => (isShared ? OF_TRANSACTION : '')

const READ_ONLY = '25006'

/** Runs work on a connection and leaves no transaction open on it. */
async function onConnection<T>(pool: PostgresPool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool).catch((cause: unknown) => {
    throw new DatabaseUnavailable('no connection to PostgreSQL', { cause })
  })
  let broken = false
  try {
    return await work(pool.isShared ? client : namedStatements(client))
  } catch (error) {
    // A connection that cannot roll back is not reused.
    await client.query('rollback').catch(() => {
      broken = true
    })
    if (sqlStateOf(error) === READ_ONLY) {
      broken = true
      await pool.primary.find()
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** Sends concurrent statements in one packet, because the system call costs more than the bytes. */
function inOneTrip<T>({ connection }: PoolClient, say: () => Promise<T>): Promise<T> {
  connection.stream.cork()
  try {
    return say()
  } finally {
    connection.stream.uncork()
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })

function textOf(statement: SQL): { text: string; values: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement)
  return { text: sql, values: params }
}

/** PostgreSQL responds to the commit of a failed transaction with a rollback and reports success. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('commit failed: the transaction was rolled back because a statement in it had failed')
}
