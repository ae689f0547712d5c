import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ProductSale, productSales, type SalesReport, salesReport } from '#contract/reports.ts'
import type { Packaging } from '#domain/products/product.ts'
import { type Period, spanOf } from '#domain/sales/periods.ts'
import type { Comparison, Grouping, Measure } from '#domain/sales/sales-report.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { NotAnswered, type TableAsked } from './transactions.ts'

/** A yearly total takes a moment, and networks in machine rooms are slow. */
export const PATIENCE = { timeoutMs: MINUTE }

/** The days of a period in the company's time zone. */
function daysOf(period: Period): { startDate: string; endDate: string } {
  const { from, until } = spanOf(period, Date.now(), getSession().account.timezone)
  return { startDate: toIso(from), endDate: toIso(until) }
}

/** Removes absent values, because a query has no empty ones. */
export const said = (values: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )

export const common = { placeholderData: keepPreviousData, retry: false } as const

export type ProductQuestion = { period: Period; group?: number | undefined; machine?: number | undefined; types: readonly Packaging[] }

const productQuery = ({ period, group, machine, types }: ProductQuestion) =>
  said({ ...daysOf(period), group, machine, productTypes: types.join(',') })

export const soldProducts = (question: ProductQuestion) =>
  queryOptions({
    ...common,
    queryKey: ['reports', 'products', question],
    queryFn: async (): Promise<ProductSale[]> => {
      const answer = await call(productSales, { query: productQuery(question) }, PATIENCE)
      if (answer.state === 'answered' && Array.isArray(answer.value)) return answer.value
      throw new NotAnswered(answer)
    },
  })

export async function askForProductTable(question: ProductQuestion, locale: string): Promise<TableAsked> {
  const answer = await call(productSales, { query: { ...productQuery(question), exportType: 'xlsx', locale } }, PATIENCE)
  if (answer.state === 'answered' && 'downloadUrl' in answer.value) return { state: 'ready', address: answer.value.downloadUrl }
  return { state: 'refused', error: answer.state === 'answered' ? null : answer }
}

export type SalesQuestion = {
  period: Period
  value: Measure
  groupBy: Grouping
  comparison: Comparison
  machines: readonly number[]
  products: readonly number[]
}

export const salesOverTime = ({ period, machines, products, ...how }: SalesQuestion) =>
  queryOptions({
    ...common,
    queryKey: ['reports', 'sales', period, machines, products, how],
    queryFn: async (): Promise<SalesReport> => {
      const query = said({ ...how, ...daysOf(period), machines: machines.join(','), products: products.join(',') })
      const answer = await call(salesReport, { query }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })
