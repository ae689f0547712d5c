import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from '../../server/db/client.ts'
import { transactionsIn } from '../../server/db/connect.ts'
import { listenIn } from '../../server/db/listen.ts'
import { install } from '../../server/db/migrate.ts'
import { migrated } from './test-context.ts'

/** The rows of every table, by its name. */
export type State = Record<string, unknown[]>

export type FailingDatabase = {
  database: Database
  /**
   * Runs `work` while the given step fails, or that and all later ones, counted from 1: a statement, a commit, or the acknowledgement of a
   * commit.
   */
  failingAt<T>(step: number, work: () => Promise<T>, howLong?: 'once' | 'from then on'): Promise<T>
  /** How many steps `work` takes without a failure. */
  stepsOf(work: () => Promise<unknown>): Promise<number>
  state(): Promise<State>
  /** Saves the rows of every table and returns a function that restores them. */
  remember(): Promise<() => Promise<void>>
  /** Resets each sequence to follow the last row of its table. */
  restartIdentities(): Promise<void>
}

/** The error of a server that is shutting down, which is transient. */
const FAILURE = `do $$ begin raise exception 'it fails here' using errcode = '57P01'; end $$`

/** An embedded database that fails on demand inside the database, so that its transaction is really lost; `isEmpty`: without tables. */
export async function aFailingDatabase({ isEmpty = false } = {}): Promise<FailingDatabase> {
  const engine = await PGlite.create(isEmpty ? {} : { loadDataDir: await migrated() })
  let step = 0
  let failing = 0
  let last = 0
  let restart: (() => Promise<void>) | undefined

  const failsNow = () => ++step >= failing && step <= last
  const inTransaction = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (...parameters) => {
      if (failsNow()) await tx.exec(FAILURE)
      return tx.query(...parameters)
    },
    exec: async (...parameters) => {
      if (failsNow()) await tx.exec(FAILURE)
      return tx.exec(...parameters)
    },
  })
  const transaction: PGlite['transaction'] = async (work) => {
    const done = await engine.transaction(async (tx) => {
      const result = await work(inTransaction(tx))
      if (failsNow()) await tx.exec(FAILURE)
      return result
    })
    if (failsNow()) await engine.exec(FAILURE)
    return done
  }
  const query: PGlite['query'] = (...parameters) => engine.query(...parameters)
  const given = new Map<string | symbol, unknown>(Object.entries({ transaction, query }))
  const watched = new Proxy(engine, { get: (target, key) => given.get(key) ?? Reflect.get(target, key, target) })
  const owner = drizzle(watched, { casing: 'snake_case' }) as unknown as Db
  if (!isEmpty) await install(owner)

  return {
    database: {
      kind: 'embedded',
      atOnce: 4,
      owner,
      ...transactionsIn({ transaction }),
      listen: listenIn(engine),
      close: () => engine.close(),
    },
    failingAt: async (at, work, howLong = 'once') => {
      step = 0
      failing = at
      last = howLong === 'once' ? at : Number.POSITIVE_INFINITY
      return work().finally(() => {
        last = 0
      })
    },
    stepsOf: async (work) => {
      step = 0
      await work()
      return step
    },
    state: () => stateOf(engine),
    remember: () => remember(engine),
    restartIdentities: async () => {
      restart ??= await identityRestarter(engine)
      await restart()
    },
  }
}

async function tablesIn(engine: PGlite): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Those that have had rows: planning and running a statement for each of the others would take most of the time of a step. */
async function usedTablesIn(engine: PGlite): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function stateOf(engine: PGlite): Promise<State> {
  const tables = await tablesIn(engine)
  const used = await usedTablesIn(engine)
  const { rows } = await engine.query<{ name: string; held: unknown[] }>(
    used
      .map((name) => `select '${name}' as name, jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) as held from ${name} t`)
      .join(' union all '),
  )
  const found = new Map(rows.map(({ name, held }) => [name, held]))
  return Object.fromEntries(tables.map((name) => [name, found.get(name) ?? []]))
}

async function remember(engine: PGlite): Promise<() => Promise<void>> {
  const tables = await usedTablesIn(engine)
  await engine.exec(
    [
      'drop schema if exists remembered cascade',
      'create schema remembered',
      ...tables.map((name) => `create table remembered.${name} as table ${name}`),
    ].join(';'),
  )
  const restart = await identityRestarter(engine)
  return async () => {
    const back = [
      'set session_replication_role = replica',
      // They contain a few rows, so DELETE is much faster than TRUNCATE, which creates new files.
      ...(await usedTablesIn(engine)).map((name) => `delete from ${name}`),
      ...tables.map((name) => `insert into ${name} overriding system value select * from remembered.${name}`),
      'reset session_replication_role',
    ]
    await engine.exec(back.join(';'))
    await restart()
  }
}

/** A rolled-back transaction does not return its sequence numbers; without this, each failure would shift all later ones. */
async function identityRestarter(engine: PGlite): Promise<() => Promise<void>> {
  const { rows } = await engine.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  return async () => {
    // A table without rows so far has not used its sequence.
    const used = new Set(await usedTablesIn(engine))
    const restart = rows
      .filter(({ table }) => used.has(table))
      .map(
        ({ table, column }) =>
          `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
      )
    await engine.exec(restart.join(';'))
  }
}
