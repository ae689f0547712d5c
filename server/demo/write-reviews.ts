import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** Two recent restocks by a phone whose clock was three hours ahead: a manager has to confirm them. */
export const writeReviews = (db: Db, company: CompanyId) =>
  db.execute(sql`
    with doubted as (
      update operations o set occurred_at = o.effective_at + interval '3 hours', clock_offset = -10800000
      where o.company_id = ${company} and o.id in (
        select l.id from operations l where l.company_id = ${company} and l.call in ('restockSlots', 'restockProducts')
        order by l.effective_at desc, l.id limit 2 offset 1)
      returning o.id, o.machine_id, o.received_at)
    insert into review_items (company_id, kind, machine_id, operation_id, details, created_at)
    select ${company}::int, 'DOUBTFUL_CLOCK', d.machine_id, d.id, '{}', d.received_at from doubted d`)
