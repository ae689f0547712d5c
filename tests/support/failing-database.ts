import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from '../../server/db/client.ts'
import { transactionsIn } from '../../server/db/connect.ts'
import { listenIn } from '../../server/db/listen.ts'
import { install } from '../../server/db/migrate.ts'
import { migrated } from './test-context.ts'

/** What every table holds, by its name. */
export type State = Record<string, unknown[]>

export type FailingDatabase = {
  database: Database
  /** Does something while the given step fails, or that and all after it, counted from 1: a statement, a commit, or the word that it was committed. */
  failingAt<T>(step: number, work: () => Promise<T>, howLong?: 'once' | 'from then on'): Promise<T>
  /** How many steps something takes in which nothing fails. */
  stepsOf(work: () => Promise<unknown>): Promise<number>
  state(): Promise<State>
  /** Keeps what every table holds, and gives a way back to it. */
  remember(): Promise<() => Promise<void>>
  /** The next number of every table is the one after its last. */
  restartIdentities(): Promise<void>
}

/** As a server says that is being shut down: it passes. */
const FAILURE = `do $$ begin raise exception 'it fails here' using errcode = '57P01'; end $$`

/** An embedded database that fails on demand, in the database itself, so that its transaction is lost as in earnest; `isEmpty`: without tables. */
export async function aFailingDatabase({ isEmpty = false } = {}): Promise<FailingDatabase> {
  const engine = await PGlite.create(isEmpty ? {} : { loadDataDir: await migrated() })
  let step = 0
  let failing = 0
  let last = 0
  let restart: (() => Promise<void>) | undefined

  const failsNow = () => ++step >= failing && step <= last
  const inTransaction = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (...asked) => {
      if (failsNow()) await tx.exec(FAILURE)
      return tx.query(...asked)
    },
    exec: async (...asked) => {
      if (failsNow()) await tx.exec(FAILURE)
      return tx.exec(...asked)
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
  const query: PGlite['query'] = (...asked) => engine.query(...asked)
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

async function stateOf(engine: PGlite): Promise<State> {
  const tables = await tablesIn(engine)
  const { rows } = await engine.query<{ name: string; held: unknown[] }>(
    tables
      .map((name) => `select '${name}' as name, jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) as held from ${name} t`)
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, held }) => [name, held ?? []]))
}

async function remember(engine: PGlite): Promise<() => Promise<void>> {
  const tables = await tablesIn(engine)
  await engine.exec(
    [
      'drop schema if exists remembered cascade',
      'create schema remembered',
      ...tables.map((name) => `create table remembered.${name} as table ${name}`),
    ].join(';'),
  )
  const back = [
    'set session_replication_role = replica',
    // They hold a handful of rows: to empty them one by one is much quicker than to give each of them new files.
    ...tables.map((name) => `delete from ${name}`),
    ...tables.map((name) => `insert into ${name} overriding system value select * from remembered.${name}`),
    'reset session_replication_role',
  ].join(';')
  const restart = await identityRestarter(engine)
  return async () => {
    await engine.exec(back)
    await restart()
  }
}

/** A number that was given out in vain is gone for good; without this, each failure would shift all that come after it. */
async function identityRestarter(engine: PGlite): Promise<() => Promise<void>> {
  const { rows } = await engine.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  const restart = rows
    .map(
      ({ table, column }) =>
        `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
    )
    .join(';')
  return async () => {
    await engine.exec(restart)
  }
}
