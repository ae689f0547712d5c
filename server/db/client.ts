import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { CompanyId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Copied } from './copy-folder.ts'
import type { Listen } from './listen.ts'

/** Ids as the text of a PostgreSQL array. */
export const arrayOf = (ids: readonly number[]): string => `{${ids.join(',')}}`

/** The database or a transaction on it. Store functions accept either. */
export type Db = PgDatabase<PgQueryResultHKT>

/** The open database, with transactions of one company and of the system. */
export type Database = {
  kind: 'embedded' | 'postgresql'
  /** Number of concurrent requests. A few more connections exist for what must never wait. */
  atOnce: number
  /** Runs a transaction in which only rows of the given company are visible. Must not be nested. */
  withTenant<T>(company: CompanyId, work: OpenedWork<T>, options?: TransactionOptions): Promise<T>
  /**
   * The same for work that only reads, on the replica if there is one that is recent enough. `onDataAge` receives the moment of the data if
   * they were not current at the request. The work may run twice, because a replica can end in the middle.
   */
  readTenant<T>(company: CompanyId, work: OpenedWork<T>, options?: TransactionOptions & { onDataAge?: OnDataAge }): Promise<T>
  replica?: { state(): ReplicaState }
  /** Runs as the system, for sign-in, jobs and startup, without a company. Must not be nested. */
  asSystem<T>(work: Work<T>): Promise<T>
  /** Runs one read-only query as the system, in the same round trip as its transaction. */
  querySystem<Row>(question: SQL): Promise<Row[]>
  listen: Listen
  /** Runs as the owner of the schema, only for the demo, which drops indexes. Must not be nested. */
  asOwner<T>(work: Work<T>): Promise<T>
  /** The same outside of a transaction, for migrations and tests only. */
  owner: Db
  /** Only for an embedded database in a folder: copies its files to another folder, in their state at one moment, while it stays in use. */
  copyTo?: (folder: string) => Promise<Copied>
  close(): Promise<void>
}

export type OnDataAge = (at: Moment) => void

type TransactionOptions = {
  /** Reads everything from one snapshot. */
  snapshot?: boolean
  /** Plans each statement once per connection with a generic plan, which suits statements that find few rows by key. */
  planOnce?: boolean
  /** Statements in the same round trip as the start. `work` receives the rows of each. See `inside`. */
  first?: readonly SQL[]
}

/** The work of a transaction. It may leave its last statements to the caller, so that they share the round trip of the commit. */
type Work<T> = (db: Db) => Promise<T | Deferred<T>>

/** The same, with the rows of the statements that were sent with the start. */
type OpenedWork<T> = (db: Db, rows: unknown[][]) => ReturnType<Work<T>>

export class Deferred<T> {
  readonly result: T
  readonly statements: readonly SQL[]
  constructor(result: T, statements: readonly SQL[]) {
    this.result = result
    this.statements = statements
  }
}

/** Runs the work and then its deferred statements. */
export async function withDeferred<T>(db: Db, work: Work<T>): Promise<T> {
  const given = await work(db)
  if (!(given instanceof Deferred)) return given
  for (const statement of given.statements) await db.execute(statement)
  return given.result
}

/**
 * True only in a transaction of the company. Statements that are sent with the start of a transaction put this condition on every write,
 * because if the start failed they would run on their own, without row-level security.
 */
export const inside = (company: CompanyId): SQL => sql`current_setting('app.company', true) = ${String(company)}::text`

/** The roles of requests. They own no table, so row-level security applies to both. */
export const TENANT_ROLE = 'roundsman_company'
export const SYSTEM_ROLE = 'roundsman_house'

const inTransaction = new AsyncLocalStorage<true>()

/**
 * The embedded database has one connection, so a nested transaction would wait for itself forever. The check slows every promise slightly
 * and is omitted for PostgreSQL, where a nested transaction takes a second connection.
 */
export function neverNested<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) throw new Error('nested transaction: pass the `db` of the outer transaction to the inner code')
  return inTransaction.run(true, work)
}

/** How long a request has blocked the embedded database, which runs one transaction at a time. */
const keeping = new AsyncLocalStorage<{ ms: number }>()

/**
 * Runs the work and reports how long its transactions blocked the embedded database. Transactions on PostgreSQL block no others and count
 * as zero.
 */
export async function measureDatabaseTime<T>(work: () => Promise<T>, report: (ms: number) => void): Promise<T> {
  const kept = { ms: 0 }
  try {
    return await keeping.run(kept, work)
  } finally {
    report(kept.ms)
  }
}

/** Measures a transaction of the embedded database from the moment it has exclusive access. */
export async function countDatabaseTime<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  try {
    return await work()
  } finally {
    const kept = keeping.getStore()
    if (kept) kept.ms += performance.now() - since
  }
}

/** Begins a transaction, sends `opening` and `first` in the same round trip, runs the work and commits; any failure rolls it back. */
export type Transact = <T>(opening: string, work: OpenedWork<T>, first?: readonly SQL[]) => Promise<T>

/** The same for work that only reads, and that another server may answer. */
export type Reading = <T>(opening: string, work: OpenedWork<T>, first?: readonly SQL[], onDataAge?: OnDataAge) => Promise<T>

/** How many reads the replica has answered since the start, and how many the primary server instead. */
export type ReplicaState = { isUnavailable: boolean; lagSeconds: number; answered: number; passedOn: number }

/** The same for one read-only statement. */
export type Query = <Row>(opening: string, question: SQL) => Promise<Row[]>

const PLAN_ONCE = `, set_config('plan_cache_mode', 'force_generic_plan', true)`
const SNAPSHOT = 'set transaction isolation level repeatable read, read only; '

/** All transactions of requests start here. Role and company are set until the transaction ends. */
export function transactionsOn(
  transact: Transact,
  ask: Query,
  read: Reading = transact,
): Pick<Database, 'withTenant' | 'readTenant' | 'asSystem' | 'querySystem' | 'asOwner'> {
  return {
    withTenant: (company, work, options = {}) => transact(withTenant(company, options), work, options.first),
    readTenant: (company, work, options = {}) => read(withTenant(company, options), work, options.first, options.onDataAge),
    asSystem: (work) => transact(AS_SYSTEM, work),
    querySystem: (question) => ask(AS_SYSTEM, question),
    asOwner: (work) => transact('', work),
  }
}

const withTenant = (company: CompanyId, { snapshot = false, planOnce = false }: TransactionOptions) =>
  `${snapshot ? SNAPSHOT : ''}select set_config('role', '${TENANT_ROLE}', true), set_config('app.company', '${Math.trunc(company)}', true), set_config('lock_timeout', '8s', true)${planOnce ? PLAN_ONCE : ''}`

const AS_SYSTEM = `select set_config('role', '${SYSTEM_ROLE}', true)`

/** Runs part of a transaction of the system or the owner with the rights and the rows of one company. */
export async function asTenant(db: Db, company: CompanyId, work: () => Promise<unknown>): Promise<void> {
  const [before] = await rowsOf<{ role: string }>(db, sql`select current_setting('role') as role`)
  await db.execute(sql`select set_config('role', ${TENANT_ROLE}, true), set_config('app.company', ${String(company)}, true)`)
  await work()
  await db.execute(sql`select set_config('role', ${before?.role ?? SYSTEM_ROLE}, true), set_config('app.company', '', true)`)
}

/** No connection was available, so nothing was executed. */
export class DatabaseUnavailable extends Error {}

/** Rows of a raw SQL statement. The caller declares their type. */
export async function rowsOf<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/** The SQLSTATE of an error, wherever the driver stores it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/** Locks, deadlocks, a database that is full, shutting down or starting. */
const TEMPORARY_STATE = /^(40001|40P01|55P03|57P0[123]|08...|53...|25006)$/

/** Network errors of an unreachable database, and the driver's messages for a lost connection, which have no code. */
const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|Connection terminated|Client has encountered|timeout exceeded/

/** The database ended the connection, or is starting. */
const UNAVAILABLE_STATE = /^57P0[123]$/

/** Whether an error means that there was no database, as while it restarts. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return error instanceof DatabaseUnavailable || (state === undefined ? isUnreachable(error) : UNAVAILABLE_STATE.test(state))
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNREACHABLE.test(cause.message) || ('code' in cause && UNREACHABLE.test(String(cause.code)))) return true
  }
  return false
}

/** Whether an error is temporary because the database is unavailable or overloaded, so that a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const state = sqlStateOf(error)
  return state === undefined ? isUnreachable(error) : TEMPORARY_STATE.test(state)
}
