import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../client.ts'

/**
 * A table that a PostgreSQL server stores in one partition per month. `by`: the column with the time. `key`: the primary key, which has to
 * contain it. `idsOnce`: the column that is unique per company regardless of the time.
 */
export type PartitionedTable = { name: string; by: string; key: readonly string[]; idsOnce?: string }

/** From the smallest risk to the largest. */
export const PARTITIONED: readonly PartitionedTable[] = [
  { name: 'state_reports', by: 'at', key: ['company_id', 'machine_id', 'at', 'id'] },
  { name: 'activities', by: 'at', key: ['company_id', 'id', 'at'] },
  { name: 'movements', by: 'effective_at', key: ['company_id', 'stock_point_id', 'effective_at', 'operation_id', 'line'] },
  { name: 'transactions', by: 'at', key: ['company_id', 'id', 'at'], idsOnce: 'id' },
]

/** Requests have no access to it, so that partitions are read through their table and its row-level security only. */
export const SCHEMA = 'partitions'

export const historyOf = (table: string): string => `${table}_history`
export const defaultOf = (table: string): string => `${table}_default`

export async function isPartitioned(db: Db, table: string): Promise<boolean> {
  const [found] = await rowsOf<{ kind: string }>(db, sql`select relkind as kind from pg_class where oid = ${`public.${table}`}::regclass`)
  return found?.kind === 'p'
}
