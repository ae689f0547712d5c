import { sql } from 'drizzle-orm'
import { withBareTables } from '../db/bare-tables.ts'
import { type Database, type Db, rowsOf, SYSTEM_ROLE } from '../db/client.ts'
import { SERVER_NAME } from '../db/connect.ts'
import { isKnownMigration, migrateAround } from '../db/migrate.ts'
import { countStoredPhotos } from '../photo-store/photo-objects.ts'
import { type BackupRead, EXCLUDED, readBackup } from './backup-file.ts'
import { tablesInOrder } from './tables-in-order.ts'

/**
 * Devices know ids that were issued between a backup and its restore, and those must never be reused. The sequence of every table therefore
 * skips this many numbers.
 */
const GAP = 1_000_000

export type Restored = { madeAt: string; rows: number; photosElsewhere: number } | { wrong: string }

/**
 * Replaces the contents of a database with a backup in one transaction. The database gets a new epoch, and devices resend what the backup
 * may not contain.
 */
export async function restoreBackup(database: Database, path: string, { confirmed }: { confirmed: boolean }): Promise<Restored> {
  const backup = await readBackup(path)
  if ('wrong' in backup) return backup
  if (!backup.header.migrations.every(isKnownMigration))
    return { wrong: `${path} was made by a newer version of Roundsman (${backup.header.version}); restore it with that version.` }
  if (!confirmed && (await holdsCompanies(database.owner)))
    return { wrong: 'The database contains a company, and its data would be replaced. Confirm with --confirm.' }
  if (await isWorkedOn(database)) return { wrong: 'A server is running on this database; stop it first.' }
  return database.owner.transaction(async (db) => {
    // Partitions, and the ids that were sold: both follow from the rows.
    await db.execute(sql`drop schema if exists partitions cascade`)
    for (const table of (await tablesInOrder(db)).toReversed()) await db.execute(sql`drop table ${sql.identifier(table)} cascade`)
    let rows = 0
    await migrateAround(db, backup.header.migrations, async () => {
      rows = await putIn(db, backup)
    })
    await moveIdentitiesOn(db)
    await db.execute(sql`update installation set epoch = gen_random_uuid()`)
    await db.execute(sql`analyze`)
    return { madeAt: backup.header.madeAt, rows, photosElsewhere: await countStoredPhotos(db) }
  })
}

async function holdsCompanies(db: Db): Promise<boolean> {
  return (await rowsOf(db, sql`select id from companies limit 1`)).length > 0
}

/** The embedded database has the lock of its directory for this. */
async function isWorkedOn({ kind, owner }: Database): Promise<boolean> {
  if (kind === 'embedded') return false
  const others = await rowsOf(
    owner,
    sql`select pid from pg_stat_activity where datname = current_database() and application_name = ${SERVER_NAME}`,
  )
  return others.length > 0
}

async function putIn(db: Db, { chunks }: BackupRead): Promise<number> {
  const tables = await tablesInOrder(db)
  let count = 0
  await withBareTables(db, tables, async () => {
    count = await insertRows(db, chunks, tables)
  })
  return count
}

async function insertRows(db: Db, chunks: BackupRead['chunks'], tables: readonly string[]): Promise<number> {
  await db.execute(sql`select set_config('role', ${SYSTEM_ROLE}, true)`)
  let count = 0
  for await (const { table, rows } of chunks) {
    if (!tables.includes(table) || EXCLUDED.includes(table)) throw new Error(`the backup contains rows of an unknown table ${table}`)
    const name = sql.identifier(table)
    const [written] = await rowsOf<{ rows: number }>(
      db,
      sql`with written as (insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, ${rows}::jsonb) returning 1)
        select count(*)::int as rows from written`,
    )
    count += written?.rows ?? 0
  }
  await db.execute(sql`reset role`)
  return count
}

async function moveIdentitiesOn(db: Db): Promise<void> {
  const identities = await rowsOf<{ table: string; column: string }>(
    db,
    sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of identities) {
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.identifier(column)}), 0) + ${GAP}) from ${sql.identifier(table)}`,
    )
  }
}
