import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { columnName } from '../db/column-lists.ts'
import { copyIn, engineBelow } from '../db/copy-in.ts'

/**
 * Inserts thousands of rows in one statement, where a parameter per value would exceed the protocol's limit. The embedded database copies
 * the rows. PostgreSQL does not allow COPY into tables with row-level security and gets each column as an array. A value that is the same
 * in all rows is sent once. Columns of arrays or JSON are not supported.
 */
export async function insertMany<Table extends PgTable>(db: Db, table: Table, rows: readonly Table['$inferInsert'][]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([key]) => key in first)
  const engine = engineBelow(db)
  if (engine) {
    const copied = columns.map(([key, column]) => ({ name: columnName(key), key, column }))
    return copyIn(engine, table, copied, rows)
  }
  const valueIn = (row: object, key: string) => (row as Record<string, unknown>)[key] ?? null
  // The first column is always a list, because it determines the number of rows.
  const isList = columns.map(([key], place) => place === 0 || rows.some((row) => valueIn(row, key) !== valueIn(first, key)))
  const [lists, constants] = [columns.filter((_, place) => isList[place]), columns.filter((_, place) => !isList[place])]
  const names = [...constants, ...lists].map(([key]) => sql.identifier(columnName(key)))
  const constantValues = constants.map(
    ([key, column]) => sql`${inWords(column, valueIn(first, key))}::text::${sql.raw(column.getSQLType())}`,
  )
  const arrays = lists.map(([key, column]): SQL => {
    const fields = rows.map((row) => field(column, valueIn(row, key)))
    return sql`${`{${fields.join(',')}}`}::${sql.raw(column.getSQLType())}[]`
  })
  const values = sql.join([...constantValues, sql`listed.*`], sql`, `)
  await db.execute(
    sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${values} from unnest(${sql.join(arrays, sql`, `)}) listed`,
  )
}

const inWords = (column: PgColumn, value: unknown): string | null => (value === null ? null : String(column.mapToDriverValue(value)))

/** A value in a PostgreSQL array literal, in which only texts need quotes. */
function field(column: PgColumn, value: unknown): string {
  const text = inWords(column, value) ?? 'null'
  return value !== null && column.columnType === 'PgText' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}
