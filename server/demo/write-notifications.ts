import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** Inserts the managers' notifications of customer reports and review items. Those of resolved ones are marked as read. */
export const writeNotifications = (db: Db, company: CompanyId) =>
  db.execute(sql`
    insert into notifications (company_id, user_id, message, type, slug, "values", created_at, seen_at)
    select ${company}::int, u.id, n.message, 'WARNING', n.slug, n."values", n.at, n.seen_at
    from users u cross join (
      select 'NEW_CUSTOMER_ISSUE' as message, '/dashboard/more/issues?issue=' || i.id as slug,
        jsonb_build_object('issueType', i.type, 'machine', m.name) as "values", i.created_at as at,
        case when i.status <> 'OPEN' then i.created_at + interval '1 hour' end as seen_at
      from customer_issues i join machines m on m.company_id = i.company_id and m.id = i.machine_id where i.company_id = ${company}
      union all
      select 'REVIEW_ITEM', '/dashboard/review-items', jsonb_build_object('machine', m.name), max(r.created_at), null
      from review_items r join machines m on m.company_id = r.company_id and m.id = r.machine_id where r.company_id = ${company} group by m.name) n
    where u.company_id = ${company} and u.enabled and u.company_role = 'ROLE_MANAGER'
    order by n.at, u.id`)
