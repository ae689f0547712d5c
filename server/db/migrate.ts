import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { MINUTE, SECOND } from '#domain/time.ts'
import { inProgram } from '../folders.ts'
import { type Db, rowsOf, sqlStateOf } from './client.ts'
import { enableRowLevelSecurity } from './row-level-security.ts'

const FOLDER = inProgram('server/db/migrations')

/** An advisory lock that every process takes before it reads the schema version, so that concurrent starts do not both migrate. */
const MIGRATION_LOCK = 7_460_115

/**
 * Migrates the schema: each migration runs in one transaction together with its mark, so that it is applied completely or not at all after
 * a kill. A database that is newer than this program stops the start.
 */
export async function migrate(db: Db): Promise<{ newer: boolean }> {
  const known = knownMigrations()
  await alone(db, prepareMarks)
  for (const migration of known) await alone(db, (tx) => applyOnce(tx, migration))
  await alone(db, finish)
  const all = await marksIn(db)
  return { newer: all.some((hash) => !known.some((migration) => migration.hash === hash)) }
}

/**
 * Inside one transaction, which may have dropped everything first: migrates the schema to the version in which some rows were written,
 * inserts them, and then migrates to the current version.
 */
export async function migrateAround(tx: Db, hashes: readonly string[], putRowsIn: () => Promise<void>): Promise<void> {
  const known = knownMigrations()
  await prepareMarks(tx)
  for (const migration of known) if (hashes.includes(migration.hash)) await applyOnce(tx, migration)
  await enableRowLevelSecurity(tx)
  await putRowsIn()
  for (const migration of known) await applyOnce(tx, migration)
  await finish(tx)
}

export const isKnownMigration = (hash: string): boolean => knownMigrations().some((migration) => migration.hash === hash)

export const marksIn = async (db: Db): Promise<string[]> =>
  (await rowsOf<{ hash: string }>(db, sql`select hash from migrations`)).map(({ hash }) => hash)

type Migration = { hash: string; name: string; statements: readonly string[] }

const knownMigrations = (): Migration[] => {
  const names = journal()
  return readMigrationFiles({ migrationsFolder: FOLDER }).map((migration, index) => ({
    hash: migration.hash,
    name: names[index] ?? String(index),
    statements: migration.sql,
  }))
}

/** A statement that waits for a table delays every request for it that comes later, so it gives up soon and is repeated. */
const LOCK_TIMEOUT = sql.raw(`set local lock_timeout = '2s'`)
const AGAIN_AFTER = SECOND
const TOO_LONG = 15 * MINUTE
const LOCKED = '55P03'

async function alone(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  for (const late = performance.now() + TOO_LONG; ; await wait(AGAIN_AFTER)) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        await tx.execute(LOCK_TIMEOUT)
        await work(tx)
      })
    } catch (error) {
      if (sqlStateOf(error) !== LOCKED || performance.now() > late) throw error
    }
  }
}

const prepareMarks = (tx: Db) =>
  tx.execute(
    sql`create table if not exists migrations (hash text primary key, name text not null, done_at timestamptz not null default now())`,
  )

async function applyOnce(tx: Db, { hash, name, statements }: Migration): Promise<void> {
  const done = await rowsOf(tx, sql`select hash from migrations where hash = ${hash}`)
  if (done.length > 0) return
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`insert into migrations (hash, name) values (${hash}, ${name})`)
}

async function finish(tx: Db): Promise<void> {
  await enableRowLevelSecurity(tx)
  await install(tx)
}

/** Gives a database its own epoch, also if it began as a copy of an empty one. */
export const install = (db: Db) => db.execute(sql`insert into installation default values on conflict do nothing`)

const journal = (): string[] => {
  const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }
  return entries.map(({ tag }) => tag)
}
