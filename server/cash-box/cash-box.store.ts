import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { millis, orEarliest } from '../db/sql-fragments.ts'

/** The amount in a cash box, computed from its movements: the latest count plus all later deltas. The parameters are SQL expressions. */
export const cashFold = (company: SQL, machine: SQL) => sql`(
  select coalesce(a.amount_minor, 0) + coalesce((
      select sum(d.amount_minor) from cash_movements d
      where d.company_id = ${company} and d.machine_id = ${machine} and d.kind = 'delta' and not d.voided
        and d.effective_at >= ${orEarliest(sql`a.effective_at`)}
        and (a.amount_minor is null or (d.effective_at, d.operation_id, d.line) > (a.effective_at, a.operation_id, a.line))), 0) as amount,
    a.effective_at, a.operation_id, a.line
  from (select) one left join lateral (
    select c.* from cash_movements c
    where c.company_id = ${company} and c.machine_id = ${machine} and c.kind = 'count' and not c.voided
    order by c.effective_at desc, c.operation_id desc, c.line desc limit 1) a on true)`

/** The amount in a cash box just before a movement; null if it had never been counted. */
export const cashBefore = ({
  company,
  machine,
  at,
  operation,
  line,
}: Record<'company' | 'machine' | 'at' | 'operation' | 'line', SQL>) => sql`(
  select a.amount_minor + coalesce((
      select sum(d.amount_minor) from cash_movements d
      where d.company_id = ${company} and d.machine_id = ${machine} and d.kind = 'delta' and not d.voided
        and (d.effective_at, d.operation_id, d.line) > (a.effective_at, a.operation_id, a.line)
        and (d.effective_at, d.operation_id, d.line) < (${at}, ${operation}, ${line})), 0)
  from (
    select c.* from cash_movements c
    where c.company_id = ${company} and c.machine_id = ${machine} and c.kind = 'count' and not c.voided
      and (c.effective_at, c.operation_id, c.line) < (${at}, ${operation}, ${line})
    order by c.effective_at desc, c.operation_id desc, c.line desc limit 1) a)`

/** A machine's cash movements between two times, both inclusive. */
export type CashSpan = { from: Moment; until: Moment }

/** Whether movements `paid` happened before the latest count; `s` is the status of their machine. */
export const isLate = sql`(paid.effective_at, paid.operation_id, paid.line) < (s.cash_counted_at, s.cash_counted_by, s.cash_counted_line)`

/** The time span of movements `paid`, as JSON; null if there are none. */
export const spanOfPaid = sql`case when count(*) > 0 then jsonb_build_object(
  'from', ${millis(sql`min(paid.effective_at)`)}, 'until', ${millis(sql`max(paid.effective_at)`)}) end`

const span = ({ from, until }: CashSpan, company: CompanyId, machine: MachineId) => sql`
  w.company_id = ${company} and w.machine_id = ${machine}::bigint and w.kind = 'count' and w.cause = 'WITHDRAWN' and not w.voided
  and w.effective_at >= ${toIso(from)}::timestamptz and w.effective_at <= coalesce((
    select min(c.effective_at) from cash_movements c
    where c.company_id = ${company} and c.machine_id = ${machine}::bigint and c.kind = 'count' and not c.voided
      and c.effective_at > ${toIso(until)}::timestamptz), 'infinity')`

const OWN = {
  company: sql`w.company_id`,
  machine: sql`w.machine_id`,
  at: sql`w.effective_at`,
  operation: sql`w.operation_id`,
  line: sql`w.line`,
}

/**
 * Recomputes the amounts of withdrawals after movements in this span were inserted or voided. The update ends at the first count after the
 * span, because later withdrawals do not depend on anything before that count.
 */
export const storeTaken = (db: Db, company: CompanyId, machine: MachineId, changed: CashSpan) =>
  db.execute(sql`update cash_movements w set taken_minor = ${cashBefore(OWN)} where ${span(changed, company, machine)}`)

/** The amount of a withdrawal `w`: stored for a valid one, computed for a voided one because those are few. */
export const takenBy = sql`case when w.voided then ${cashBefore(OWN)} else w.taken_minor end`

/** The machines of a company with a stored withdrawal amount that differs from the computed one, since a given time. */
export const cashMismatches = (company: CompanyId, since: Moment | null) => sql`
  select distinct w.machine_id::float8 as machine from cash_movements w
  where w.company_id = ${company} and w.cause = 'WITHDRAWN' and not w.voided
    and w.effective_at >= coalesce(${since === null ? null : toIso(since)}::timestamptz, '-infinity')
    and w.taken_minor is distinct from ${cashBefore(OWN)}`

/**
 * Stores the amounts of all withdrawals of a company in one pass over its cash movements. Rows are matched by their position, because a
 * join without statistics may take hours.
 */
export const storeAllTaken = (db: Db, company: CompanyId) =>
  db.execute(sql`
    with placed as (
        select w.ctid as place, w.*, count(*) filter (where kind = 'count' and not voided) over (
          partition by machine_id order by effective_at, operation_id, line rows between unbounded preceding and 1 preceding) as part
        from cash_movements w where company_id = ${company}),
      parts as (
        select machine_id, part, coalesce(sum(amount_minor) filter (where kind = 'delta' and not voided), 0) as sold,
          max(amount_minor) filter (where kind = 'count' and not voided) as counted,
          max(place) filter (where cause = 'WITHDRAWN' and not voided) as place
        from placed group by machine_id, part),
      found as (select place, sold + lag(counted) over (partition by machine_id order by part) as taken from parts)
    update cash_movements w set taken_minor = found.taken from found where w.ctid = found.place and w.company_id = ${company}`)

/** Rebuilds the stored cash of a machine from its movements. */
export const foldCashBox = (db: Db, company: CompanyId, machine: MachineId) =>
  db.execute(sql`
    update machine_status s
    set cash_minor = f.amount, cash_counted_at = f.effective_at, cash_counted_by = f.operation_id, cash_counted_line = f.line
    from ${cashFold(sql`${company}::int`, sql`${machine}::bigint`)} f
    where s.company_id = ${company} and s.machine_id = ${machine}`)
