import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'

/** A company, and the word in all its texts. */
type Named = { id: CompanyId; text: string }

/**
 * Copies all data of a company into another one, under the same ids: every condition without the company then finds two rows instead of
 * one. Texts name their company.
 */
export async function copyCompany(owner: Db, from: Named, to: Named): Promise<void> {
  // The order of the copies does not matter while constraints are not checked; every reference stays inside its company and therefore
  // holds.
  await owner.transaction(async (db) => {
    const tables = await rowsOf<Table>(db, TABLES)
    await db.execute(sql`set local session_replication_role = replica`)
    for (const table of tables) await db.execute(copyOf(table, from, to))
    await db.execute(sql`set local session_replication_role = origin`)
    await db.execute(sql`update companies set feed_seq = (select feed_seq from companies where id = ${from.id}) where id = ${to.id}`)
  })
}

/** Rows that belong to principals, not to the company's data. */
const SESSION_TABLES = ['sessions', 'refresh_tokens', 'guesses', 'spent_captchas']

/**
 * Copies rows that a company has created since then, again under the same ids, beside the other's own: this covers every table after a day
 * of work, and not only the initial data.
 */
export async function copyNewRows(owner: Db, from: Named, to: Named): Promise<void> {
  await owner.transaction(async (db) => {
    const tables = await rowsOf<Table>(db, TABLES)
    await db.execute(sql`set local session_replication_role = replica`)
    for (const table of tables.filter(({ name }) => !SESSION_TABLES.includes(name)))
      await db.execute(sql`${copyOf(table, from, to)} on conflict do nothing`)
    // The sessions are copied without their tokens.
    await db.execute(sql`
      insert into sessions (company_id, id, user_id, access_hash, access_expires_at, created_at, last_used_at)
      select ${to.id}, id, user_id, md5(access_hash), access_expires_at, created_at, last_used_at from sessions where company_id = ${from.id}
      on conflict do nothing`)
    await db.execute(sql`set local session_replication_role = origin`)
    for (const counter of ['feed_seq', 'event_seq', 'audit_seq'])
      await db.execute(
        sql`update companies c set ${sql.identifier(counter)} = greatest(c.${sql.identifier(counter)}, o.${sql.identifier(counter)})
          from companies o where c.id = ${to.id} and o.id = ${from.id}`,
      )
  })
}

type Table = { name: string; columns: { name: string; type: string; isKeyOfAll: boolean }[] }

/** `isKeyOfAll`: unique across all companies. */
const TABLES = sql`select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'isKeyOfAll', exists (
    select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)
      and not exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id' and k.attnum = any(i.indkey)))) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id' and not k.attisdropped)
  group by c.relname order by 1`

function copyOf({ name, columns }: Table, from: Named, to: Named): SQL {
  const values = columns.map((column) => {
    const value = sql.identifier(column.name)
    if (column.name === 'company_id') return sql`${to.id}::int`
    if (column.type === 'jsonb') return sql`replace(${value}::text, ${from.text}, ${to.text})::jsonb`
    if (column.type !== 'text') return value
    const renamed = sql`replace(${value}, ${from.text}, ${to.text})`
    return column.isKeyOfAll ? sql`case when ${value} like ${`%${from.text}%`} then ${renamed} else md5(${value}) end` : renamed
  })
  const names = columns.map((column) => sql.identifier(column.name))
  return sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from ${sql.identifier(name)} where company_id = ${from.id}`
}
