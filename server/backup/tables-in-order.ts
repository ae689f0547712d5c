import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/client.ts'

/** The tables of the schema, each after those that it references. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const tables = await rowsOf<{ name: string; needs: string[] }>(
    db,
    sql`select c.relname as name, array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as needs
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const ordered: string[] = []
  while (ordered.length < tables.length) {
    const next = tables.find(({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)))
    if (!next) throw new Error('the foreign keys of some tables form a cycle')
    ordered.push(next.name)
  }
  return ordered
}
