import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Db, rowsOf } from '../../server/db/client.ts'

/** The server's database as JSON: its applied migrations, and every row. */
export type SavedDatabase = { migrations: { hash: string; name: string }[]; tables: Record<string, unknown[]> }

const MIGRATIONS = new URL('../../server/db/migrations', import.meta.url).pathname

export async function saveDatabase(owner: Db): Promise<SavedDatabase> {
  const migrations = await rowsOf<{ hash: string; name: string }>(owner, sql`select hash, name from migrations order by name`)
  const tables: Record<string, unknown[]> = {}
  for (const name of await tableNames(owner)) {
    if (name === 'migrations') continue
    const rows = await rowsOf<{ row: unknown }>(owner, sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by t`)
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  return { migrations, tables }
}

/** Restores it in an empty database as that version of the server left it. Fails if a migration has changed since. */
export async function restoreDatabase(owner: Db, { migrations, tables }: SavedDatabase): Promise<void> {
  const known = new Map(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map((migration) => [migration.hash, migration]))
  await owner.execute(sql`create table migrations (hash text primary key, name text not null, done_at timestamptz not null default now())`)
  for (const { hash, name } of migrations) {
    const migration = known.get(hash)
    if (!migration) throw new Error(`the migration ${name} has changed since a version with it was saved`)
    for (const statement of migration.sql) await owner.execute(sql.raw(statement))
    await owner.execute(sql`insert into migrations (hash, name) values (${hash}, ${name})`)
  }
  await owner.transaction(async (tx) => {
    // Constraints hold once all rows are inserted.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [name, rows] of Object.entries(tables)) {
      const table = sql.identifier(name)
      await tx.execute(
        sql`insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`,
      )
    }
    const counted = await rowsOf<{ name: string; column: string }>(
      tx,
      sql`select table_name as name, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
    )
    for (const { name, column } of counted)
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${name}, ${column}), (select coalesce(max(${sql.identifier(column)}), 0) + 1 from ${sql.identifier(name)}), false)`,
      )
  })
}

const tableNames = async (owner: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      owner,
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
  ).map(({ name }) => name)
