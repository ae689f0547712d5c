import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** Derives the company's activities from the stored data, in the order in which the server received them. */
export const writeActivities = (db: Db, company: CompanyId) =>
  db.execute(sql`
    insert into activities (company_id, type, at, heard_at, user_id, machine_id, operation_id, details)
    select ${company}::int, h.* from (
      select case when o.call in ('restockSlots', 'restockProducts') then 'MACHINE_REFILLED' else 'MACHINE_STOCK_CHANGED' end as type,
          o.effective_at as at, o.received_at as heard_at, o.user_id, o.machine_id, o.id as operation_id, '{}'::jsonb as details
        from operations o where o.company_id = ${company}
          and o.call in ('restockSlots', 'restockProducts', 'changeInventory', 'changeCoffeeInventory')
      union all
      select 'INVENTORY_CHANGED', o.effective_at, o.received_at, o.user_id, null, o.id,
          jsonb_strip_nulls(jsonb_build_object('stockChangeType', w.type, 'message', w.note))
        from warehouse_changes w join operations o on o.company_id = w.company_id and o.id = w.operation_id where w.company_id = ${company}
      union all
      select case when r.is_up then 'ALERT_UP' else 'ALERT_DOWN' end, r.at, r.received_at, null, r.machine_id, null,
          jsonb_strip_nulls(jsonb_build_object('alertType', r.code, 'message', r.message))
        from alert_reports r where r.company_id = ${company}
      union all
      select 'NEW_CUSTOMER_ISSUE', i.created_at, i.created_at, null, i.machine_id, null,
          jsonb_strip_nulls(jsonb_build_object('issueType', i.type, 'issue', i.id, 'message', i.details))
        from customer_issues i where i.company_id = ${company}
      union all
      select 'CASKET_MONEY_CHANGE', c.effective_at, c.effective_at, c.user_id, c.machine_id, c.operation_id, '{}'
        from cash_movements c where c.company_id = ${company} and c.cause = 'WITHDRAWN'
      union all
      select 'MACHINE_STOPPED', s.reported_at, s.reported_at, null, s.machine_id, null,
          jsonb_strip_nulls(jsonb_build_object('message', s.reported_cause))
        from machine_status s where s.company_id = ${company} and s.reported_state = 'STOPPED') h
    order by h.heard_at, h.machine_id, h.type`)
