import { type SQL, sql } from 'drizzle-orm'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { fewestDays } from '../../db/sql-fragments.ts'

/** The machines and the period of a report. */
export type ReportFilter = { days: Days; group?: number | undefined; machine?: number | undefined }

/** The daily table by product, and by machine if the result or the filter needs it. */
export const daysByProduct = ({ group, machine }: ReportFilter, { byMachine }: { byMachine: boolean }): SQL =>
  fewestDays({ byMachine: byMachine || group !== undefined || machine !== undefined, byProduct: true })

/** Filters a daily table with the alias `d`. */
export const dayCondition = (company: CompanyId, { days: { from, until }, ...of }: ReportFilter): SQL =>
  sql`d.company_id = ${company} and d.day >= ${isoDay(from)}::date and d.day < ${isoDay(until)}::date${machineCondition(company, sql`d.machine_id`, of)}`

/** Limits a report to a machine, or to the machines of a group. */
export const machineCondition = (company: CompanyId, id: SQL, { group, machine }: Omit<ReportFilter, 'days'>): SQL =>
  sql.join(
    [
      ...(group === undefined
        ? []
        : [
            sql` and ${id} in (select g.machine_id from grouped_machines g where g.company_id = ${company} and g.group_id = ${group}::bigint)`,
          ]),
      ...(machine === undefined ? [] : [sql` and ${id} = ${machine}::bigint`]),
    ],
    sql``,
  )

/** The machines that were in service at some time of a period, and those with sales in it. */
export const machinesIn = (company: CompanyId, filter: ReportFilter, { from, until }: { from: SQL; until: SQL }): SQL =>
  sql`select m.id, m.name, m.type from machines m where m.company_id = ${company}
    and ((m.created_at < ${until} and (m.deactivated_at is null or m.deactivated_at > ${from}))
      or exists (select from machine_days d where d.machine_id = m.id and ${dayCondition(company, filter)}))${machineCondition(company, sql`m.id`, filter)}`
