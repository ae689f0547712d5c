import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { orEarliest, personName } from '../../db/sql-fragments.ts'

/** Filter of a company's withdrawals. */
export type Withdraws = Span & { machine?: number | undefined; group?: number | undefined }

/** Amounts in minor units. */
export type Withdrawn = {
  id: string
  at: Moment
  heardAt: Moment | null
  since: Moment | null
  machine: { id: number; name: string; active: boolean }
  user: { id: number; name: string } | null
  withdrawn: number
  expected: number
  isCounted: boolean
}

export type WithdrawnSum = { count: number; withdrawn: number; expected: number; counted: number; difference: number }

const millis = (moment: SQL) => sql`floor(extract(epoch from ${moment}) * 1000)::float8`

const takenIn = (company: CompanyId, { from, until, machine, group }: Withdraws): SQL =>
  sql`w.company_id = ${company} and w.cause = 'WITHDRAWN' and not w.voided
    and w.effective_at >= ${toIso(from)}::timestamptz and w.effective_at < ${toIso(until)}::timestamptz
    ${machine ? sql`and w.machine_id = ${machine}::bigint` : sql``}
    ${
      group
        ? sql`and w.machine_id in (select g.machine_id from grouped_machines g where g.company_id = ${company} and g.group_id = ${group}::bigint)`
        : sql``
    }`

/**
 * Withdrawn and expected amounts by all movements known now, so that late sales are included. Before the first count the cash box contains
 * what was sold.
 */
export const weighed = (company: CompanyId, taken: SQL) => sql`
  select w.*, b.effective_at as since, b.operation_id as previous, coalesce(w.taken_minor, c.expected) as withdrawn, c.expected, c.is_counted
  from (${taken}) w
  left join lateral (
    select p.* from cash_movements p
    where p.company_id = ${company} and p.machine_id = w.machine_id and p.kind = 'count' and p.cause = 'WITHDRAWN' and not p.voided
      and (p.effective_at, p.operation_id, p.line) < (w.effective_at, w.operation_id, w.line)
    order by p.effective_at desc, p.operation_id desc, p.line desc limit 1) b on true
  cross join lateral (
    select coalesce(sum(m.amount_minor) filter (where m.kind = 'delta'), 0) as expected, coalesce(bool_or(m.kind = 'count'), false) as is_counted
    from cash_movements m
    where m.company_id = ${company} and m.machine_id = w.machine_id and not m.voided
      and m.effective_at >= ${orEarliest(sql`b.effective_at`)} and m.effective_at <= w.effective_at
      and (b.effective_at is null or (m.effective_at, m.operation_id, m.line) > (b.effective_at, b.operation_id, b.line))
      and (m.effective_at, m.operation_id, m.line) < (w.effective_at, w.operation_id, w.line)) c`

/** Withdrawals by their own time, newest first. */
export const findWithdraws = (
  db: Db,
  company: CompanyId,
  filter: Withdraws,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: Pick<Withdrawn, 'at' | 'id'> | undefined },
): Promise<Withdrawn[]> =>
  rowsOf<Withdrawn>(
    db,
    sql`select w.operation_id as id, ${millis(sql`w.effective_at`)} as at, ${millis(sql`o.received_at`)} as "heardAt", ${millis(sql`w.since`)} as since,
        jsonb_build_object('id', m.id, 'name', m.name, 'active', m.deactivated_at is null) as machine,
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as "user",
        w.withdrawn::float8 as withdrawn, w.expected::float8 as expected, w.is_counted as "isCounted"
      from (${weighed(
        company,
        sql`select w.* from cash_movements w where ${takenIn(company, filter)}
            ${after ? sql`and (w.effective_at, w.operation_id) < (${toIso(after.at)}::timestamptz, ${after.id}::uuid)` : sql``}
          order by w.effective_at desc, w.operation_id desc limit ${limit} offset ${offset}`,
      )}) w
      join machines m on m.company_id = ${company} and m.id = w.machine_id
      left join users u on u.company_id = ${company} and u.id = w.user_id
      left join operations o on o.company_id = ${company} and o.id = w.operation_id
      order by w.effective_at desc, w.operation_id desc`,
  )

/** Totals of the filtered withdrawals. */
export async function sumWithdraws(db: Db, company: CompanyId, filter: Withdraws): Promise<WithdrawnSum> {
  const [sum] = await rowsOf<WithdrawnSum>(
    db,
    sql`select count(*)::int as count, coalesce(sum(w.withdrawn), 0)::float8 as withdrawn, coalesce(sum(w.expected), 0)::float8 as expected,
        (count(*) filter (where w.is_counted))::int as counted,
        coalesce(sum(w.withdrawn - w.expected) filter (where w.is_counted), 0)::float8 as difference
      from (${weighed(company, sql`select w.* from cash_movements w where ${takenIn(company, filter)}`)}) w`,
  )
  return sum ?? { count: 0, withdrawn: 0, expected: 0, counted: 0, difference: 0 }
}

export async function countWithdraws(db: Db, company: CompanyId, filter: Withdraws): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from cash_movements w where ${takenIn(company, filter)}`,
  )
  return row?.count ?? 0
}
