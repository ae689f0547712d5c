import { sql } from 'drizzle-orm'
import { arrayOf } from '../../server/db/client.ts'
import { aUser, type TestContext } from '../../tests/support/test-context.ts'

/** Machines per employee. */
const ASSIGNED = 100
const GROUPS = 20
/** Warehouse changes per product. */
const CHANGES = 30
/** Counted collections per machine. */
const COLLECTIONS = 2

/** What belongs to machines besides stock and sales: devices, employees, groups, outages, alerts, reports, forecasts and cash; and a warehouse. */
export async function fillAround(ctx: TestContext, company: number, machines: number): Promise<void> {
  const { owner } = ctx.database
  await owner.execute(sql`
    insert into devices (company_id, imei, type, machine_id, connected_at, created_at)
    select company_id, ${company} || '-' || id, 'TELEMETRY', id, now(), now() from machines where company_id = ${company}`)
  for (let first = 0; first < machines; first += ASSIGNED) {
    const { id } = await aUser(ctx, { id: company }, { login: `employee-${company}-${first}`, companyRole: 'ROLE_EMPLOYEE' })
    await owner.execute(sql`
      insert into assignments (company_id, machine_id, user_id, assigned_at)
      select company_id, id, ${id}, now() from machines where company_id = ${company} order by id limit ${ASSIGNED} offset ${first}`)
  }
  await owner.execute(sql`
    insert into machine_groups (company_id, name, created_at) select ${company}::int, 'Group ' || n, now() from generate_series(1, ${GROUPS}::int) n`)
  await owner.execute(sql`
    insert into grouped_machines (company_id, group_id, machine_id)
    select g.company_id, g.id, m.id from machine_groups g join machines m on m.company_id = g.company_id and m.id % ${GROUPS}::int = g.id % ${GROUPS}::int
    where g.company_id = ${company}`)
  await owner.execute(sql`
    insert into outages (company_id, machine_id, state, from_at)
    select company_id, id, 'STOPPED', now() - interval '3 hours' from machines where company_id = ${company} and state = 'STOPPED'`)
  await owner.execute(sql`
    insert into alerts (company_id, machine_id, code, at, report_id, is_up)
    select company_id, id, 'LOW_STOCK_LEVEL', now() - interval '5 hours', gen_random_uuid(), true from machines
    where company_id = ${company} and id % 20 = 3`)
  await owner.execute(sql`
    insert into customer_issues (company_id, id, machine_id, type, created_at)
    select company_id, gen_random_uuid(), id, 'OTHER', now() - id % 60 * interval '1 day' from machines where company_id = ${company} and id % 10 = 7`)
  await owner.execute(sql`
    insert into forecasts (company_id, machine_id, learnt_at, rhythm, places)
    select company_id, machine_id, now(), '', jsonb_object_agg(id, jsonb_build_array(id % 7 + 1, 168, 1000, 10))
    from stock_points where company_id = ${company} and kind = 'SLOT' group by company_id, machine_id`)
  await owner.execute(sql`
    insert into stock_points (company_id, kind, product_id, installed_at, balance)
    select company_id, 'WAREHOUSE', id, now() - interval '90 days', 100000 from products where company_id = ${company}`)
  await owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select company_id, id, now() - n * interval '1 day', gen_random_uuid(), 0, 'count', 'SET', 100000
    from stock_points cross join generate_series(1, ${CHANGES}::int) n where company_id = ${company} and kind = 'WAREHOUSE'`)
  await fillCash(ctx, company)
}

/** Counted collections. 20.00 are expected, and the bags contain 19.85 to 20.05. */
async function fillCash({ database }: TestContext, company: number): Promise<void> {
  await database.owner.execute(sql`
    with taken as (
        select gen_random_uuid() as id, a.machine_id, a.user_id, now() - (14 * n - a.machine_id % 13) * interval '1 day' as at, a.machine_id % 5 as off
        from assignments a cross join generate_series(1, ${COLLECTIONS}::int) n where a.company_id = ${company}),
      sold as (
        insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
        select ${company}, machine_id, at - interval '1 hour', gen_random_uuid(), 0, 'delta', 'SALE', 2000 from taken),
      withdrawn as (
        insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, user_id, amount_minor, taken_minor)
        select ${company}, machine_id, at, id, 0, 'count', 'WITHDRAWN', user_id, 0, 2000 from taken),
      collected as (
        insert into collections (company_id, operation_id, machine_id, at, user_id, bag, bag_key)
        select ${company}, id, machine_id, at, user_id, id::text, id::text from taken)
    insert into bag_counts (company_id, operation_id, at, user_id, amount_minor, bag, bag_key, collection_id)
    select ${company}, gen_random_uuid(), at, user_id, 1985 + off * 5, id::text, id::text, id from taken`)
}

/** Lets one slot of some machines sell a piece, and publishes it. */
export async function sellAt({ database }: TestContext, company: number, machines: readonly number[]): Promise<void> {
  const chosen = sql`${arrayOf(machines)}::bigint[]`
  await database.owner.execute(sql`
    with sold as (
        update stock_points p set balance = p.balance - 1000
        where p.company_id = ${company} and p.id in (
          select min(s.id) from stock_points s where s.company_id = ${company} and s.machine_id = any(${chosen}) group by s.machine_id)),
      next as (update companies set feed_seq = feed_seq + 1 where id = ${company} returning feed_seq)
    update feed f set seq = next.feed_seq, changed_at = now() from next
    where f.company_id = ${company} and f.kind = 'inventory' and f.entity_id = any(${chosen})`)
}
