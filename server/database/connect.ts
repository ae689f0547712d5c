import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { Pool } from 'pg'
import { COMPANY_ROLE, type Database, type Db, HOUSE_ROLE, sqlStateOf, transactionsOn } from './database.ts'
import { migrate } from './migrate.ts'

export type Opened = { database: Database } | { wrong: string }

/** The embedded PostgreSQL in a folder, or in memory where none is given; `from` is a dump to begin with. */
export async function openEmbedded(folder: string | null, from?: Blob): Promise<Opened> {
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
  const engine = await PGlite.create({
    ...(folder ? { dataDir: join(folder, 'database') } : {}),
    ...(from ? { loadDataDir: from } : {}),
    // One writer in one process: there is nobody to compete with, and nothing gained by a vacuum daemon's defaults.
    relaxedDurability: false,
  })
  return ready(drizzleEmbedded(engine, { casing: 'snake_case' }) as unknown as Db, 'embedded', () => engine.close(), !from)
}

export async function openPostgres(url: string, connections = 20): Promise<Opened> {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // A connection that dies while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {})
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    return { wrong: `PostgreSQL at DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}.` }
  }
  return ready(drizzlePostgres(pool, { casing: 'snake_case' }) as unknown as Db, 'postgresql', () => pool.end(), true)
}

async function ready(owner: Db, kind: Database['kind'], close: () => Promise<void>, needsMigration: boolean): Promise<Opened> {
  const migrated = needsMigration ? await migrateOrSay(owner) : { newer: false }
  if ('wrong' in migrated) {
    await close()
    return migrated
  }
  if (migrated.newer) {
    await close()
    return { wrong: 'The database was written by a newer version of Roundsman; start that version, or restore a backup made by this one.' }
  }
  return { database: { kind, owner, ...transactionsOn(owner), close } }
}

/** A database user without the rights to set the schema up is told which one is missing. */
async function migrateOrSay(owner: Db): Promise<{ newer: boolean } | { wrong: string }> {
  try {
    return await migrate(owner)
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error
    return {
      wrong: `The user of DATABASE_URL must own its database and be allowed to create the roles ${COMPANY_ROLE} and ${HOUSE_ROLE} (ALTER ROLE … CREATEROLE), or find them there already.`,
    }
  }
}
