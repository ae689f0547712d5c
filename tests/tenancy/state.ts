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

type Table = { id: number; name: string; key: string }

/** The tables with company rows per database: tests of this folder do not change the schema. Partitions are read with their table. */
const tablesByDatabase = new WeakMap<Db, Promise<Table[]>>()

function tablesOf(owner: Db): Promise<Table[]> {
  const known = tablesByDatabase.get(owner) ?? readTables(owner)
  tablesByDatabase.set(owner, known)
  return known
}

async function readTables(owner: Db): Promise<Table[]> {
  const tables = await rowsOf<Table>(
    owner,
    sql`select c.oid::int as id, c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as key from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (c.relname = 'companies'
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)) order by 2`,
  )
  return tables.filter(({ name }) => !RESTLESS.includes(name))
}

/** Tables that may have rows: planning a statement over the others, half of all, would take most of its time. */
async function filledTablesOf(owner: Db): Promise<Table[]> {
  const tables = await tablesOf(owner)
  const ids = sql.raw(tables.map(({ id }) => id).join())
  const filled = await rowsOf<{ id: number }>(
    owner,
    sql`select oid::int as id from pg_class where oid in (${ids}) and (relkind = 'p' or pg_relation_size(oid) > 0)`,
  )
  const found = new Set(filled.map(({ id }) => id))
  return tables.filter(({ id }) => found.has(id))
}

const rowsOfTable = ({ name, key }: Table, company: CompanyId) =>
  name === 'audit_entries'
    ? sql`select ${name}::text as name, ${withoutSeals}::text as row from audit_entries t where company_id = ${company} and ${isNoSignIn}`
    : sql`select ${name}::text as name, ${withoutSignIns}::text as row from ${sql.identifier(name)} t where ${sql.identifier(key)} = ${company}`

/** The last state of each company per database, with a snapshot from before it was read. */
const lastStates = new WeakMap<Db, Map<CompanyId, { snapshot: string; state: State }>>()

/**
 * The data of a company, row by row as text, in any order: no other principal may ever change it. The tests compare it before and after
 * thousands of requests, most of which write nothing, so it is read again only if a transaction has written: two equal snapshots of
 * PostgreSQL see the same rows.
 */
export async function stateOf({ owner }: Database, company: CompanyId): Promise<State> {
  const [now] = await rowsOf<{ snapshot: string }>(owner, sql`select pg_current_snapshot()::text as snapshot`)
  if (!now) throw new Error('the database returned no snapshot')
  const states = lastStates.get(owner) ?? new Map<CompanyId, { snapshot: string; state: State }>()
  lastStates.set(owner, states)
  const last = states.get(company)
  if (last?.snapshot === now.snapshot) return last.state
  const state = await readState(owner, company)
  states.set(company, { ...now, state })
  return state
}

/** Read in one statement. */
async function readState(owner: Db, company: CompanyId): Promise<State> {
  const tables = await filledTablesOf(owner)
  const parts = tables.map((table) => rowsOfTable(table, company))
  const rows = await rowsOf<{ name: string; row: string }>(owner, sql.join(parts, sql` union all `))
  const state: State = Object.fromEntries(tables.map(({ name }) => [name, []]))
  for (const { name, row } of rows) state[name]?.push(row)
  return state
}

/** The differences between two states, one line per row; empty if there are none. */
export function changesBetween(before: State, after: State): string[] {
  if (before === after) return []
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const [was, is] = [new Set(before[table]), new Set(after[table])]
    const gone = [...was].filter((row) => !is.has(row)).toSorted()
    const added = [...is].filter((row) => !was.has(row)).toSorted()
    return [...gone.map((row) => `- ${table} ${row}`), ...added.map((row) => `+ ${table} ${row}`)]
  })
}
