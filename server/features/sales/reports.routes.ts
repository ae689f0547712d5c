import type { FastifyInstance } from 'fastify'
import { productSales, salesReport } from '#contract/reports.ts'
import { toDecimal } from '#domain/money.ts'
import { type Days, groupsIn, sumOf } from '#domain/sales/sales-report.ts'
import { companyWays } from '../../db/company-settings.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { Refusal } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { daysIn } from '../../http/requested-days.ts'
import { serve } from '../../http/serve.ts'
import { findDays, findProductSales } from './reports.store.ts'

export function reportsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, productSales, async ({ query }, { db, principal }) => {
    const { currency, timezone } = await companyWays(db, principal.companyId)
    const days = daysIn(query, ctx.now(), timezone)
    if (days instanceof Refusal) return days
    const machines = intersection(query.machine, query.machineIds)
    const filter = { ...days, machines, group: query.group, packagings: query.productTypes }
    if (query.exportType) {
      const order = { purpose: 'product-sales', company: principal.companyId, sales: filter, locale: query.locale } as const
      return { downloadUrl: signedAddress(ctx, principal, order) }
    }
    const sold = await findProductSales(db, principal.companyId, filter)
    return sold.map(({ product, sold: count, grossMinor, netMinor }) => ({
      product,
      saleNet: toDecimal(netMinor, currency),
      saleGross: toDecimal(grossMinor, currency),
      sold: count,
    }))
  })

  serve(app, ctx, salesReport, async ({ query }, { db, principal }) => {
    const { currency, timezone } = await companyWays(db, principal.companyId)
    const days = daysIn(query, ctx.now(), timezone)
    if (days instanceof Refusal) return days
    const { value: measure, groupBy, comparison, machines, products, paymentMethods: types } = query
    const groups = groupsIn(days, groupBy, comparison)
    const narrowed = { machines, products, types }
    const [first] = groups
    const from = first?.before.from ?? days.from
    const byDay = await findDays(db, principal.companyId, measure, { ...narrowed, from, until: days.until })
    const figureOf = (span: Days) => (measure === 'REVENUE' ? toDecimal(sumOf(span, byDay), currency) : sumOf(span, byDay))
    return {
      dataType: measure,
      items: groups.map((group) => ({ group: group.name, value: figureOf(group), previousValue: figureOf(group.before) })),
    }
  })
}

/** Combines a single machine and a list of machines; if both are given, only their intersection. */
function intersection(one: number | undefined, several: readonly number[] | undefined): number[] | undefined {
  if (one === undefined) return several && [...several]
  return several === undefined || several.includes(one) ? [one] : []
}
