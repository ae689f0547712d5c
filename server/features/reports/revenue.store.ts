import { type SQL, sql } from 'drizzle-orm'
import type { ProductRevenue } from '#contract/machine-reports.ts'
import { historyOf, portionOf } from '#domain/forecast/past.ts'
import type { CompanyId, MachineId, StockPointId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type Better, betterProducts, type EarningElsewhere } from '#domain/sales/better-product.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Interval, productHours } from '#domain/sales/product-hours.ts'
import { DAY, HOUR, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { netOf, TAX_OF_DAY, taxesByDay } from '../../db/product-taxes.ts'
import { inNameOrder, millis } from '../../db/sql-fragments.ts'
import { lyingAt, pastOf } from '../../ledger/past.store.ts'
import { marginLines } from './margin-lines.ts'
import { dayCondition, type ReportFilter } from './report-filter.ts'

/** Revenue of a product in one machine, in minor units. */
type Earned = Pick<ProductRevenue, 'product' | 'slots' | 'sold' | 'hoursEmpty'> & {
  turnoverMinor: number
  netMinor: number
  /** Before waste and commission; null if no sale has a known cost. */
  marginMinor: number | null
  /** Sum over all its slots. */
  hours: number
  missedMinor: number | null
  better: (Better & { name: string }) | null
}
type Stays = Pick<Earned, 'product' | 'slots' | 'sold' | 'turnoverMinor' | 'netMinor' | 'hours'> & {
  netWithoutCostMinor: number
  costMinor: number
  soldWithoutCost: number
  spans: (Interval & { point: StockPointId })[]
}

/** Revenue of each product in a machine, the lowest per day first, with products that would earn more in its place. */
export async function findEarned(
  db: Db,
  company: CompanyId,
  { id, type }: { id: MachineId; type: MachineType },
  filter: ReportFilter,
  span: Span,
  { now, timezone }: { now: Moment; timezone: string },
): Promise<Earned[]> {
  const filterHere: ReportFilter = { days: filter.days, machine: id }
  const end = Math.min(span.until, now)
  const [from, until] = [sql`${toIso(span.from)}::timestamptz`, sql`${toIso(end)}::timestamptz`]
  const hours = sql`sum(extract(epoch from least(coalesce(s.removed_at, ${until}), ${until}) - greatest(s.installed_at, ${from}))) / 3600`
  const lay = sql`s.company_id = ${company} and s.installed_at < ${until} and (s.removed_at is null or s.removed_at > ${from})`
  const stays = await rowsOf<Stays>(
    db,
    sql`with ${marginLines(company, filterHere, timezone, { byMachine: true })},
      stays as (
        select s.product_id, ${hours} as hours, array_agg(distinct n.slot_number) as slots,
          jsonb_agg(jsonb_build_object('point', s.id, 'from', ${millis(sql`greatest(s.installed_at, ${from})`)}, 'to', ${millis(sql`least(coalesce(s.removed_at, ${until}), ${until})`)})) as spans
        from stock_points s
        join slots n on n.company_id = s.company_id and n.id = s.slot_id
        where ${lay} and s.machine_id = ${id}::bigint and s.kind in ('SLOT', 'SELECTION') group by 1),
      sales as (select l.product_id, sum(l.count) as sold, sum(l.turnover) as turnover, sum(l.net) as net, sum(l.net) filter (where not l.known) as net_without_cost,
          sum(l.cost) as cost, sum(l.count) filter (where not l.known) as without_cost from lines l group by 1)
      select jsonb_build_object('id', p.id, 'name', p.name) as product, y.slots, y.hours::float8 as hours, coalesce(a.sold, 0)::float8 as sold,
        coalesce(a.turnover, 0)::float8 as "turnoverMinor", coalesce(a.net, 0)::float8 as "netMinor", coalesce(a.cost, 0)::float8 as "costMinor",
        coalesce(a.net_without_cost, 0)::float8 as "netWithoutCostMinor", coalesce(a.without_cost, 0)::float8 as "soldWithoutCost", y.spans
      from stays y join products p on p.company_id = ${company} and p.id = y.product_id
      left join sales a on a.product_id = y.product_id
      where y.hours > 0 order by ${inNameOrder(sql`p.name`)}, p.id`,
  )
  const elsewhere = type === 'SNACK' ? await earnedElsewhere(db, company, id, { lay, hours, filter: { days: filter.days } }) : []
  const names = new Map(elsewhere.map(({ product, name }) => [product, name]))
  const own = stays.map(({ product, hours: of, netMinor, costMinor }) => ({
    product: product.id,
    hours: of,
    profit: netMinor - costMinor,
  }))
  const better = betterProducts(own, elsewhere)
  const soldOut = await soldOutOf(db, company, id, { from: span.from, until: end, now })

  const earned = stays.map(({ costMinor, netWithoutCostMinor, soldWithoutCost, spans, ...stay }): Earned => {
    const next = better.get(stay.product.id)
    const isKnown = spans.some(({ point }) => soldOut.has(point))
    const { offered, empty } = productHours(spans.map(({ point, ...of }) => ({ ...of, soldOut: soldOut.get(point) ?? null })))
    const [out, filled] = [isKnown ? empty / HOUR : null, (offered - empty) / HOUR]
    return {
      ...stay,
      slots: stay.slots.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
      marginMinor:
        soldWithoutCost > 0 && soldWithoutCost === stay.sold ? null : Math.round(stay.netMinor - netWithoutCostMinor - costMinor),
      hoursEmpty: out === null ? null : Math.round(out),
      missedMinor: out === null ? null : filled > 0 ? Math.round((stay.turnoverMinor / filled) * out) : 0,
      better: next ? { ...next, name: names.get(next.product) ?? '' } : null,
    }
  })
  return earned.toSorted((a, b) => (perDay(a) ?? Number.POSITIVE_INFINITY) - (perDay(b) ?? Number.POSITIVE_INFINITY))
}

/** Margin of a product per day and slot, in minor units. */
export const perDay = ({ marginMinor, hours }: Pick<Earned, 'marginMinor' | 'hours'>): number | null =>
  marginMinor === null ? null : (marginMinor / hours) * (DAY / HOUR)

/** Revenue of each product with a known cost in the slots of all other snack machines, at its current cost. */
const earnedElsewhere = (
  db: Db,
  company: CompanyId,
  id: MachineId,
  { lay, hours, filter }: { lay: SQL; hours: SQL; filter: ReportFilter },
): Promise<(EarningElsewhere & { name: string })[]> =>
  rowsOf(
    db,
    sql`with ${taxesByDay(company)}, stays as (
        select s.machine_id, s.product_id, ${hours} as hours from stock_points s
        join machines m on m.company_id = s.company_id and m.id = s.machine_id and m.type = 'SNACK'
        where ${lay} and s.machine_id <> ${id}::bigint and s.kind = 'SLOT' group by 1, 2),
      taxed as (select d.machine_id, d.product_id, x.tax, sum(d.count) as sold, sum(d.turnover_minor) as turnover from daily_sales d ${TAX_OF_DAY}
        where ${dayCondition(company, filter)} group by 1, 2, 3),
      sales as (select d.machine_id, d.product_id, sum(d.sold) as sold, sum(${netOf(sql`d.turnover`, sql`d.tax`)}) as net from taxed d group by 1, 2)
      select p.id::float8 as product, p.name, sum(y.hours)::float8 as hours, count(*)::float8 as machines,
        (coalesce(sum(a.net), 0) - coalesce(sum(a.sold), 0) * p.last_cost_minor)::float8 as profit
      from stays y join products p on p.company_id = ${company} and p.id = y.product_id and not p.deleted and p.last_cost_minor > 0
      left join sales a on a.machine_id = y.machine_id and a.product_id = y.product_id
      where y.hours > 0 group by p.id, p.name, p.last_cost_minor order by p.id`,
  )

/** The times at which each current slot of the machine was sold out. */
async function soldOutOf(
  db: Db,
  company: CompanyId,
  id: MachineId,
  { from, until, now }: Span & { now: Moment },
): Promise<Map<StockPointId, { from: Moment; to: Moment }[]>> {
  const places = (await pastOf(db, company, [id], from)).filter(({ type, installedAt }) => type === 'SNACK' && installedAt < until)
  // Computed from the start of the ledger, so that the result for a month does not depend on the requested period.
  const lying = await lyingAt(
    db,
    company,
    places.map(({ point }) => point),
    from,
  )
  return new Map(
    places.map(({ point, moves, installedAt, balance }) => {
      const since = Math.max(from, installedAt)
      const { soldOut } = historyOf(moves, { since, until: now, balance, portion: portionOf(moves), lay: lying.get(point) })
      return [point, soldOut.map((span) => ({ from: span.from, to: Math.min(span.to, until) })).filter((span) => span.to > span.from)]
    }),
  )
}
