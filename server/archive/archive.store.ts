import { type SQL, sql } from 'drizzle-orm'
import type { History } from '#contract/history.ts'
import type { HistoryMonths, HistorySource } from '#domain/history.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { isoOf } from '../db/sql-fragments.ts'
import type { Content } from './archive-file.ts'

/**
 * A table `t` whose old rows are archived. `key`: the columns that identify a row, and their types. `isFree`: rows that nothing else is
 * computed from.
 */
type Source = { table: SQL; key: Readonly<Record<string, string>>; isFree: (before: Moment) => SQL }

const SOURCES: Readonly<Record<HistorySource, Source>> = {
  activities: {
    table: sql`activities`,
    key: { id: 'bigint', at: 'timestamptz' },
    // When machines were in service is read by reports; the last refill of a machine applies again if a later one is undone.
    isFree: (before) => sql`t.type not in ('MACHINE_CREATED', 'MACHINE_DELETED') and (t.type <> 'MACHINE_REFILLED' or exists (
      select from activities n where n.company_id = t.company_id and n.machine_id = t.machine_id and n.type = 'MACHINE_REFILLED'
        and (n.at, n.id) > (t.at, t.id) and n.at < ${toIso(before)}::timestamptz
        and not exists (select from voids v where v.company_id = n.company_id and v.operation_id = n.operation_id)))`,
  },
  // Outages are computed from them when they arrive.
  state_reports: { table: sql`state_reports`, key: { machine_id: 'bigint', at: 'timestamptz', id: 'uuid' }, isFree: () => sql`true` },
}

export type ArchivedMonth = { company: CompanyId; id: string; source: HistorySource; month: string; digest: string; rows: number }

/** Companies that keep a limited number of months. */
export const limitedHistories = (db: Db) =>
  rowsOf<{ company: CompanyId; months: number }>(
    db,
    sql`select id as company, history_months as months from companies where history_months is not null order by id`,
  )

export async function findHistory(db: Db, company: CompanyId): Promise<History> {
  const [row] = await rowsOf<{ months: HistoryMonths | null }>(
    db,
    sql`select history_months as months from companies where id = ${company}`,
  )
  const archived = await rowsOf<History['archived'][number]>(
    db,
    sql`select a.source, to_char(a.month, 'YYYY-MM') as month, a.rows::float8 as rows, a.bytes::float8 as bytes, ${isoOf(sql`a.archived_at`)} as "archivedAt"
      from archived_months a where a.company_id = ${company} order by a.month desc, a.source, a.archived_at, a.id`,
  )
  return { months: row?.months ?? null, archived }
}

/** Returns the value before, and locks the company until the transaction ends. */
export async function setHistoryMonths(db: Db, company: CompanyId, months: number | null): Promise<number | null> {
  const [row] = await rowsOf<{ months: number | null }>(
    db,
    sql`select history_months as months from companies where id = ${company} for update`,
  )
  await db.execute(sql`update companies set history_months = ${months} where id = ${company}`)
  return row?.months ?? null
}

/** The month of the oldest row before a time that can be archived. */
export async function oldestMonth(db: Db, company: CompanyId, source: HistorySource, before: Moment): Promise<Moment | null> {
  const { table, isFree } = SOURCES[source]
  const [row] = await rowsOf<{ at: Moment | null }>(
    db,
    sql`select extract(epoch from date_trunc('month', min(t.at), 'UTC'))::float8 * 1000 as at from ${table} t
      where t.company_id = ${company} and t.at < ${toIso(before)}::timestamptz and ${isFree(before)}`,
  )
  return row?.at ?? null
}

const GROUP = 500

/** The rows of a month that can be archived, as JSON texts in groups, all from the snapshot of one statement. */
export async function* rowsToArchive(
  db: Db,
  company: CompanyId,
  source: HistorySource,
  { from, until, before }: { from: Moment; until: Moment; before: Moment },
): AsyncGenerator<string[]> {
  const { table, isFree } = SOURCES[source]
  await db.execute(sql`declare archived no scroll cursor for select to_jsonb(t)::text as row from ${table} t
    where t.company_id = ${company} and t.at >= ${toIso(from)}::timestamptz and t.at < ${toIso(until)}::timestamptz and ${isFree(before)}
    order by t.at`)
  for (;;) {
    const rows = await rowsOf<{ row: string }>(db, sql.raw(`fetch ${GROUP} from archived`))
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await db.execute(sql`close archived`)
}

export const addArchived = (
  db: Db,
  { company, id, source, month }: Omit<ArchivedMonth, 'digest' | 'rows'>,
  content: Content,
  now: Moment,
) =>
  db.execute(sql`insert into archived_months (company_id, id, source, month, rows, bytes, digest, archived_at)
    values (${company}, ${id}, ${source}, ${`${month}-01`}::date, ${content.rows}, ${content.bytes}, ${content.digest}, ${toIso(now)})`)

const ARCHIVED = sql`select a.company_id as company, a.id, a.source, to_char(a.month, 'YYYY-MM') as month, a.digest, a.rows::float8 as rows from archived_months a`

/** Files whose rows are still in the database, at least in part. */
export const unremoved = (db: Db, company: CompanyId) =>
  rowsOf<ArchivedMonth>(db, sql`${ARCHIVED} where a.company_id = ${company} and a.removed_at is null order by a.archived_at`)

export const archivedOf = (db: Db, company: CompanyId) =>
  rowsOf<ArchivedMonth>(db, sql`${ARCHIVED} where a.company_id = ${company} order by a.month, a.source`)

/** Deletes rows of a file from the database; those that were deleted before are left out. */
export function removeArchivedRows(db: Db, company: CompanyId, source: HistorySource, rows: string): Promise<unknown> {
  const { table, key } = SOURCES[source]
  const columns = sql.raw(
    Object.entries(key)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )
  const same = sql.raw(
    Object.keys(key)
      .map((name) => `t.${name} = r.${name}`)
      .join(' and '),
  )
  return db.execute(
    sql`delete from ${table} t using jsonb_to_recordset(${rows}::jsonb) as r(${columns}) where t.company_id = ${company} and ${same}`,
  )
}

export const setRemoved = (db: Db, { company, id }: ArchivedMonth, now: Moment) =>
  db.execute(sql`update archived_months set removed_at = ${toIso(now)} where company_id = ${company} and id = ${id}::uuid`)

/** Puts rows of a file back. Rows that are in the database stay as they are. */
export async function putBack(db: Db, company: CompanyId, source: HistorySource, rows: string): Promise<number> {
  const { table } = SOURCES[source]
  const [written] = await rowsOf<{ rows: number }>(
    db,
    sql`with written as (insert into ${table} overriding system value
        select r.* from jsonb_populate_recordset(null::${table}, ${rows}::jsonb) r where r.company_id = ${company} on conflict do nothing returning 1)
      select count(*)::int as rows from written`,
  )
  return written?.rows ?? 0
}

export const deleteArchivedMonth = (db: Db, { company, id }: ArchivedMonth) =>
  db.execute(sql`delete from archived_months where company_id = ${company} and id = ${id}::uuid`)

/** The moment before which rows of a company may be archived: the end of its last archived month, or the beginning of time. */
export const archivedBefore = (company: CompanyId, source: HistorySource): SQL =>
  sql`coalesce((select (max(a.month) + interval '1 month') at time zone 'UTC' from archived_months a
    where a.company_id = ${company} and a.source = ${source}), '-infinity')`
