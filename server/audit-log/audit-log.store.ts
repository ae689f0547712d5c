import { sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** One thing that somebody did which the ledger of stock does not tell: what they changed, and who came and went. */
export type Audited = {
  action:
    | 'signed-in'
    | 'signed-out'
    | 'session-stolen'
    | 'slots-edited'
    | 'slot-added'
    | 'slot-deleted'
    | 'slots-copied'
    | 'ingredients-set'
    | 'product-added'
    | 'product-changed'
    | 'product-deleted'
    | 'product-restored'
    | 'product-imported'
    | 'operation-undone'
    | 'device-added'
    | 'device-changed'
    | 'device-connected'
    | 'device-disconnected'
    | 'machine-restarted'
    | 'credit-sent'
    | 'audit-confirmed'
    | 'audit-undone'
    | 'imported'
    | 'import-undone'
    | 'machine-added'
    | 'machine-changed'
    | 'machine-deactivated'
    | 'machine-reactivated'
    | 'machine-grouped'
    | 'machine-ungrouped'
    | 'mapping-changed'
    | 'serviceman-assigned'
    | 'serviceman-revoked'
    | 'group-added'
    | 'group-renamed'
    | 'group-deleted'
    | 'review-decided'
    | 'supplier-added'
    | 'supplier-changed'
    | 'supplier-deleted'
    | 'purchase-added'
    | 'purchase-changed'
    | 'purchase-deleted'
    | 'company-registered'
    | 'password-set'
    | 'profile-changed'
    | 'terms-accepted'
    | 'plan-changed'
    | 'payment-credentials-set'
    | 'debug-command-sent'
    | 'user-added'
    | 'user-changed'
    | 'user-enabled'
    | 'user-disabled'
    | 'company-changed'
    | 'company-entered'
    | 'company-left'
    | 'alert-added'
    | 'alert-deleted'
    | 'pass-added'
    | 'pass-changed'
    | 'pass-deleted'
    | 'passes-topped-up'
    | 'issue-changed'
    | 'api-key-added'
    | 'api-key-revoked'
    | 'webhook-added'
    | 'webhook-changed'
    | 'webhook-secret-renewed'
    | 'webhook-deleted'

  /** What it was done to. */
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
      | 'product'
      | 'user'
      | 'company'
      | 'pass'
      | 'api-key'
      | 'webhook'
      | 'issue'
    id: string | number
  }
  before?: unknown
  after?: unknown
}

/** Who did it, and when: by the server's clock, and by the device's own where that did it earlier. */
export type AuditedBy = { userId: UserId; at: Moment; deviceAt?: Moment }

/** Says of the rest of a transaction that the key of an outside system does it: the trail names it. */
export const actByKey = (db: Db, key: number) => db.execute(sql`select set_config('app.api_key', ${String(key)}, true)`)

/**
 * Adds to the company's audit trail. Belongs at the end of a transaction, right before the feed: the company's row is locked from
 * here on, so that each entry seals the one before it.
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
      with said as (
        select ${content}::jsonb || case when coalesce(current_setting('app.api_key', true), '') = '' then '{}'::jsonb
          else jsonb_build_object('apiKey', current_setting('app.api_key')::bigint) end as content),
      head as (select audit_seq + 1 as seq, audit_hash as before from companies where id = ${company} for update),
      written as (
        insert into audit_entries (company_id, seq, at, content, hash)
        select ${company}::int, seq, ${at}::timestamptz, content, encode(sha256(convert_to(before || content::text, 'UTF8')), 'hex') from head, said
        returning seq, hash)
      update companies set audit_seq = written.seq, audit_hash = written.hash from written where id = ${company}`)
  }
}

export const companyIds = async (db: Db): Promise<CompanyId[]> =>
  (await rowsOf<{ id: CompanyId }>(db, sql`select id from companies order by id`)).map(({ id }) => id)

/** The first place at which a company's trail was changed, cut or added to past us; null where it is whole. */
export async function firstBreak(db: Db, company: CompanyId): Promise<number | null> {
  const [row] = await rowsOf<{ seq: number | null }>(
    db,
    sql`with chain as (
        select seq, hash, content, row_number() over (order by seq) as place, lag(hash, 1, '') over (order by seq) as before
        from audit_entries where company_id = ${company}),
      wrong as (
        select min(place) as seq from chain
        where seq <> place or hash <> encode(sha256(convert_to(before || content::text, 'UTF8')), 'hex'))
      select coalesce(
        (select seq from wrong),
        (select c.audit_seq from companies c,
            (select coalesce(max(seq), 0) as seq, coalesce((array_agg(hash order by seq desc))[1], '') as hash from chain) last
          where c.id = ${company} and (c.audit_seq, c.audit_hash) <> (last.seq, last.hash)))::float8 as seq`,
  )
  return row?.seq ?? null
}
