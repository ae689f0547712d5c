import { sql } from 'drizzle-orm'
import type { MachineDeliveries, Visit } from '#contract/machine-reports.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { isNeeded } from '#domain/machines/visits.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, millis, personName } from '../../db/sql-fragments.ts'
import { machineCondition, machinesIn, type ReportFilter } from './report-filter.ts'

type Found = Omit<Visit, 'at' | 'needed'> & { machine: MachineId; at: Moment }

/** Restocks by servicemen: all restocks of one user at one machine on one day are one visit. Undone restocks are excluded. */
export async function visitsIn(
  db: Db,
  company: CompanyId,
  of: Omit<ReportFilter, 'days'>,
  { from, until }: Span,
  timezone: string,
): Promise<Found[]> {
  return rowsOf<Found>(
    db,
    sql`with put as (
        select o.machine_id, o.user_id, (o.effective_at at time zone ${timezone})::date as day, m.stock_point_id, min(o.effective_at) as at,
          sum(m.quantity)::numeric / (p.max_quantity * ${MILLI}) as filled
        from operations o
        join movements m on m.company_id = o.company_id and m.operation_id = o.id and m.cause = 'RESTOCK' and not m.voided and m.quantity > 0
        join stock_points p on p.company_id = m.company_id and p.id = m.stock_point_id and p.max_quantity > 0
        where o.company_id = ${company} and o.call in ('restockSlots', 'restockProducts') and o.status = 'applied'
          and o.effective_at >= ${toIso(from)}::timestamptz and o.effective_at < ${toIso(until)}::timestamptz${machineCondition(company, sql`o.machine_id`, of)}
        group by o.machine_id, o.user_id, day, m.stock_point_id, p.max_quantity),
      room as (
        select p.machine_id, count(*) as places from stock_points p
        where p.company_id = ${company} and p.removed_at is null and p.max_quantity > 0 and p.kind in ('SLOT', 'CANISTER') group by p.machine_id)
      select v.machine_id::float8 as machine, ${millis(sql`v.at`)} as at, coalesce(${personName('u')}, '') as serviceman, v.places::float8 as places,
        v.from_empty::float8 as "fromEmpty", (v.filled / greatest(v.places, r.places))::float8 as filled
      from (select machine_id, user_id, day, min(at) as at, count(*) as places, count(*) filter (where filled >= 1) as from_empty,
          sum(least(filled, 1)) as filled from put group by machine_id, user_id, day) v
      left join room r on r.machine_id = v.machine_id
      left join users u on u.company_id = ${company} and u.id = v.user_id
      order by v.at desc, v.machine_id`,
  )
}

/** Unnecessary and late visits by machine, the most first. */
export async function findDeliveries(
  db: Db,
  company: CompanyId,
  filter: ReportFilter,
  span: Span,
  timezone: string,
): Promise<MachineDeliveries[]> {
  const [from, until] = [sql`${toIso(span.from)}::timestamptz`, sql`${toIso(span.until)}::timestamptz`]
  const machines = await rowsOf<MachineDeliveries['machine']>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from (${machinesIn(company, filter, { from, until })}) m order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const visits = grouped(await visitsIn(db, company, filter, span, timezone), ({ machine }) => machine)
  const rows = machines.map((machine): MachineDeliveries => {
    const own = visits.get(machine.id) ?? []
    return {
      machine,
      visits: own.length,
      notNeeded: own.filter((visit) => !isNeeded(visit)).length,
      foundEmpty: own.filter(({ fromEmpty }) => fromEmpty > 0).length,
      filled: own.length === 0 ? null : own.reduce((sum, { filled }) => sum + filled, 0) / own.length,
    }
  })
  return rows.toSorted((a, b) => b.notNeeded - a.notNeeded || b.foundEmpty - a.foundEmpty || b.visits - a.visits)
}

/** The visits to one machine, the latest first. */
export async function visitsTo(db: Db, company: CompanyId, machine: MachineId, span: Span, timezone: string): Promise<Visit[]> {
  const visits = await visitsIn(db, company, { machine }, span, timezone)
  return visits.map(({ machine: _, at, ...visit }) => ({ ...visit, at: toIso(at), needed: isNeeded(visit) }))
}
