import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Db, rowsOf } from './database.ts'
import { raiseWalls } from './walls.ts'

const FOLDER = new URL('./migrations', import.meta.url).pathname

/** A lock that every process takes before it looks at the schema, so that two that start at once do not both change it. */
const MIGRATION_LOCK = 7_460_115

/**
 * Brings the schema up to date: each migration in a transaction of its own together with its mark, so that a kill at any
 * statement leaves it wholly done or wholly undone. A database that is newer than this program stops the start.
 */
export async function migrate(db: Db): Promise<{ newer: boolean }> {
  await db.execute(
    sql`create table if not exists migrations (hash text primary key, name text not null, done_at timestamptz not null default now())`,
  )
  const known = readMigrationFiles({ migrationsFolder: FOLDER })
  const names = journal()
  for (const [index, migration] of known.entries()) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      const done = await rowsOf<{ hash: string }>(tx, sql`select hash from migrations where hash = ${migration.hash}`)
      if (done.length > 0) return
      for (const statement of migration.sql) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migrations (hash, name) values (${migration.hash}, ${names[index] ?? String(index)})`)
    })
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await raiseWalls(tx)
    await tx.execute(sql`insert into installation default values on conflict do nothing`)
  })
  const all = await rowsOf<{ hash: string }>(db, sql`select hash from migrations`)
  return { newer: all.some(({ hash }) => !known.some((migration) => migration.hash === hash)) }
}

const journal = (): string[] => {
  const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }
  return entries.map(({ tag }) => tag)
}
