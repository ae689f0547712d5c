import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/audit.ts'
import { type ReferredKind, referencesIn } from '#domain/audit.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis, personName } from '../db/sql-fragments.ts'

type Entry = Pick<AuditEntry, 'of' | 'apiKey' | 'before' | 'after'>
type Name = AuditEntry['names'][number]

type Kind = ReferredKind | 'api-key' | 'webhook'

/** How the things of a kind are found by their ids. Rows of deleted things remain, except for groups and webhooks. */
const TABLES: Record<Kind, { table: SQL; name: SQL; type: SQL }> = {
  machine: { table: sql`machines`, name: sql`t.name`, type: sql`bigint` },
  product: { table: sql`products`, name: sql`t.name`, type: sql`bigint` },
  slot: { table: sql`slots`, name: sql`t.slot_number`, type: sql`bigint` },
  user: { table: sql`users`, name: personName('t'), type: sql`int` },
  group: { table: sql`machine_groups`, name: sql`t.name`, type: sql`bigint` },
  template: { table: sql`planogram_templates`, name: sql`t.name`, type: sql`bigint` },
  supplier: { table: sql`suppliers`, name: sql`t.name`, type: sql`bigint` },
  'api-key': { table: sql`api_keys`, name: sql`t.name`, type: sql`bigint` },
  webhook: { table: sql`webhooks`, name: sql`t.url`, type: sql`uuid` },
}

const keyOf = ({ kind, id }: Pick<Name, 'kind' | 'id'>) => `${kind} ${id}`

/** What an entry refers to, each thing once. */
function referredIn({ of, apiKey, before, after }: Entry): Pick<Name, 'kind' | 'id'>[] {
  const all = [of, ...(apiKey === null ? [] : [{ kind: 'api-key', id: apiKey }]), ...referencesIn(before), ...referencesIn(after)]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

/** Reads the names of everything that these entries refer to. */
export async function namesIn(db: Db, company: CompanyId, entries: readonly Entry[]): Promise<(entry: Entry) => Name[]> {
  const wanted = new Map(entries.flatMap(referredIn).map((one) => [keyOf(one), one]))
  const found = new Map((await fetchNames(db, company, [...wanted.values()])).map((one) => [keyOf(one), one.name]))
  const lost = [...wanted.values()].filter((one) => one.kind === 'group' && !found.has(keyOf(one)))
  for (const one of await lastNamesOfGroups(db, company, lost)) found.set(keyOf(one), one.name)
  return (entry) =>
    referredIn(entry).flatMap((one) => {
      const name = found.get(keyOf(one)) ?? (keyOf(one) === keyOf(entry.of) ? ownName(entry) : undefined)
      return name === undefined ? [] : [{ ...one, name }]
    })
}

async function fetchNames(db: Db, company: CompanyId, wanted: readonly Pick<Name, 'kind' | 'id'>[]): Promise<Name[]> {
  const queries = (Object.keys(TABLES) as Kind[]).flatMap((kind) => {
    const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id)
    const { table, name, type } = TABLES[kind]
    return ids.length === 0
      ? []
      : [
          sql`select ${kind}::text as kind, to_jsonb(t.id) as id, ${name} as name from ${table} t where t.company_id = ${company} and t.id = any(${`{${ids.join(',')}}`}::${type}[])`,
        ]
  })
  return queries.length === 0 ? [] : rowsOf<Name>(db, sql.join(queries, sql` union all `))
}

/** The last name of a deleted group is in the log itself. */
async function lastNamesOfGroups(db: Db, company: CompanyId, groups: readonly Pick<Name, 'id'>[]): Promise<Name[]> {
  if (groups.length === 0) return []
  return rowsOf<Name>(
    db,
    sql`select distinct on (e.content->'of'->'id') 'group' as kind, e.content->'of'->'id' as id,
        coalesce(e.content->'after'->>'name', e.content->'before'->>'name') as name
      from audit_entries e
      where e.company_id = ${company} and e.action in ('group-added', 'group-renamed', 'group-deleted')
        and e.content->'of'->'id' in (select jsonb_array_elements(${JSON.stringify(groups.map(({ id }) => id))}::jsonb))
      order by e.content->'of'->'id', e.at desc, e.seq desc`,
  )
}

/** The name that the entry itself contains, of something that is deleted. */
function ownName({ before, after }: Entry): string | undefined {
  for (const value of [after, before].filter((one) => typeof one === 'object'))
    for (const field of ['name', 'holderName', 'url']) {
      const name = Object(value)[field]
      if (typeof name === 'string') return name
    }
  return undefined
}

/** The stock changes that entries about operations belong to, by operation. */
export async function stockChangesOf(
  db: Db,
  company: CompanyId,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, { id: number; at: string }>> {
  const operations = entries.flatMap(({ of }) => (of.kind === 'operation' ? [of.id] : []))
  if (operations.length === 0) return new Map()
  const rows = await rowsOf<{ operation: string; id: number; at: Moment }>(
    db,
    sql`select o.id as operation, a.id::float8 as id, ${millis(sql`a.at`)} as at
      from operations o join activities a on a.company_id = o.company_id and a.at = o.effective_at and a.operation_id = o.id
      where o.company_id = ${company} and o.id = any(${`{${operations.join(',')}}`}::uuid[])
        and a.type in ('MACHINE_REFILLED', 'MACHINE_STOCK_CHANGED')`,
  )
  return new Map(rows.map(({ operation, id, at }) => [operation, { id, at: toIso(at) }]))
}
