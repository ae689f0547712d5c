import { sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/audit.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis, personName } from '../db/sql-fragments.ts'

type Row = Omit<AuditEntry, 'at'> & { at: Moment }

/** A page of the audit log, the latest entry first. Entries are numbered without gaps, so the last number is the total. */
export async function auditPage(
  db: Db,
  company: CompanyId,
  { page, size }: { page: number; size: number },
): Promise<{ items: AuditEntry[]; total: number }> {
  const [head] = await rowsOf<{ total: number }>(db, sql`select c.audit_seq::float8 as total from companies c where c.id = ${company}`)
  const total = head?.total ?? 0
  const newest = total - page * size
  const rows = await rowsOf<Row>(
    db,
    sql`select e.seq::float8 as seq, ${millis(sql`e.at`)} as at, e.content->>'deviceAt' as "deviceAt", e.content->>'action' as action,
        e.content->'of' as of, (e.content->>'apiKey')::float8 as "apiKey", e.content->'before' as before, e.content->'after' as after,
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as user
      from audit_entries e left join users u on u.company_id = e.company_id and u.id = (e.content->>'userId')::int
      where e.company_id = ${company} and e.seq <= ${newest}::bigint and e.seq > ${newest - size}::bigint order by e.seq desc`,
  )
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: toIso(at) })), total }
}
