import { sql } from 'drizzle-orm'
import type { Moment } from '#domain/time.ts'
import { type Db, rowsOf, SYSTEM_ROLE, sqlStateOf } from '../client.ts'
import { enableRowLevelSecurity } from '../row-level-security.ts'
import { briefly, lockTables, referencedBy } from './brief-locks.ts'
import { enterIds, enterNextPages, hasIds, rowsWithoutId, triggers } from './ids-once.ts'
import { endOfHistory, literal } from './months.ts'
import { defaultOf, historyOf, isPartitioned, type PartitionedTable, SCHEMA } from './partitioned-tables.ts'

const CHECK = 'partitions_history'
const CHECK_VIOLATION = '23514'

/** `far`: rows whose time is later than any partition of the coming months. */
type Step = 'done' | 'more' | 'far'

/**
 * The next step of turning a table in use into a partitioned one. Each step is complete or not at all after a kill, and requests wait for
 * none longer than `briefly` allows. All rows become one partition, and months from then on have their own.
 */
export async function nextStep(owner: Db, table: PartitionedTable, now: Moment): Promise<Step> {
  if (await isPartitioned(owner, table.name)) return 'done'
  if (table.idsOnce !== undefined) {
    if (!(await hasIds(owner, table))) return more(enterIds(owner, table))
    if (await enterNextPages(owner, table)) return 'more'
  }
  const check = await checkOf(owner, table)
  if (check === null || check.end < endOfHistory(now)) return more(limitTimes(owner, table, endOfHistory(now)))
  if (!check.isValid) return validate(owner, table)
  if (!(await hasKey(owner, table))) return more(createKey(owner, table))
  if (table.idsOnce !== undefined && (await missingIds(owner, table)) > 0) return more(startEntryAgain(owner, table))
  return more(briefly(owner, (tx) => replace(tx, table, check.end)))
}

async function more(work: Promise<unknown>): Promise<'more'> {
  await work
  return 'more'
}

async function checkOf(db: Db, { name }: PartitionedTable): Promise<{ end: Moment; isValid: boolean } | null> {
  const [check] = await rowsOf<{ end: string; isValid: boolean }>(
    db,
    sql`select substring(pg_get_constraintdef(oid) from '''([^'']+)''') as end, convalidated as "isValid" from pg_constraint
      where conrelid = ${`public.${name}`}::regclass and conname = ${CHECK}`,
  )
  return check ? { end: Date.parse(check.end), isValid: check.isValid } : null
}

const limitTimes = (owner: Db, { name, by }: PartitionedTable, end: Moment) =>
  briefly(owner, async (tx) => {
    await tx.execute(sql`alter table ${sql.identifier(name)} drop constraint if exists ${sql.identifier(CHECK)}`)
    await tx.execute(
      sql`alter table ${sql.identifier(name)} add constraint ${sql.identifier(CHECK)} check (${sql.identifier(by)} < ${literal(end)}) not valid`,
    )
  })

/** Reads the whole table while requests go on. */
async function validate(owner: Db, { name }: PartitionedTable): Promise<Step> {
  try {
    await owner.execute(sql`alter table ${sql.identifier(name)} validate constraint ${sql.identifier(CHECK)}`)
    return 'more'
  } catch (error) {
    if (sqlStateOf(error) !== CHECK_VIOLATION) throw error
    await briefly(owner, (tx) => tx.execute(sql`alter table ${sql.identifier(name)} drop constraint ${sql.identifier(CHECK)}`))
    return 'far'
  }
}

const keyOf = (name: string) => `${name}_history_key`

/** Whether the table has the key of its partitions. A killed creation leaves an index that is not valid. */
async function hasKey(db: Db, table: PartitionedTable): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from pg_index i where i.indrelid = ${`public.${table.name}`}::regclass and i.indisunique and i.indisvalid
      and (select array_agg(a.attname::text order by k.n) from unnest(i.indkey) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) = ${`{${table.key.join(',')}}`}::text[]`,
  )
  return rows.length > 0
}

async function createKey(owner: Db, { name, key }: PartitionedTable): Promise<void> {
  await owner.execute(sql`drop index concurrently if exists ${sql.identifier(keyOf(name))}`)
  await owner.execute(sql.raw(`create unique index concurrently ${keyOf(name)} on ${name} (${key.join(', ')})`))
}

const missingIds = (owner: Db, table: PartitionedTable) =>
  owner.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', ${SYSTEM_ROLE}, true)`)
    return rowsWithoutId(tx, table)
  })

/** After the table was rewritten meanwhile, its rows are in other places. */
const startEntryAgain = (owner: Db, { name }: PartitionedTable) =>
  owner.execute(sql`update partitions.progress set next_page = 0 where name = ${name}`)

type Parts = {
  primary: string
  isOwn: boolean
  indexes: string[]
  foreign: { name: string; definition: string }[]
  identity: string | null
}

/** Everything that the new table needs, read before the old one moves away. */
async function partsOf(tx: Db, { name }: PartitionedTable): Promise<Parts> {
  const [parts] = await rowsOf<Parts>(
    tx,
    sql`select
        (select conname from pg_constraint where conrelid = t.oid and contype = 'p') as primary,
        exists (select from pg_class where relname = ${keyOf(name)} and relnamespace = 'public'::regnamespace) as "isOwn",
        array(select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = t.oid and not i.indisprimary and c.relname <> ${keyOf(name)} order by c.relname) as indexes,
        coalesce((select json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(oid)))
          from pg_constraint where conrelid = t.oid and contype = 'f'), '[]') as foreign,
        (select attname from pg_attribute where attrelid = t.oid and attidentity <> '') as identity
      from pg_class t where t.oid = ${`public.${name}`}::regclass`,
  )
  if (!parts) throw new Error(`there is no table ${name}`)
  return parts
}

/**
 * Puts a partitioned table in place of the plain one, which becomes its first partition: its times were checked and its indexes and foreign
 * keys exist, so that nothing is read.
 */
async function replace(tx: Db, table: PartitionedTable, end: Moment): Promise<void> {
  const { name, by, key } = table
  const history = `${SCHEMA}.${historyOf(name)}`
  const run = (statement: string) => tx.execute(sql.raw(statement))
  const parts = await partsOf(tx, table)
  // Attaching moves the triggers that foreign keys have on the referenced tables.
  await lockTables(tx, [...(await referencedBy(tx, name)), name], 'access exclusive')
  if (parts.isOwn) {
    await run(`alter table ${name} drop constraint ${parts.primary}`)
    await run(`alter table ${name} add constraint ${keyOf(name)} primary key using index ${keyOf(name)}`)
  }
  if (table.idsOnce !== undefined) await run(`drop trigger enter_id on ${name}; drop trigger leave_id on ${name}`)
  await run(`alter table ${name} set schema ${SCHEMA}`)
  await run(`alter table ${SCHEMA}.${name} rename to ${historyOf(name)}`)
  await run(
    `create table public.${name} (like ${history} including defaults including identity including storage) partition by range (${by})`,
  )
  await run(`alter table ${name} add constraint ${parts.primary} primary key (${key.join(', ')})`)
  for (const index of parts.indexes) await run(index)
  for (const foreign of parts.foreign) await run(`alter table ${name} add constraint ${foreign.name} ${foreign.definition}`)
  if (parts.identity !== null) await continueIdentity(tx, table, parts.identity)
  if (table.idsOnce !== undefined) for (const trigger of triggers(name)) await run(trigger)
  await enableRowLevelSecurity(tx)
  await run(`alter table ${name} attach partition ${history} for values from (minvalue) to ('${new Date(end).toISOString()}')`)
  await run(`alter table ${history} drop constraint ${CHECK}`)
  await run(`create table ${SCHEMA}.${defaultOf(name)} partition of ${name} default`)
}

/** New rows continue with the ids that follow those of the old sequence. */
async function continueIdentity(tx: Db, { name }: PartitionedTable, column: string): Promise<void> {
  const history = `${SCHEMA}.${historyOf(name)}`
  const [sequence] = await rowsOf<{ name: string }>(tx, sql`select pg_get_serial_sequence(${history}, ${column}) as name`)
  await tx.execute(
    sql.raw(`select setval(pg_get_serial_sequence('${name}', '${column}'), s.last_value, s.is_called) from ${sequence?.name} s`),
  )
  await tx.execute(sql.raw(`alter table ${history} alter column ${column} drop identity`))
}
