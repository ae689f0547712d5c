import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Db } from '../database/database.ts'

/** What lies in a cash box by its movements: the latest count and every later delta, for a company and a machine named by these. */
export const cashFold = (company: SQL, machine: SQL) => sql`(
  select coalesce(a.amount_minor, 0) + coalesce((
      select sum(d.amount_minor) from cash_movements d
      where d.company_id = ${company} and d.machine_id = ${machine} and d.kind = 'delta' and not d.voided
        and d.effective_at >= coalesce(a.effective_at, '-infinity')
        and (a.amount_minor is null or (d.effective_at, d.operation_id, d.line) > (a.effective_at, a.operation_id, a.line))), 0) as amount,
    a.effective_at, a.operation_id, a.line
  from (select) one left join lateral (
    select c.* from cash_movements c
    where c.company_id = ${company} and c.machine_id = ${machine} and c.kind = 'count' and not c.voided
    order by c.effective_at desc, c.operation_id desc, c.line desc limit 1) a on true)`

/** What lay in a cash box right before a movement: null where nobody had counted it until then. */
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

/** Makes what a machine is known to hold the fold of its movements. */
export const foldCashBox = (db: Db, company: CompanyId, machine: MachineId) =>
  db.execute(sql`
    update machine_status s
    set cash_minor = f.amount, cash_counted_at = f.effective_at, cash_counted_by = f.operation_id, cash_counted_line = f.line
    from ${cashFold(sql`${company}::int`, sql`${machine}::bigint`)} f
    where s.company_id = ${company} and s.machine_id = ${machine}`)
