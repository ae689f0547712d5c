import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/database.ts'

/**
 * Inserts thousands of rows in one statement, each column as one array: 65,000 movements a second into the embedded database, where
 * a parameter for each value would soon be more than the protocol counts. Not for columns that are arrays or JSON themselves.
 */
export async function insertMany<Table extends PgTable>(db: Db, table: Table, rows: readonly Table['$inferInsert'][]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([key]) => key in first)
  const names = columns.map(([key]) => sql.identifier(columnName(key)))
  const arrays = columns.map(([key, column]): SQL => {
    const fields = rows.map((row) => field(column, (row as Record<string, unknown>)[key]))
    return sql`${`{${fields.join(',')}}`}::${sql.raw(column.getSQLType())}[]`
  })
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)}) select * from unnest(${sql.join(arrays, sql`, `)})`)
}

/** As `casing: 'snake_case'` of the connection names it. */
const columnName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A value as it stands in an array literal of PostgreSQL, where nothing but a text needs quotes. */
function field(column: PgColumn, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = String(column.mapToDriverValue(value))
  return column.columnType === 'PgText' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}
