import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Database, type Db, rowsOf } from '../../server/db/client.ts'

/** Changes with every sign-in and every cleanup of old counters. */
const RESTLESS = ['sessions', 'refresh_tokens', 'guesses', 'spent_captchas']

/** The audit log's sign-in entries, and their seals, change as often. */
const withoutSignIns = sql`(to_jsonb(t) - 'audit_seq' - 'audit_hash' - 'key_hash' - 'hint' - 'last_used_at')`
const withoutSeals = sql`(to_jsonb(t) - 'seq' - 'hash')`
const isNoSignIn = sql`content -> 'of' ->> 'kind' <> 'session'`

export type State = Record<string, string[]>

type Table = { name: string; key: string }

/** The tables with company rows per database: tests of this folder do not change the schema. */
const tablesByDatabase = new WeakMap<Db, Promise<Table[]>>()

function tablesOf(owner: Db): Promise<Table[]> {
  const known = tablesByDatabase.get(owner) ?? readTables(owner)
  tablesByDatabase.set(owner, known)
  return known
}

async function readTables(owner: Db): Promise<Table[]> {
  const tables = await rowsOf<Table>(
    owner,
    sql`select c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as key from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'companies'
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)) order by 1`,
  )
  return tables.filter(({ name }) => !RESTLESS.includes(name))
}

const rowsOfTable = ({ name, key }: Table, company: CompanyId) =>
  name === 'audit_entries'
    ? sql`select ${name}::text as name, ${withoutSeals}::text as row from audit_entries t where company_id = ${company} and ${isNoSignIn}`
    : sql`select ${name}::text, ${withoutSignIns}::text from ${sql.identifier(name)} t where ${sql.identifier(key)} = ${company}`

/**
 * The data of a company, row by row as text in a stable order: no other principal may ever change it. Read in one statement, because the
 * tests compare it before and after thousands of requests.
 */
export async function stateOf({ owner }: Database, company: CompanyId): Promise<State> {
  const tables = await tablesOf(owner)
  const parts = tables.map((table) => rowsOfTable(table, company))
  const rows = await rowsOf<{ name: string; row: string }>(
    owner,
    sql`select * from (${sql.join(parts, sql` union all `)}) t (name, row) order by 1, 2`,
  )
  const state: State = Object.fromEntries(tables.map(({ name }) => [name, []]))
  for (const { name, row } of rows) state[name]?.push(row)
  return state
}

/** The differences between two states, one line per row; empty if there are none. */
export function changesBetween(before: State, after: State): string[] {
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const [was, is] = [new Set(before[table]), new Set(after[table])]
    const gone = [...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`)
    return [...gone, ...[...is].filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`)]
  })
}
