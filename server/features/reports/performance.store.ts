import { sql } from 'drizzle-orm'
import type { MachinePerformance } from '#contract/machine-reports.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { netOf, TAX_OF_DAY, taxesByDay } from '../../db/product-taxes.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import { eachInTurns, mapInTurns } from '../../yielding.ts'
import { dayCondition, machinesIn, type ReportFilter } from './report-filter.ts'
import { sumOutages } from './uptime.store.ts'

/** Performance of a machine, in minor units. */
export type Performance = Pick<MachinePerformance, 'machine' | 'productSaleShares'> & {
  turnoverMinor: number
  /** Net of the tax that each product had on the day. */
  netMinor: number
  sold: number
  credits: number
  outages: { count: number; seconds: number } | null
}

type Row = MachinePerformance['machine'] & { turnoverMinor: number; netMinor: number; sold: number; credits: number }
type Share = { machine: MachineId; product: { id: number; name: string } | null; sold: number }

/** Performance of each machine, highest turnover first. */
export async function findPerformance(db: Db, company: CompanyId, filter: ReportFilter, span: Span, now: Moment): Promise<Performance[]> {
  const from = sql`${toIso(span.from)}::timestamptz`
  const until = sql`${toIso(span.until)}::timestamptz`
  const rows = await rowsOf<Row>(
    db,
    sql`with ${taxesByDay(company)},
      taxed as (select d.machine_id, x.tax, sum(d.turnover_minor) as turnover from daily_sales d ${TAX_OF_DAY}
        where ${dayCondition(company, filter)} group by 1, 2),
      nets as (select d.machine_id, sum(${netOf(sql`d.turnover`, sql`d.tax`)}) as net from taxed d group by 1)
      select m.id::float8 as id, m.name, m.type, coalesce(s.turnover, 0)::float8 as "turnoverMinor", coalesce(round(n.net), 0)::float8 as "netMinor", coalesce(s.sold, 0)::float8 as sold,
        coalesce(c.credits, 0)::float8 as credits
      from (${machinesIn(company, filter, { from, until })}) m
      left join (select d.machine_id, sum(d.count) as sold, sum(d.turnover_minor) as turnover from machine_days d
        where ${dayCondition(company, filter)} group by d.machine_id) s on s.machine_id = m.id
      left join nets n on n.machine_id = m.id
      left join (select c.machine_id, count(*) as credits from device_commands c
        where c.company_id = ${company} and c.kind = 'CREDIT' and c.outcome = 'done' and c.asked_at >= ${from} and c.asked_at < ${until}
        group by c.machine_id) c on c.machine_id = m.id
      order by "turnoverMinor" desc, ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const shares = new Map<MachineId, Share[]>()
  await eachInTurns(await sharesOf(db, company, filter), (share) => {
    const known = shares.get(share.machine)
    if (known) known.push(share)
    else shares.set(share.machine, [share])
  })
  const outages = new Map((await sumOutages(db, company, span, now)).map((sum) => [sum.machine, sum]))
  return mapInTurns(rows, ({ id, name, type, ...sums }) => {
    const out = outages.get(id)
    return {
      machine: { id, name, type },
      productSaleShares: (shares.get(id) ?? []).map(({ product, sold }) => ({ product, sold, share: sold / sums.sold })),
      ...sums,
      outages: out ? { count: out.outages, seconds: out.out } : null,
    }
  })
}

/** Sales of each product by machine, the best first. */
const sharesOf = (db: Db, company: CompanyId, filter: ReportFilter): Promise<Share[]> =>
  rowsOf<Share>(
    db,
    sql`select s.machine_id::float8 as machine, s.sold::float8 as sold,
        case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as product
      from (select d.machine_id, d.product_id, sum(d.count) as sold from daily_sales d where ${dayCondition(company, filter)}
        group by d.machine_id, d.product_id) s
      left join products p on p.company_id = ${company} and p.id = s.product_id
      order by s.machine_id, s.sold desc, ${inNameOrder(sql`p.name`)}, s.product_id`,
  )
