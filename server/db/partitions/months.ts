import { type SQL, sql } from 'drizzle-orm'
import type { Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../client.ts'
import { briefly, lockTables, referencedBy } from './brief-locks.ts'
import { defaultOf, type PartitionedTable, SCHEMA } from './partitioned-tables.ts'

/** Enough for a server that is stopped for two months. */
const MONTHS_AHEAD = 3

/** The start of a month in UTC, some months after that of `at`. */
export function monthStart(at: Moment, later = 0): Moment {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)
}

/** `2027-02` as in the name of a partition. */
const nameOf = (start: Moment): string => new Date(start).toISOString().slice(0, 7).replace('-', '_')

export const literal = (at: Moment): SQL => sql.raw(`'${new Date(at).toISOString()}'`)

/** Where the partition of older rows ends: nothing that is written during a migration is later, because times in the future become now. */
export const endOfHistory = (now: Moment): Moment => monthStart(now, 2)

/** Creates the partitions of the coming months that are missing. Returns their names. */
export async function createMonths(db: Db, table: PartitionedTable, now: Moment): Promise<string[]> {
  const created: string[] = []
  const from = await firstMonth(db, table)
  for (let later = 0; later <= MONTHS_AHEAD; later++) {
    const start = monthStart(now, later)
    const name = `${table.name}_${nameOf(start)}`
    if (start < from || (await exists(db, name))) continue
    await briefly(db, (tx) => createMonth(tx, table, name, start))
    created.push(name)
  }
  return created
}

/** Months before are part of the partition of older rows. */
async function firstMonth(db: Db, { name }: PartitionedTable): Promise<Moment> {
  const [history] = await rowsOf<{ end: string }>(
    db,
    sql`select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(.*)''\\)') as end
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${`public.${name}`}::regclass and pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%'`,
  )
  return history ? Date.parse(history.end) : 0
}

async function exists(db: Db, name: string): Promise<boolean> {
  const [found] = await rowsOf<{ oid: string | null }>(db, sql`select to_regclass(${`${SCHEMA}.${name}`})::text as oid`)
  return found?.oid !== null
}

/** Takes rows of the month from the default partition, because two partitions cannot share a month. */
async function createMonth(tx: Db, { name: table, by }: PartitionedTable, name: string, start: Moment): Promise<void> {
  const [month, rest] = [
    sql`${sql.identifier(SCHEMA)}.${sql.identifier(name)}`,
    sql`${sql.identifier(SCHEMA)}.${sql.identifier(defaultOf(table))}`,
  ]
  const [first, next] = [literal(start), literal(monthStart(start, 1))]
  await lockTables(tx, [...(await referencedBy(tx, table)), table], 'share row exclusive')
  await lockTables(tx, [`${SCHEMA}.${defaultOf(table)}`], 'access exclusive')
  await tx.execute(sql`create table ${month} (like ${sql.identifier(table)} including defaults including storage)`)
  await tx.execute(sql`set local partitions.moving = 'on'`)
  const column = sql.identifier(by)
  await tx.execute(sql`with moved as (delete from ${rest} where ${column} >= ${first} and ${column} < ${next} returning *)
    insert into ${month} select * from moved`)
  await tx.execute(sql`alter table ${sql.identifier(table)} attach partition ${month} for values from (${first}) to (${next})`)
}
