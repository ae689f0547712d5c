import { sql } from 'drizzle-orm'
import type { AuditAction } from '#domain/audit.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** An action that the stock ledger does not contain, such as a sign-in, an assignment or a change of data. */
export type Audited = {
  action: AuditAction
  /** The object of the action. */
  of: {
    kind:
      | 'session'
      | 'machine'
      | 'operation'
      | 'device'
      | 'import'
      | 'group'
      | 'supplier'
      | 'purchase'
      | 'order'
      | 'product'
      | 'user'
      | 'company'
      | 'pass'
      | 'api-key'
      | 'webhook'
      | 'issue'
      | 'month'
      | 'template'
      | 'round'
      | 'photo'
      | 'van'
    id: string | number
  }
  /** Of an object at a machine that is not the machine itself. */
  machine?: MachineId | null | undefined
  before?: unknown
  after?: unknown
}

/** The user and the time: by the server's clock, and by the device's own if it happened there earlier. */
type AuditedBy = { userId: UserId; at: Moment; deviceAt?: Moment }

/** The machine of an entry: named by its writer, the object itself, or the one that a device was put into or taken out of. */
const MACHINE = sql`(case when content ? 'machine' then content->>'machine'
  when content->'of'->>'kind' = 'machine' then content->'of'->>'id'
  when content->>'action' in ('device-connected', 'device-disconnected') then content->'after'->>'machine' end)`

/** Marks the rest of a transaction as done by an API key, which the audit log then names. */
export const actByKey = (db: Db, key: number) => db.execute(sql`select set_config('app.api_key', ${String(key)}, true)`)

/**
 * Appends to the company's audit log. Call it at the end of a transaction, right before the feed, because it locks the company's row so
 * that each entry can contain the hash of the previous one.
 */
export async function audit(db: Db, company: CompanyId, by: AuditedBy, entries: readonly Audited[]): Promise<void> {
  const at = toIso(by.at)
  for (const entry of entries) {
    const content = JSON.stringify({
      ...entry,
      at,
      userId: by.userId,
      ...(by.deviceAt === undefined ? {} : { deviceAt: toIso(by.deviceAt) }),
    })
    await db.execute(sql`
      with new_entries as (
        select ${content}::jsonb || case when coalesce(current_setting('app.api_key', true), '') = '' then '{}'::jsonb
          else jsonb_build_object('apiKey', current_setting('app.api_key')::bigint) end as content),
      head as (select audit_seq + 1 as seq, audit_hash as before from companies where id = ${company} for update),
      written as (
        insert into audit_entries (company_id, seq, at, content, hash, action, user_id, machine_id)
        select ${company}::int, seq, ${at}::timestamptz, content, encode(sha256(convert_to(before || content::text, 'UTF8')), 'hex'),
          content->>'action', (content->>'userId')::int, ${MACHINE}::bigint
        from head, new_entries
        returning seq, hash)
      update companies set audit_seq = written.seq, audit_hash = written.hash from written where id = ${company}`)
  }
}

export const companyIds = async (db: Db): Promise<CompanyId[]> =>
  (await rowsOf<{ id: CompanyId }>(db, sql`select id from companies order by id`)).map(({ id }) => id)

/** The first entry of a company that was changed, deleted or inserted outside of the server; null if the log is intact. */
export async function firstBreak(db: Db, company: CompanyId): Promise<number | null> {
  const [row] = await rowsOf<{ seq: number | null }>(
    db,
    sql`with chain as (
        select seq, hash, content, action, user_id, machine_id, row_number() over (order by seq) as place, lag(hash, 1, '') over (order by seq) as before
        from audit_entries where company_id = ${company}),
      wrong as (
        select min(place) as seq from chain
        where seq <> place or hash <> encode(sha256(convert_to(before || content::text, 'UTF8')), 'hex')
          -- An older server that still runs during an update leaves all three empty.
          or (num_nonnulls(action, user_id, machine_id) > 0
            and (action, user_id::text, machine_id::text) is distinct from (content->>'action', content->>'userId', ${MACHINE})))
      select coalesce(
        (select seq from wrong),
        (select c.audit_seq from companies c,
            (select coalesce(max(seq), 0) as seq, coalesce((array_agg(hash order by seq desc))[1], '') as hash from chain) last
          where c.id = ${company} and (c.audit_seq, c.audit_hash) <> (last.seq, last.hash)))::float8 as seq`,
  )
  return row?.seq ?? null
}
