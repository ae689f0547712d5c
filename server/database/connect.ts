import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { Pool, type PoolClient } from 'pg'
import { copyFolder } from './copy-folder.ts'
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
  const owner = drizzleEmbedded(engine, { casing: 'snake_case' }) as unknown as Db
  const copyTo = folder ? { copyTo: (to: string) => copyFolder(join(folder, 'database'), to) } : {}
  return ready({ kind: 'embedded', owner, ...transactionsOn(owner), ...copyTo, close: () => engine.close() }, !from)
}

/** How a running server is known among the connections of a PostgreSQL. */
export const SERVER_NAME = 'roundsman'

export async function openPostgres(url: string, connections = 20, name = SERVER_NAME): Promise<Opened> {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: name,
    // One stays, so that a restore can see that somebody works here.
    min: 1,
  })
  // A connection that dies is replaced by the next query; without a listener, idle or at work, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    return { wrong: `PostgreSQL at DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}.` }
  }
  const owner = drizzlePostgres(pool, { casing: 'snake_case' }) as unknown as Db
  return ready({ kind: 'postgresql', owner, ...transactionsOn(givingBack(pool)), close: () => pool.end() }, true)
}

/** Transactions that give their connection back however they end; the pool's own never does when `begin` finds it dead. */
function givingBack(pool: Pool): Pick<Db, 'transaction'> {
  const known = new WeakMap<PoolClient, Db>()
  const on = (client: PoolClient): Db => {
    const db = known.get(client) ?? (drizzlePostgres(client, { casing: 'snake_case' }) as unknown as Db)
    known.set(client, db)
    return db
  }
  return {
    transaction: async (work, config) => {
      const client = await pool.connect()
      try {
        return await on(client).transaction(work, config)
      } finally {
        client.release()
      }
    },
  }
}

async function ready(database: Database, needsMigration: boolean): Promise<Opened> {
  const migrated = needsMigration ? await migrateOrSay(database.owner) : { newer: false }
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
