import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

/** Bags of younger collections are still to be counted. */
const UNCOUNTED = 4 * DAY

/**
 * The withdrawals of a demo as collections in bags. The office has counted those that are older than a few days: most as expected, some with
 * a small difference, which follows from the id of the withdrawal. One statement without a join, because there are no statistics yet.
 */
export const writeCollections = (db: Db, company: CompanyId, now: Moment) =>
  db.execute(sql`
    with taken as materialized (
        select w.*, 'B' || (4000 + row_number() over (order by w.effective_at, w.operation_id)) as bag, abs(hashtext(w.operation_id::text)) % 100 as chance
        from cash_movements w where w.company_id = ${company} and w.cause = 'WITHDRAWN' and not w.voided),
      collected as (
        insert into collections (company_id, operation_id, machine_id, at, user_id, bag, bag_key)
        select company_id, operation_id, machine_id, effective_at, user_id, bag, bag from taken)
    insert into bag_counts (company_id, operation_id, at, user_id, amount_minor, bag, bag_key, collection_id)
    select company_id, gen_random_uuid(), effective_at + interval '20 hours',
      (select min(u.id) from users u where u.company_id = ${company} and u.company_role = 'ROLE_MANAGER'),
      greatest(0, round(taken_minor * (1 + case when chance < 60 then 0 else (chance - 80) / 1500.0 end))), bag, bag, operation_id
    from taken where taken_minor is not null and effective_at < ${toIso(now - UNCOUNTED)}::timestamptz`)
