import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/audit.ts'
import { AUDIT_ACTIONS, type AuditKind, withoutHome } from '#domain/audit.ts'
import type { CompanyId, MachineId, SlotId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis, personName } from '../db/sql-fragments.ts'
import { namesIn, stockChangesOf } from './audit-names.store.ts'

export type AuditFilter = {
  user?: UserId | undefined
  kind?: AuditKind | undefined
  machine?: MachineId | undefined
  slot?: SlotId | undefined
  since?: Moment | undefined
  until?: Moment | undefined
}

type Row = Omit<AuditEntry, 'at' | 'names' | 'activity'> & { at: Moment }

type Range = { page: number; size: number }

/** A page of the audit log, the latest entry first. */
export async function auditPage(
  db: Db,
  company: CompanyId,
  filter: AuditFilter,
  range: Range,
): Promise<{ items: AuditEntry[]; total: number }> {
  const isFiltered = isNarrow(filter)
  const total = await countAudit(db, company, filter)
  const rows = await rowsOf<Row>(
    db,
    pageOfEntries(company, isFiltered ? filteredEntries(company, filter, range) : latest(company, total, range)),
  )
  return { items: await named(db, company, rows), total }
}

/** Entries before another one in the order of the filtered list, for a file. */
export async function entriesBefore(
  db: Db,
  company: CompanyId,
  filter: AuditFilter,
  { before, size }: { before: Pick<AuditEntry, 'at' | 'seq'> | undefined; size: number },
): Promise<AuditEntry[]> {
  const found = filteredEntries(company, filter, { page: 0, size }, before)
  return named(db, company, await rowsOf<Row>(db, pageOfEntries(company, found)))
}

const isNarrow = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

export const countAudit = (db: Db, company: CompanyId, filter: AuditFilter): Promise<number> =>
  isNarrow(filter) ? countFiltered(db, company, filter) : countAll(db, company)

/** The entries together with the names of what they refer to. */
async function named(db: Db, company: CompanyId, rows: readonly Row[]): Promise<AuditEntry[]> {
  const names = await namesIn(db, company, rows)
  const activities = await stockChangesOf(db, company, rows)
  return rows.map(({ at, ...row }) => ({
    // Entries of earlier versions contain the place, and cannot change because each is part of the next one's hash.
    ...(row.action === 'planning-changed' && row.of.kind === 'user' ? withoutHome(row) : row),
    at: toIso(at),
    activity: activities.get(String(row.of.id)) ?? null,
    names: names(row),
  }))
}

/** Entries are numbered without gaps, so the last number is the total. */
async function countAll(db: Db, company: CompanyId): Promise<number> {
  const [head] = await rowsOf<{ total: number }>(db, sql`select c.audit_seq::float8 as total from companies c where c.id = ${company}`)
  return head?.total ?? 0
}

async function countFiltered(db: Db, company: CompanyId, filter: AuditFilter): Promise<number> {
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::float8 as total from audit_entries e where ${conditions(company, filter)} and ${isOfKind(filter.kind)}`,
  )
  return counted?.total ?? 0
}

function latest(company: CompanyId, total: number, { page, size }: Range): SQL {
  const newest = total - page * size
  return sql`select e.seq, e.seq as place from audit_entries e
    where e.company_id = ${company} and e.seq <= ${newest}::bigint and e.seq > ${newest - size}::bigint`
}

/** A page of the entries that fit a filter, read from an index in its order. */
export function filteredEntries(
  company: CompanyId,
  filter: AuditFilter,
  { page, size }: Range,
  before?: Pick<AuditEntry, 'at' | 'seq'>,
): SQL {
  const { kind, ...others } = filter
  const most = (page + 1) * size
  const isBefore = before ? sql`(e.at, e.seq) < (${before.at}::timestamptz, ${before.seq}::bigint)` : sql`true`
  const entries = (
    more: SQL,
  ) => sql`select e.seq, e.at from audit_entries e where ${conditions(company, filter)} and ${isBefore} and ${more}
    order by e.at desc, e.seq desc limit ${most}`
  // Each action is read from its own end of the index, so that rare actions are found as fast as frequent ones.
  const isOnlyByKind = kind !== undefined && others.user === undefined && others.machine === undefined && others.slot === undefined
  const found = isOnlyByKind
    ? sql`select e.seq, e.at from unnest(${actionsOf(kind)}) wanted(action) cross join lateral (${entries(sql`e.action = wanted.action`)}) e`
    : entries(isOfKind(kind))
  return sql`select e.seq, row_number() over (order by e.at, e.seq) as place from (
    select e.* from (${found}) e order by e.at desc, e.seq desc limit ${size} offset ${page * size}) e`
}

const actionsOf = (kind: AuditKind) => sql`${`{${AUDIT_ACTIONS[kind].join(',')}}`}::text[]`

const isOfKind = (kind: AuditKind | undefined): SQL => (kind === undefined ? sql`true` : sql`e.action = any(${actionsOf(kind)})`)

function conditions(company: CompanyId, { user, machine, slot, since, until }: AuditFilter): SQL {
  return sql.join(
    [
      sql`e.company_id = ${company}`,
      ...(user === undefined ? [] : [sql`e.user_id = ${user}::int`]),
      ...(machine === undefined ? [] : [sql`e.machine_id = ${machine}::bigint`]),
      ...(slot === undefined ? [] : [ofSlot(company, slot)]),
      ...(since === undefined ? [] : [sql`e.at >= ${toIso(since)}::timestamptz`]),
      ...(until === undefined ? [] : [sql`e.at < ${toIso(until)}::timestamptz`]),
    ],
    sql` and `,
  )
}

/** Among the entries of the slot's machine. A copy of a planogram names the slots that it adds by their numbers. */
const ofSlot = (company: CompanyId, slot: SlotId): SQL => sql`
  e.machine_id = (select s.machine_id from slots s where s.company_id = ${company} and s.id = ${slot}::bigint)
  and (jsonb_path_exists(e.content, '$.** ? (@.slotId == $id)', jsonb_build_object('id', ${slot}::bigint))
    or jsonb_path_exists(e.content, '$.after.created[*] ? (@.slotNumber == $number)', (
      select jsonb_build_object('number', s.slot_number) from slots s where s.company_id = ${company} and s.id = ${slot}::bigint)))`

const pageOfEntries = (company: CompanyId, found: SQL): SQL => sql`
  select e.seq::float8 as seq, ${millis(sql`e.at`)} as at, e.content->>'deviceAt' as "deviceAt", e.content->>'action' as action,
    e.content->'of' as of, (e.content->>'apiKey')::float8 as "apiKey", e.content->'before' as before, e.content->'after' as after,
    case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as user,
    case when m.id is null then null else jsonb_build_object('id', m.id, 'name', m.name, 'active', m.deactivated_at is null) end as machine
  from (${found}) f join audit_entries e on e.company_id = ${company} and e.seq = f.seq
  left join users u on u.company_id = e.company_id and u.id = e.user_id
  left join machines m on m.company_id = e.company_id and m.id = e.machine_id
  order by f.place desc`
