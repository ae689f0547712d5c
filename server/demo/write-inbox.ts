import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { customerIssues } from '../db/schema/issues.ts'
import { insertMany } from './insert-many.ts'

/** Reports of customers in different languages, with their age and status. */
const MESSAGES = [
  { type: 'NO_CHANGE', details: 'No change for a 2 euro coin.', contactDetails: 'anna.k@mail.example', ago: 5 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_STUCK', details: 'Die Chips hängen hinter der Scheibe.', contactDetails: null, ago: 26 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_REQUEST', details: 'Oat milk would be lovely.', contactDetails: null, ago: 3 * DAY, status: 'RESOLVED' },
  {
    type: 'PAYMENT_PROBLEM',
    details: 'Zapłaciłem kartą, kwota została pobrana, ale kawa nie poleciała.',
    contactDetails: '+48 600 100 200',
    ago: 2 * HOUR,
    status: 'OPEN',
  },
  { type: 'MACHINE_OUT_OF_SERVICE', details: 'Schermo nero da stamattina.', contactDetails: null, ago: 4 * DAY, status: 'RESOLVED' },
  {
    type: 'PRODUCT_SHORTAGE',
    details: 'Plus d’eau plate depuis hier.',
    contactDetails: 'lea.m@mail.example',
    ago: 5 * DAY,
    status: 'RESOLVED',
  },
  { type: 'OTHER', details: 'asdf', contactDetails: null, ago: 8 * DAY, status: 'INVALID' },
  { type: 'PRODUCT_REQUEST', details: '¿Podrían poner fruta fresca?', contactDetails: null, ago: 12 * DAY, status: 'OPEN' },
  { type: 'NO_CHANGE', details: null, contactDetails: null, ago: 20 * DAY, status: 'INVALID' },
] as const

/** Inserts customer reports for the first machines. */
export const writeIssues = (db: Db, companyId: CompanyId, machines: readonly MachineId[], now: Moment) =>
  insertMany(
    db,
    customerIssues,
    MESSAGES.flatMap(({ ago, ...message }, index) => {
      const machineId = machines[index % Math.max(1, machines.length)]
      return machineId === undefined ? [] : [{ ...message, companyId, id: randomUUID(), machineId, createdAt: now - ago }]
    }),
  )

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
