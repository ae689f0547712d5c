import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/machine-reports.ts'
import { toDecimal } from '#domain/money.ts'
import { MILLI } from '#domain/units.ts'
import { companyWays } from '../../db/company-settings.ts'
import { type ReportName, signedAddress } from '../../files/signed-files.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { daysIn, momentsOf } from '../../http/requested-days.ts'
import { serve } from '../../http/serve.ts'
import { mapInTurns } from '../../yielding.ts'
import { findDeliveries, visitsTo } from './deliveries.store.ts'
import { findMargins, findProductMargins, marginOf, perVisit, type Sums } from './margin.store.ts'
import { countMachines, findMatrix } from './matrix.store.ts'
import { findPerformance } from './performance.store.ts'
import type { ReportFilter } from './report-filter.ts'
import { findEarned, perDay } from './revenue.store.ts'
import { findUptime, outagesOf } from './uptime.store.ts'
import { findUsage } from './usage.store.ts'

/** A sheet has 16,384 columns, and a matrix has the product and its total before the machines. */
const MAX_BESIDE = 16_384 - 2

type ReportQuery = { startDate?: string | undefined; endDate?: string | undefined } & Omit<ReportFilter, 'days'>
type Ordered = ReportQuery & { exportType?: 'xlsx' | undefined; locale: string }

/** Reports on machine performance, sales, consumption and outages. */
export function machineReportsRoutes(app: FastifyInstance, ctx: AppContext) {
  const requestOf = async ({ startDate, endDate, group, machine }: ReportQuery, { db, principal }: RequestContext) => {
    const ways = await companyWays(db, principal.companyId)
    const days = daysIn({ startDate, endDate }, ctx.now(), ways.timezone)
    if (days instanceof Refusal) return days
    const filter: ReportFilter = { days, group, machine }
    return { ...ways, filter, span: momentsOf(days, ways.timezone), company: principal.companyId }
  }
  type ReportRequest = Exclude<Awaited<ReturnType<typeof requestOf>>, Refusal>

  /** A report in the requested form: its rows, or the URL of its table if a table can hold it. */
  const report =
    <Answer>(
      name: ReportName,
      answer: (asking: ReportRequest, caller: RequestContext) => Promise<Answer>,
      check: (asking: ReportRequest, caller: RequestContext) => Promise<Refusal | null> = async () => null,
    ) =>
    async ({ query }: { query: Ordered }, caller: RequestContext): Promise<Answer | { downloadUrl: string } | Refusal> => {
      const asking = await requestOf(query, caller)
      if (asking instanceof Refusal) return asking
      if (query.exportType !== 'xlsx') return answer(asking, caller)
      const { company, filter } = asking
      const refused = await check(asking, caller)
      if (refused) return refused
      return {
        downloadUrl: signedAddress(ctx, caller.principal, {
          purpose: 'machine-report',
          report: name,
          company,
          meant: filter,
          locale: query.locale,
        }),
      }
    }

  serve(
    app,
    ctx,
    contract.performanceReport,
    report('performance', async ({ company, filter, span, currency }, { db }) => {
      const rows = await findPerformance(db, company, filter, span, ctx.now())
      return mapInTurns(rows, ({ machine, productSaleShares, turnoverMinor, sold, credits, outages }) => ({
        machine,
        productSaleShares,
        turnover: toDecimal(turnoverMinor, currency),
        numberOfTransactions: sold,
        averageTurnoverPerTransaction: sold === 0 ? 0 : toDecimal(Math.round(turnoverMinor / sold), currency),
        numberOfStops: outages?.count ?? null,
        numberOfSecondsInOutage: outages?.seconds ?? null,
        numberOfCreditsAdded: credits,
      }))
    }),
  )

  serve(
    app,
    ctx,
    contract.matrixReport,
    report(
      'matrix',
      ({ company, filter, currency }, { db }) => findMatrix(db, company, filter, currency),
      async ({ company, filter }, { db }) => {
        const count = await countMachines(db, company, filter)
        if (count <= MAX_BESIDE) return null
        return refuse('REPORT_TOO_WIDE', { detail: `The report has ${count} machines. A table can have at most ${MAX_BESIDE}.` })
      },
    ),
  )

  serve(
    app,
    ctx,
    contract.usageReport,
    report('usage', async ({ company, filter, currency, timezone }, { db }) => {
      const usages = await findUsage(db, company, filter, timezone)
      return usages.map(({ product: { volume, ...product }, used, costMinor, drinks }) => ({
        product,
        used: used / MILLI,
        packs: product.type === 'INGREDIENT' ? Math.round((used / MILLI / volume) * 100) / 100 : null,
        cost: toDecimal(costMinor, currency),
        drinks: drinks.map((drink) => ({ ...drink, used: drink.used / MILLI })),
      }))
    }),
  )

  serve(
    app,
    ctx,
    contract.uptimeReport,
    report('uptime', ({ company, filter, span }, { db }) => findUptime(db, company, filter, span, ctx.now())),
  )

  serve(
    app,
    ctx,
    contract.deliveryReport,
    report('deliveries', ({ company, filter, span, timezone }, { db }) => findDeliveries(db, company, filter, span, timezone)),
  )

  serve(app, ctx, contract.machineVisits, async ({ params: { id }, query }, caller) => {
    const asking = await requestOf(query, caller)
    if (asking instanceof Refusal) return asking
    if (!(await visibleMachine(caller.db, caller.principal, id))) return refuse('MACHINE_NOT_FOUND')
    return visitsTo(caller.db, asking.company, id, asking.span, asking.timezone)
  })

  serve(
    app,
    ctx,
    contract.revenueReport,
    report('revenue', async ({ company, filter, timezone, currency }, { db }) => {
      const rows = await findMargins(db, company, { filter, timezone, now: ctx.now() })
      return mapInTurns(rows, (row) => ({
        machine: row.machine,
        ...amountsOf(row, currency),
        visits: row.visits,
        marginPerVisit: orNull(perVisit(row), currency),
      }))
    }),
  )

  serve(
    app,
    ctx,
    contract.productMargins,
    report('margins', async ({ company, filter, timezone, currency }, { db }) => {
      const { products, monthlyMinor } = await findProductMargins(db, company, { filter, timezone, now: ctx.now() })
      return {
        products: products.map((row) => ({ product: row.product, sold: row.sold, ...amountsOf(row, currency) })),
        monthlyCommission: toDecimal(monthlyMinor, currency),
      }
    }),
  )

  serve(app, ctx, contract.machineRevenue, async ({ params: { id }, query }, caller) => {
    const asking = await requestOf(query, caller)
    if (asking instanceof Refusal) return asking
    const machine = await visibleMachine(caller.db, caller.principal, id)
    if (!machine) return refuse('MACHINE_NOT_FOUND')
    const { company, filter, span, timezone, currency } = asking
    const rows = await findEarned(caller.db, company, machine, filter, span, { now: ctx.now(), timezone })
    const amount = (minor: number) => toDecimal(Math.round(minor), currency)
    return rows.map(({ product, slots, sold, hoursEmpty, better, ...of }) => ({
      product,
      slots,
      sold,
      turnover: amount(of.turnoverMinor),
      netTurnover: amount(of.netMinor),
      margin: orNull(of.marginMinor, currency),
      marginPerDay: orNull(perDay(of), currency),
      hoursEmpty,
      missed: of.missedMinor === null ? null : amount(of.missedMinor),
      better: better && { product: { id: better.product, name: better.name }, gain: amount(better.gain) },
    }))
  })

  serve(app, ctx, contract.machineOutages, async ({ params: { id }, query }, caller) => {
    const asking = await requestOf(query, caller)
    if (asking instanceof Refusal) return asking
    if (!(await visibleMachine(caller.db, caller.principal, id))) return refuse('MACHINE_NOT_FOUND')
    return outagesOf(caller.db, asking.company, id, asking.span)
  })
}

const orNull = (minor: number | null, currency: string) => (minor === null ? null : toDecimal(Math.round(minor), currency))

const amountsOf = (sums: Sums, currency: string) => ({
  turnover: toDecimal(sums.turnoverMinor, currency),
  netTurnover: toDecimal(sums.netMinor, currency),
  netWithoutCost: toDecimal(sums.netWithoutCostMinor, currency),
  cost: toDecimal(sums.costMinor, currency),
  waste: toDecimal(sums.wasteMinor, currency),
  commission: toDecimal(sums.commissionMinor, currency),
  margin: orNull(marginOf(sums), currency),
  soldWithoutCost: sums.soldWithoutCost,
})
