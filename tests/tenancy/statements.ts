import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'

/** A statement executed for a company, with its values. */
type Statement = { company: CompanyId; text: string; values: unknown[]; isLookedAt?: boolean }

/** All statements executed for companies, deduplicated by text and choices. */
export type StatementLog = Map<string, Statement>

/** Records the statements executed in a database for a company from now on. */
export function recordStatements(db: Db, company: CompanyId, received: StatementLog): void {
  const { session } = db as unknown as { session: { logger: { logQuery(text: string, values: unknown[]): void } } }
  session.logger = {
    logQuery: (text, values) => {
      const key = text + choicesAmong(values)
      if (!received.has(key)) received.set(key, { company, text, values })
    },
  }
}

/** Upper-case words and booleans, because they may change the plan of the same statement. */
const choicesAmong = (values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'boolean' || (typeof value === 'string' && /^[A-Z_]{2,}$/.test(value)) ? value : '')).join()

/**
 * For each new statement, the tables that its plan reads without restricting them to the statement's company: neither by a condition of
 * their own nor by one that joins them to a restricted table. A condition that a plan omits is implied by a stronger one.
 */
export async function unrestrictedReads(owner: Db, received: StatementLog): Promise<string[]> {
  const isNew = [...received.values()].filter(({ isLookedAt }) => !isLookedAt)
  if (isNew.length === 0) return []
  const tables = await tablesOfCompanies(owner)
  const wrong: string[] = []
  for (const words of isNew) {
    const { company, text, values } = words
    words.isLookedAt = true
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
    const looked = lookedThrough(await planOf(owner, text, values))
    const held = heldBy(looked, company)
    for (const [alias, table] of looked.tables)
      if (tables.has(table) && !held.has(alias))
        wrong.push(`${table} (${alias}) is not held to the company by: ${text.replaceAll(/\s+/g, ' ').trim()}`)
  }
  return wrong
}

async function tablesOfCompanies(owner: Db): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    owner,
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'companies'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** A node of EXPLAIN's JSON. */
type Node = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Operation?: string; Plans?: Node[] } & Record<string, unknown>

async function planOf(owner: Db, text: string, values: unknown[]): Promise<Node> {
  const { session } = owner as unknown as {
    session: { client: { query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> } }
  }
  const { rows } = await session.client.query(`explain (format json, verbose, costs off) ${text}`, values)
  const words = rows[0]?.['QUERY PLAN']
  const [{ Plan }] = (typeof words === 'string' ? JSON.parse(words) : words) as [{ Plan: Node }]
  return Plan
}

/** The tables of a plan by alias, and every condition in it. */
type Looked = {
  tables: Map<string, string>
  conditions: string[]
  /** The output of a subplan whose values are compared, although the plan does not show with what. */
  compared: string[]
}

function lookedThrough(plan: Node): Looked {
  const looked: Looked = { tables: new Map(), conditions: [], compared: [] }
  const look = (node: Node, above: string) => {
    const { Alias: alias, 'Relation Name': table, 'Subplan Name': name } = node
    if (alias && table && node['Node Type'] !== 'ModifyTable') looked.tables.set(alias, table)
    if (name && above.includes(`hashed ${name}`)) looked.compared.push(...(node.Output as string[]))
    const own = Object.entries(node).filter(([key]) => key !== 'Plans')
    for (const [key, value] of own) if (/Cond|Filter/.test(key) && typeof value === 'string') looked.conditions.push(value)
    for (const inner of node.Plans ?? []) look(inner, JSON.stringify(own))
  }
  look(plan, '')
  return looked
}

/** The tables restricted to the company, directly or through one another. */
function heldBy({ tables, conditions, compared }: Looked, company: CompanyId): Set<string> {
  const isKey = (alias: string, column: string) => column === (tables.get(alias) === 'companies' ? 'id' : 'company_id')
  const held = new Set<string>()
  const bound: [string, string][] = []
  for (const output of compared) {
    const [, alias = '', column = ''] = /^(\w+)\.(\w+)$/.exec(output) ?? []
    if (isKey(alias, column)) held.add(alias)
  }
  for (const condition of conditions) {
    for (const [, left = '', right = ''] of condition.matchAll(/([\w.$':]+) = ([\w.$':]+)/g)) {
      const [one, other] = [sideOf(left), sideOf(right)]
      const keys = [one, other].filter((side) => side !== null && isKey(side.alias, side.column)).map((side) => side?.alias ?? '')
      // A value from outside of this part of the plan was read there and is checked there.
      const isGiven = [left, right].some((side) => /^\$\d+$/.test(side) || new RegExp(`^'?${company}'?(::\\w+)?$`).test(side))
      // A relation that is no table is computed from tables that are checked themselves.
      const isMade = [one, other].some((side) => side !== null && !tables.has(side.alias))
      if (isGiven || isMade) for (const alias of keys) held.add(alias)
      else if (keys.length === 2) bound.push(keys as [string, string])
    }
  }
  for (let before = -1; held.size > before; ) {
    before = held.size
    for (const [one, other] of bound) {
      if (held.has(one)) held.add(other)
      if (held.has(other)) held.add(one)
    }
  }
  return held
}

function sideOf(text: string): { alias: string; column: string } | null {
  const [, alias, column] = /^(\w+)\.(\w+)$/.exec(text) ?? []
  return alias && column ? { alias, column } : null
}
