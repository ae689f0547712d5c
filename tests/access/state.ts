import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Database, rowsOf } from '../../server/database/database.ts'

/** Changes with every sign-in and every sweep of old counters, whoever comes. */
const RESTLESS = ['sessions', 'refresh_tokens', 'guesses', 'spent_captchas']

/** What the audit trail says of sign-ins, and the seals that stand on it, are as restless. */
const withoutSignIns = sql`(to_jsonb(t) - 'audit_seq' - 'audit_hash' - 'key_hash' - 'hint' - 'last_used_at')`
const withoutSeals = sql`(to_jsonb(t) - 'seq' - 'hash')`
const isNoSignIn = sql`content -> 'of' ->> 'kind' <> 'session'`

export type State = Record<string, string[]>

/** What a company has, row by row as texts in a lasting order: what no stranger may ever change. */
export async function stateOf({ owner }: Database, company: CompanyId): Promise<State> {
  const tables = await rowsOf<{ name: string; key: string }>(
    owner,
    sql`select c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as key from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'companies'
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)) order by 1`,
  )
  const state: State = {}
  for (const { name, key } of tables.filter((table) => !RESTLESS.includes(table.name))) {
    const rows = await rowsOf<{ row: string }>(
      owner,
      name === 'audit_entries'
        ? sql`select ${withoutSeals}::text as row from audit_entries t where company_id = ${company} and ${isNoSignIn} order by 1`
        : sql`select ${withoutSignIns}::text as row from ${sql.identifier(name)} t where ${sql.identifier(key)} = ${company} order by 1`,
    )
    state[name] = rows.map(({ row }) => row)
  }
  return state
}

/** What changed between two states, a line a row; nothing where they are the same. */
export function changesBetween(before: State, after: State): string[] {
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const [was, is] = [new Set(before[table]), new Set(after[table])]
    const gone = [...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`)
    return [...gone, ...[...is].filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`)]
  })
}
