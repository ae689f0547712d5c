import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { SECOND } from '#domain/time.ts'
import {
  countDatabaseTime,
  type Database,
  type Db,
  neverNested,
  rowsOf,
  SYSTEM_ROLE,
  sqlStateOf,
  TENANT_ROLE,
  type Transact,
  transactionsOn,
  withDeferred,
} from './client.ts'
import { copyFolder } from './copy-folder.ts'
import { FlushedFiles } from './flushed-files.ts'
import { listenAt, listenIn } from './listen.ts'
import { install, migrate } from './migrate.ts'
import { openPool, type PostgresPool, queryOn, transactOn } from './postgres-pool.ts'
import { preparedDatabase } from './prepared.ts'
import { addressesOf } from './primary.ts'
import { openReplica } from './replica.ts'

export type Opened = { database: Database } | { wrong: string }

export const EMBEDDED_FOLDER = 'database'
/** An embedded database that was moved to PostgreSQL. */
export const MOVED_FOLDER = 'database.moved'

/** Exists beside a database while it is being created. If a start was killed, it marks the incomplete and unused database. */
const UNFINISHED = 'database.unfinished'

/** Whether a folder contains an embedded database. */
export const holdsDatabase = (folder: string): boolean =>
  existsSync(join(folder, EMBEDDED_FOLDER, 'PG_VERSION')) && !existsSync(join(folder, UNFINISHED))

/** Deletes what a killed start has left, and returns a function to call when the database is complete. */
async function beginDatabase(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, UNFINISHED)
  if (existsSync(mark)) await rm(join(folder, EMBEDDED_FOLDER), { recursive: true, force: true })
  else await writeFile(mark, '')
  return () => rm(mark)
}

/** Opens the embedded PostgreSQL in a folder, or in memory for null; `begin` is a dump for a new database. */
export async function openEmbedded(folder: string | null, begin?: Blob): Promise<Opened> {
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
  if (folder && existsSync(join(folder, MOVED_FOLDER)) && !holdsDatabase(folder)) {
    const [moved, own] = [join(folder, MOVED_FOLDER), join(folder, EMBEDDED_FOLDER)]
    return {
      wrong: `The database of ${folder} was moved to PostgreSQL: set DATABASE_URL. To return to its state of then, rename ${moved} to ${own}.`,
    }
  }
  const isNew = folder !== null && !holdsDatabase(folder)
  const from = begin ?? (isNew ? await preparedDatabase() : undefined)
  const finish = isNew ? await beginDatabase(folder) : async () => {}
  // After a power cut it may be empty, which PostgreSQL refuses. The lock of the data directory protects the files.
  if (folder) await rm(join(folder, EMBEDDED_FOLDER, 'postmaster.pid'), { force: true })
  const files = folder === null ? null : new FlushedFiles(join(folder, EMBEDDED_FOLDER))
  const engine = await openEngine({ ...(files ? { fs: files, startParams: FLUSHING } : {}), ...(from ? { loadDataDir: from } : {}) })
  if (!engine)
    return {
      wrong: `The embedded database in ${folder} cannot be opened because its files are damaged; move ${join(folder ?? '', EMBEDDED_FOLDER)} away and restore a backup with npm run restore -- --from file.`,
    }
  if (isNew) await files?.flushAll()
  await finish()
  const owner = drizzleEmbedded(engine, { casing: 'snake_case' }) as unknown as Db
  const copyTo = folder ? { copyTo: (to: string) => copyFolder(join(folder, EMBEDDED_FOLDER), to) } : {}
  const database: Database = {
    kind: 'embedded',
    atOnce: 2,
    owner,
    ...transactionsIn(engine, files ? () => flushed(engine, files) : undefined),
    listen: listenIn(engine),
    ...copyTo,
    close: () => engine.close(),
  }
  return ready(database, !from)
}

/**
 * Null if the files of an existing database are unreadable. A database in memory has no files, so its failure is a defect and is thrown.
 */
async function openEngine(options: PGliteOptions): Promise<PGlite | null> {
  try {
    return await PGlite.create(options)
  } catch (error) {
    if (options.fs === undefined || options.loadDataDir) throw error
    return null
  }
}

/** Emscripten implements `fsync` only; PostgreSQL's default for the log, `fdatasync`, does nothing there. */
const FLUSHING = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** Bytes of the log that a recovery reads at most. */
const MAX_WAL_BYTES = 64 * 1024 * 1024

/** Waits until all commits are on disk. Starts a checkpoint after some log, because PostgreSQL in a single process starts none. */
async function flushed(engine: PGlite, files: FlushedFiles): Promise<void> {
  if (files.logSize > MAX_WAL_BYTES) {
    files.checkpointed()
    // Without space for it the commits are still in the log, and the next attempt follows.
    await engine.exec('checkpoint').catch(() => {})
  }
  await files.flushed()
}

/** `settled`: resolves when the changes of finished transactions are permanent. Reading awaits it too, because what was read must not disappear. */
export function transactionsIn(engine: Pick<PGlite, 'transaction'>, settled = async () => {}) {
  const transact: Transact = async (opening, work, first = []) => {
    const given = await neverNested(() =>
      engine.transaction((tx) =>
        countDatabaseTime(async () => {
          await tx.exec(opening)
          const db = drizzleEmbedded(tx as unknown as PGlite, { casing: 'snake_case' }) as unknown as Db
          const rows: unknown[][] = []
          for (const statement of first) rows.push(await rowsOf(db, statement))
          return withDeferred(db, () => work(db, rows))
        }),
      ),
    )
    await settled()
    return given
  }
  return transactionsOn(transact, (opening, question) => transact(opening, (db) => rowsOf(db, question)))
}

/** The application name of a server's connections to PostgreSQL. */
export const SERVER_NAME = 'roundsman'

/** Connections reserved for the health check and the start of another process. */
const SPARE = 4

/** Connections past a pooler, for what needs a session: migrations, backups and the detection of running servers. */
const DIRECT = 4
/** Connections to the replica. Reports take long, and more of them at once would only wait for its processors. */
const REPLICA = 8
const REPLICA_LAG = 30 * SECOND

/**
 * The addresses of one PostgreSQL. `databaseDirectUrl`: without the pooler in transaction mode at `databaseUrl`. `databaseReplicaUrl`: a
 * standby that answers reports while it is behind by at most `replicaLagMs`.
 */
export type PostgresPlace = {
  databaseUrl: string
  databaseDirectUrl?: string | null
  databaseReplicaUrl?: string | null
  replicaLagMs?: number
}

export async function openPostgres(place: string | PostgresPlace, connections = 20, name = SERVER_NAME): Promise<Opened> {
  const given: PostgresPlace = typeof place === 'string' ? { databaseUrl: place } : place
  const { databaseUrl, databaseDirectUrl = null } = given
  if (databaseDirectUrl === null) {
    const opened = await openReachable('DATABASE_URL', databaseUrl, (addresses) => openPool(addresses, connections, name))
    return 'wrong' in opened ? opened : ready(databaseOn(opened.pool, opened.pool, given, { connections, name }), true)
  }
  const direct = await openReachable('DATABASE_DIRECT_URL', databaseDirectUrl, (addresses) => openPool(addresses, DIRECT, name))
  if ('wrong' in direct) return direct
  // Its connections stay open in the pooler after this process has ended, so they do not have the name of a running server.
  const openShared = (addresses: string[]) => openPool(addresses, connections, `${name}-pooled`, { isShared: true })
  const shared = await openReachable('DATABASE_URL', databaseUrl, openShared)
  if ('wrong' in shared) {
    await direct.pool.close()
    return shared
  }
  return ready(databaseOn(shared.pool, direct.pool, given, { connections, name }), true)
}

type PoolOptions = { connections: number; name: string }

function databaseOn(pool: PostgresPool, direct: PostgresPool, place: PostgresPlace, { connections, name }: PoolOptions): Database {
  const { databaseReplicaUrl: at = null, replicaLagMs: mostLagMs = REPLICA_LAG } = place
  const replica = at === null ? null : openReplica(at, pool, { connections: REPLICA, name, mostLagMs })
  return {
    kind: 'postgresql',
    atOnce: Math.max(1, connections - SPARE),
    owner: drizzlePostgres(direct.connections, { casing: 'snake_case' }) as unknown as Db,
    ...transactionsOn(transactOn(pool), queryOn(pool), replica?.read),
    ...(replica ? { replica } : {}),
    listen: listenAt(direct.primary, name),
    close: async () => {
      await replica?.close()
      await pool.close()
      if (direct !== pool) await direct.close()
    },
  }
}

async function openReachable(
  setting: string,
  url: string,
  open: (addresses: string[]) => PostgresPool,
): Promise<{ pool: PostgresPool } | { wrong: string }> {
  const addresses = addressesOf(url)
  if ('wrong' in addresses) return { wrong: `${setting} ${addresses.wrong}.` }
  const pool = open(addresses)
  try {
    await pool.primary.find()
    const { rows } = await pool.connections.query<ServerFacts>(SERVER_FACTS)
    const reason = whyUnsupported(rows[0] as ServerFacts)
    if (reason === null) return { pool }
    await pool.close()
    return { wrong: `The database at ${setting} ${reason}.` }
  } catch (error) {
    await pool.close()
    return { wrong: `PostgreSQL at ${setting} cannot be reached: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

type ServerFacts = { encoding: string; version: number }
const SERVER_FACTS = `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version`

/** Why a database cannot be used, as the predicate of a sentence; null if it can be. `version`: as in 150004. */
export function whyUnsupported({ encoding, version }: ServerFacts): string | null {
  if (version < 150_000) return `is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or newer is needed`
  if (encoding !== 'UTF8')
    return `has the encoding ${encoding}, which lacks characters of other languages; create one with createdb --encoding=UTF8 --template=template0`
  return null
}

async function ready(database: Database, needsMigration: boolean): Promise<Opened> {
  if (!needsMigration) {
    await install(database.owner)
    return { database }
  }
  const migrated = await migrateOrExplain(database.owner)
  if ('wrong' in migrated) {
    await database.close()
    return migrated
  }
  if (migrated.newer) {
    await database.close()
    return { wrong: 'The database was written by a newer version of Roundsman; start that version, or restore a backup made by this one.' }
  }
  return { database }
}

/** Reports the missing privilege if the database user cannot set up the schema. */
async function migrateOrExplain(owner: Db): Promise<{ newer: boolean } | { wrong: string }> {
  try {
    return await migrate(owner)
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error
    return {
      wrong: `The user of DATABASE_URL must own its database and be allowed to create the roles ${TENANT_ROLE} and ${SYSTEM_ROLE} (ALTER ROLE … CREATEROLE), unless they exist already.`,
    }
  }
}
