import { type SQL, sql } from 'drizzle-orm'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId, MachineId, ProductId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isCostOn } from '../../db/product-costs.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import { momentsOf } from '../../http/requested-days.ts'
import { mapInTurns } from '../../yielding.ts'
import { visitsIn } from './deliveries.store.ts'
import { commissionsByDay, costOf, marginLines, rounded } from './margin-lines.ts'
import { machineCondition, machinesIn, type ReportFilter } from './report-filter.ts'

/** Figures of a margin in minor units, each an exact sum that is rounded once. */
export type Sums = {
  sold: number
  /** As paid by customers, including tax. */
  turnoverMinor: number
  /** Net of the tax that each product had on the day. */
  netMinor: number
  /** The part of `netMinor` whose cost is unknown. */
  netWithoutCostMinor: number
  costMinor: number
  wasteMinor: number
  commissionMinor: number
  soldWithoutCost: number
}
type MachineMargin = Sums & { machine: { id: MachineId; name: string; type: MachineType }; visits: number }
type ProductMargin = Sums & { product: { id: ProductId; name: string } | null }

/** Turnover with a known cost, minus that cost, waste and commission. Null if something was sold, all without a known cost. */
export function marginOf(of: Sums): number | null {
  if (of.soldWithoutCost > 0 && of.soldWithoutCost === of.sold) return null
  return of.netMinor - of.netWithoutCostMinor - of.costMinor - of.wasteMinor - of.commissionMinor
}

/** The margin as a share of the turnover with a known cost. */
export function shareOf(of: Sums): number | null {
  const [margin, net] = [marginOf(of), of.netMinor - of.netWithoutCostMinor]
  return margin === null || net === 0 ? null : margin / net
}

/** The margin that one visit earned on average; null without visits. */
export function perVisit(of: MachineMargin): number | null {
  const margin = marginOf(of)
  return margin === null || of.visits === 0 ? null : Math.round(margin / of.visits)
}

type MarginRequest = { filter: ReportFilter; timezone: string; now: Moment }

/** The sums of sales by a column of `lines`. */
const salesBy = (key: SQL): SQL => sql`select ${key} as key, sum(l.count) as sold, sum(l.turnover) as turnover, sum(l.net) as net,
    sum(l.net) filter (where not l.known) as net_without_cost, sum(l.cost) as cost, sum(l.commission) as commission,
    sum(l.count) filter (where not l.known) as without_cost
  from lines l group by 1`

/** What was written off as lost, at the cost of its day, by a column of stock points. */
function wasteBy(company: CompanyId, { filter, timezone }: MarginRequest, key: SQL): SQL {
  const { from, until } = momentsOf(filter.days, timezone)
  return sql`select ${key} as key, sum(${costOf(sql`-v.quantity`)}) as cost from stock_points s
    join movements v on v.company_id = s.company_id and v.stock_point_id = s.id and v.cause = 'LOSS' and v.kind = 'delta' and not v.voided
      and v.effective_at >= ${toIso(from)}::timestamptz and v.effective_at < ${toIso(until)}::timestamptz
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join costs k on k.product_id = p.id and ${isCostOn(sql`(v.effective_at at time zone ${timezone})::date`)}
    where s.company_id = ${company} and s.machine_id is not null${machineCondition(company, sql`s.machine_id`, filter)} group by 1`
}

/** Every length of a month in days is a divisor, so that parts of months add up without a rounding. */
const PARTS_OF_A_MONTH = 28 * 29 * 15 * 31

/**
 * Monthly amounts, for each day of the period a part of its month: until today, and until the machine was deactivated. Days are counted as
 * numbers, because a series of midnights lacks those that a time zone skips.
 */
function monthlyAmounts(company: CompanyId, { filter, timezone, now }: MarginRequest): SQL {
  const [from, until] = [sql`${isoDay(filter.days.from)}::date`, sql`${isoDay(filter.days.until)}::date`]
  const today = sql`${isoDay(dayOf(now, timezone))}::date`
  const month = sql`date_trunc('month', (y.first + i.i)::timestamp)`
  return sql`select a.machine_id as key, sum(a.monthly * a.days * (${PARTS_OF_A_MONTH}::bigint / a.length))::numeric(40, 12) / ${PARTS_OF_A_MONTH}::bigint as amount
    from (
      select c.machine_id, c.monthly, count(*) as days, extract(day from ${month} + interval '1 month - 1 day')::bigint as length
      from commissions c
      join machines m on m.company_id = ${company} and m.id = c.machine_id
      cross join lateral (select greatest(c.valid_from, ${from}) as first,
        least(c.valid_until, ${until}, ${today} + 1, (m.deactivated_at at time zone ${timezone})::date + 1) as until) y
      cross join lateral generate_series(0, y.until - y.first - 1) i(i)
      where c.monthly > 0${machineCondition(company, sql`c.machine_id`, filter)}
      group by c.machine_id, c.monthly, ${month}) a group by 1`
}

const SUMS = sql`coalesce(s.sold, 0)::float8 as sold, coalesce(s.turnover, 0)::float8 as "turnoverMinor", ${rounded(sql`s.net`)} as "netMinor",
    ${rounded(sql`s.net_without_cost`)} as "netWithoutCostMinor", ${rounded(sql`s.cost`)} as "costMinor", ${rounded(sql`w.cost`)} as "wasteMinor",
    coalesce(s.without_cost, 0)::float8 as "soldWithoutCost"`

/** An unknown margin is last. */
const highestFirst = (a: Sums, b: Sums): number =>
  (marginOf(b) ?? Number.NEGATIVE_INFINITY) - (marginOf(a) ?? Number.NEGATIVE_INFINITY) || b.netMinor - a.netMinor

/** Margin of each machine, the highest first. */
export async function findMargins(db: Db, company: CompanyId, request: MarginRequest): Promise<MachineMargin[]> {
  const { filter, timezone } = request
  const span = momentsOf(filter.days, timezone)
  const [from, until] = [sql`${toIso(span.from)}::timestamptz`, sql`${toIso(span.until)}::timestamptz`]
  const rows = await rowsOf<Sums & MachineMargin['machine']>(
    db,
    sql`with ${marginLines(company, filter, timezone, { byMachine: true })}
      select m.id::float8 as id, m.name, m.type, ${SUMS}, ${rounded(sql`coalesce(s.commission, 0) + coalesce(f.amount, 0)`)} as "commissionMinor"
      from (${machinesIn(company, filter, { from, until })}) m
      left join (${salesBy(sql`l.machine_id`)}) s on s.key = m.id
      left join (${wasteBy(company, request, sql`s.machine_id`)}) w on w.key = m.id
      left join (${monthlyAmounts(company, request)}) f on f.key = m.id
      order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const visits = grouped(await visitsIn(db, company, filter, span, timezone), ({ machine }) => machine)
  const margins = await mapInTurns(rows, ({ id, name, type, ...sums }) => ({
    machine: { id, name, type },
    ...sums,
    visits: visits.get(id)?.length ?? 0,
  }))
  return margins.toSorted(highestFirst)
}

/**
 * Margin of each product and of what was lost of ingredients, the highest first. Commissions are shares of the product's own turnover;
 * monthly amounts belong to no product and are returned as one sum.
 */
export async function findProductMargins(
  db: Db,
  company: CompanyId,
  request: MarginRequest,
): Promise<{ products: ProductMargin[]; monthlyMinor: number }> {
  const rows = await rowsOf<Sums & { product: ProductMargin['product']; monthlyMinor: number }>(
    db,
    sql`with ${marginLines(company, request.filter, request.timezone, { byMachine: false })}
      select case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as product, ${SUMS},
        ${rounded(sql`s.commission`)} as "commissionMinor"
      from (${salesBy(sql`l.product_id`)}) s
      full join (${wasteBy(company, request, sql`s.product_id`)}) w on w.key = s.key
      left join products p on p.company_id = ${company} and p.id = coalesce(s.key, w.key)
      order by ${inNameOrder(sql`p.name`)}, p.id`,
  )
  const [fixed] = await rowsOf<{ amount: number }>(
    db,
    sql`with ${commissionsByDay(company)} select ${rounded(sql`sum(f.amount)`)} as amount from (${monthlyAmounts(company, request)}) f`,
  )
  return { products: rows.toSorted(highestFirst), monthlyMinor: fixed?.amount ?? 0 }
}
