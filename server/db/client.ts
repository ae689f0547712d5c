import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { CompanyId } from '#domain/ids.ts'
import type { Copied } from './copy-folder.ts'
import type { Listen } from './listen.ts'

/** The database, or a transaction on it: a store function takes either and never has to know. */
export type Db = PgDatabase<PgQueryResultHKT>

/** What the server keeps open: transactions of one company, and those of the house itself. */
export type Database = {
  kind: 'embedded' | 'postgresql'
  /** How many requests it serves at once; it has a few connections more, for what must never wait. */
  atOnce: number
  /** Runs as the given company: rows of any other do not exist inside. Never nest. */
  withTenant<T>(company: CompanyId, work: Begun<T>, options?: TransactionOptions): Promise<T>
  /** Runs for the house: sign-in, jobs and start, before or beside any company. Never nest. */
  asSystem<T>(work: Work<T>): Promise<T>
  /** One question of the house, that changes nothing: its transaction travels with it. */
  querySystem<Row>(question: SQL): Promise<Row[]>
  listen: Listen
  /** Runs with the rights of whoever owns the schema: the demo alone, which takes indexes off. Never nest. */
  asOwner<T>(work: Work<T>): Promise<T>
  /** The same outside a transaction: migrations and tests alone. */
  owner: Db
  /** Only on the embedded database in a folder: copies its files into another, as they are at one moment, while everybody works on. */
  copyTo?: (folder: string) => Promise<Copied>
  close(): Promise<void>
}

export type TransactionOptions = {
  /** Everything is read from one moment. */
  snapshot?: boolean
  /** Each statement is planned once a connection and not for its values: right for those that find their few rows by keys. */
  planOnce?: boolean
  /** Statements that travel along with the beginning: the work is given the rows of each. See `inside`. */
  first?: readonly SQL[]
}

/** What is done in a transaction; it may leave its last statements to whoever commits, so that they travel together. */
export type Work<T> = (db: Db) => Promise<T | Deferred<T>>

/** The same, given the rows of each of the statements that travelled with the beginning. */
export type Begun<T> = (db: Db, rows: unknown[][]) => ReturnType<Work<T>>

export class Deferred<T> {
  readonly result: T
  readonly statements: readonly SQL[]
  constructor(result: T, statements: readonly SQL[]) {
    this.result = result
    this.statements = statements
  }
}

/** Does the work, and then what it left as its last statements. */
export async function withDeferred<T>(db: Db, work: Work<T>): Promise<T> {
  const given = await work(db)
  if (!(given instanceof Deferred)) return given
  for (const statement of given.statements) await db.execute(statement)
  return given.result
}

/**
 * True only in a transaction of the company. A statement that travels along with the beginning says it of all that it writes: where
 * the beginning failed, it would otherwise stand alone, and outside of every wall.
 */
export const inside = (company: CompanyId): SQL => sql`current_setting('app.company', true) = ${String(company)}::text`

/** The roles that requests run under: neither owns a table, so row-level security holds for both. */
export const TENANT_ROLE = 'roundsman_company'
export const SYSTEM_ROLE = 'roundsman_house'

const inTransaction = new AsyncLocalStorage<true>()

/**
 * The embedded database has one connection: a transaction begun inside another would wait for itself for ever. To know it costs every
 * promise of the process a little, so PostgreSQL, where it would take a second connection, is not asked.
 */
export function neverNested<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) throw new Error('a transaction was begun inside another: hand the inner code the `db` of the outer one')
  return inTransaction.run(true, work)
}

/** How long a request has kept the embedded database, which serves one transaction at a time. */
const keeping = new AsyncLocalStorage<{ ms: number }>()

/** Does the work, and tells how long its transactions kept the embedded database; those of PostgreSQL keep nobody out, and count as nothing. */
export async function measureDatabaseTime<T>(work: () => Promise<T>, tell: (ms: number) => void): Promise<T> {
  const kept = { ms: 0 }
  try {
    return await keeping.run(kept, work)
  } finally {
    tell(kept.ms)
  }
}

/** Counts a transaction of the embedded database, from when it has it to itself. */
export async function countDatabaseTime<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  try {
    return await work()
  } finally {
    const kept = keeping.getStore()
    if (kept) kept.ms += performance.now() - since
  }
}

/** Opens a transaction, sends `opening` and `first` in the same trip, does the work and commits; whatever fails, nothing of it stays. */
export type Transact = <T>(opening: string, work: Begun<T>, first?: readonly SQL[]) => Promise<T>

/** The same for one statement that only reads. */
export type Ask = <Row>(opening: string, question: SQL) => Promise<Row[]>

const PLAN_ONCE = `, set_config('plan_cache_mode', 'force_generic_plan', true)`
const SNAPSHOT = 'set transaction isolation level repeatable read, read only; '

/** Every transaction of a request begins here: its rights and its company hold until it ends, and no longer. */
export function transactionsOn(transact: Transact, ask: Ask): Pick<Database, 'withTenant' | 'asSystem' | 'querySystem' | 'asOwner'> {
  return {
    withTenant: (company, work, options = {}) => transact(withTenant(company, options), work, options.first),
    asSystem: (work) => transact(AS_SYSTEM, work),
    querySystem: (question) => ask(AS_SYSTEM, question),
    asOwner: (work) => transact('', work),
  }
}

const withTenant = (company: CompanyId, { snapshot = false, planOnce = false }: TransactionOptions) =>
  `${snapshot ? SNAPSHOT : ''}select set_config('role', '${TENANT_ROLE}', true), set_config('app.company', '${Math.trunc(company)}', true), set_config('lock_timeout', '8s', true)${planOnce ? PLAN_ONCE : ''}`

const AS_SYSTEM = `select set_config('role', '${SYSTEM_ROLE}', true)`

/** There was no connection to begin on: nothing was done. */
export class DatabaseAway extends Error {}

/** Rows of a statement written by hand. The caller names their shape, as the statement does. */
export async function rowsOf<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/** The database's own code for what went wrong (SQLSTATE), wherever the driver put it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/** Locks, deadlocks, a database that is full, shut down or just starting. */
const PASSING_STATE = /^(40001|40P01|55P03|57P0[123]|08...|53...|25006)$/

/** What the way to the database says when nobody answers there, and what the driver says when a connection is gone, which has no code. */
const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|Connection terminated|Client has encountered|timeout exceeded/

/** Whether a failure is the database's being away or overcome: it passes, and the same may be asked again. */
export function passesByItself(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  const state = sqlStateOf(error)
  if (state !== undefined) return PASSING_STATE.test(state)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNREACHABLE.test(cause.message) || ('code' in cause && UNREACHABLE.test(String(cause.code)))) return true
  }
  return false
}
