import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../../server/db/client.ts'

/** All objects of a schema. */
export const schemaOf = (db: Db) =>
  rowsOf(
    db,
    sql`select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default) as what
        from information_schema.columns where table_schema = 'public'
      union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select 'policy', tablename || '.' || policyname, concat_ws(' ', roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
      order by 1, 2`,
  )
