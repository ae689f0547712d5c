import { hash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { type Database, type Db, rowsOf } from '../../server/db/client.ts'
import { openEmbedded } from '../../server/db/connect.ts'
import { install } from '../../server/db/migrate.ts'

/**
 * Embedded databases that tests have closed, for the next ones of the process. Opening one takes a second of processor time, emptying one
 * a twentieth of that.
 */
const idle: { database: Database; begun: State }[] = []

/** The contents of a new database: it is reused only if emptying it restores them. */
type State = { schema: string; rows: string; filled: readonly string[] }

/** Written at each start of a server, with a new id. */
const INSTALLATION = 'installation'

/** Opens an in-memory embedded database, migrated and without companies. `close` returns it to the pool. */
export async function openPooled(migrated: () => Promise<Blob>): Promise<Database> {
  const found = idle.pop()
  if (found) {
    await install(found.database.owner)
    return lend(found.database, found.begun)
  }
  const opened = await openEmbedded(null, await migrated())
  if ('wrong' in opened) throw new Error(opened.wrong)
  return lend(opened.database, await stateOf(opened.database.owner))
}

/** The database until it is closed; later statements, as from a job that is still running, fail and do not reach the next test. */
function lend(database: Database, begun: State): Database {
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new Error('the database is closed')
  }
  async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    requireOpen()
    return work()
  }
  const ends: (() => Promise<void>)[] = []
  return {
    ...database,
    withTenant: (...given) => whileOpen(() => database.withTenant(...given)),
    asSystem: (work) => whileOpen(() => database.asSystem(work)),
    querySystem: (question) => whileOpen(() => database.querySystem(question)),
    asOwner: (work) => whileOpen(() => database.asOwner(work)),
    owner: new Proxy(database.owner, {
      get: (target, key) => {
        requireOpen()
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    listen: (...given) =>
      whileOpen(async () => {
        const end = await database.listen(...given)
        ends.push(end)
        return end
      }),
    close: async () => {
      if (isClosed) return
      isClosed = true
      for (const end of ends) await end().catch(() => {})
      await empty(database, begun).catch(() => database.close())
    },
  }
}

async function empty(database: Database, begun: State): Promise<void> {
  const { owner } = database
  const engine = (owner as unknown as { $client: PGlite }).$client
  await engine.exec('discard all')
  if ((await schemaOf(owner)) !== begun.schema) throw new Error('a test has changed the schema')
  const filled = await tablesWithRows(owner)
  const emptied = filled.filter((table) => !begun.filled.includes(table))
  await engine.exec(
    ['begin', 'set local session_replication_role = replica', ...emptied.map((table) => `delete from ${table}`), 'commit'].join(';'),
  )
  for (const table of emptied) await engine.exec(`vacuum ${table}`)
  await engine.exec(await restartSequences(owner))
  if ((await rowsIn(owner)) !== begun.rows) throw new Error('a test has changed rows that a migration inserts')
  idle.push({ database, begun })
}

async function stateOf(owner: Db): Promise<State> {
  const filled = (await tablesWithRows(owner)).filter((table) => table !== INSTALLATION)
  return { schema: await schemaOf(owner), rows: await rowsIn(owner), filled }
}

/** A fingerprint of everything in a schema that tests may change: tables, columns, policies, functions, triggers, indexes and roles. */
async function schemaOf(owner: Db): Promise<string> {
  const rows = await rowsOf<{ part: string }>(
    owner,
    sql`select part from (
      select concat_ws(' ', 'relation', relname, relkind, relrowsecurity, relforcerowsecurity, relnatts, relchecks, relacl) as part
        from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'S'
      union all select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname !~ '^pg_'
      union all select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'policy', polname, polrelid, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
      union all select concat_ws(' ', 'trigger', tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'column', relname, attname, atttypid, attnotnull, atthasdef)
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0
      union all select concat_ws(' ', 'constraint', conname, contype) from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'role', rolname, rolsuper, rolbypassrls) from pg_roles
    ) as everything order by part`,
  )
  return hash('sha256', JSON.stringify(rows))
}

/** A fingerprint of the rows in a new database. */
async function rowsIn(owner: Db): Promise<string> {
  const tables = await tablesWithRows(owner)
  const held = await Promise.all(
    tables
      .filter((table) => table !== INSTALLATION)
      .map((table) => rowsOf(owner, sql.raw(`select '${table}' as name, t::text from ${table} t order by 2`))),
  )
  return hash('sha256', JSON.stringify(held))
}

async function tablesWithRows(owner: Db): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    owner,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const question = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  return (await rowsOf<{ name: string }>(owner, sql.raw(question))).map(({ name }) => name)
}

async function restartSequences(owner: Db): Promise<string> {
  const rows = await rowsOf<{ name: string }>(
    owner,
    sql`select sequencename as name from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return rows.map(({ name }) => `alter sequence ${name} restart`).join(';')
}
