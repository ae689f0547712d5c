import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import { getSession } from '#app/data/device.ts'
import { answered } from '#app/data/server-requests.ts'
import { storedAs } from '#app/data/stored-responses.ts'
import { NotAnswered, tableUrl } from '#app/data/transactions.ts'
import { DATA_TIME_HEADER, type Endpoint, type RequestOf } from '#contract/endpoint.ts'
import type { LiveTopic } from '#contract/live.ts'
import { type ProductSale, productSales, type SalesReport, salesReport } from '#contract/reports.ts'
import type { Packaging } from '#domain/products/product.ts'
import { type Period, spanOf } from '#domain/sales/periods.ts'
import type { Comparison, Grouping, Measure } from '#domain/sales/sales-report.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { call, type Received } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** A yearly total takes a moment, and networks in machine rooms are slow. */
export const TIMEOUT = { timeoutMs: MINUTE }

/** The days of a period in the company's time zone. */
function daysOf(period: Period): { startDate: string; endDate: string } {
  const { from, until } = spanOf(period, Date.now(), getSession().account.timezone)
  return { startDate: toIso(from), endDate: toIso(until) }
}

/** Removes absent values, because a query has no empty ones. */
export const queryParams = (values: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )

/** A report: the previous one is shown until the new one has arrived, and the last response without a network. */
export const reportQuery = <T>(
  queryKey: QueryKey,
  { answer }: { answer: v.GenericSchema },
  queryFn: () => Promise<T>,
  topics: readonly LiveTopic[] = [],
) =>
  queryOptions({
    queryKey,
    meta: { topics },
    queryFn,
    persister: storedAs(answer),
    placeholderData: keepPreviousData,
    retry: false,
    // Each response is an object of its own, by which the moment of its figures is found.
    structuralSharing: false,
  })

const moments = new WeakMap<object, Moment>()

/** The moment of a report's figures, if they are older than its request because a replica of the database answered it. */
export const figuresOf = (report: object): Moment | undefined => moments.get(report)

/** Requests a report, and stores the moment of its figures. */
export async function fetchReport<E extends Endpoint>(endpoint: E, query: RequestOf<E>['query']): Promise<Answer<Received<E>>> {
  let at = Number.NaN
  const answer = await call(endpoint, { query } as RequestOf<E>, {
    ...TIMEOUT,
    onHeaders: (headers) => {
      at = Date.parse(headers.get(DATA_TIME_HEADER) ?? '')
    },
  })
  if (answer.state === 'answered' && Number.isFinite(at)) moments.set(Object(answer.value), at)
  return answer
}

export type ProductQuestion = { period: Period; group?: number | undefined; machine?: number | undefined; types: readonly Packaging[] }

const productQuery = ({ period, group, machine, types }: ProductQuestion) =>
  queryParams({ ...daysOf(period), group, machine, productTypes: types.join(',') })

export const soldProducts = (question: ProductQuestion) =>
  reportQuery(['reports', 'products', question], productSales, async (): Promise<ProductSale[]> => {
    const answer = await fetchReport(productSales, productQuery(question))
    if (answer.state === 'answered' && Array.isArray(answer.value)) return answer.value
    throw new NotAnswered(answer)
  })

export const productTable = (question: ProductQuestion, locale: string) =>
  tableUrl(answered(call(productSales, { query: { ...productQuery(question), exportType: 'xlsx', locale } }, TIMEOUT)))

type SalesQuestion = {
  period: Period
  value: Measure
  groupBy: Grouping
  comparison: Comparison
  machines: readonly number[]
  products: readonly number[]
}

export const salesOverTime = ({ period, machines, products, ...how }: SalesQuestion) =>
  reportQuery(['reports', 'sales', period, machines, products, how], salesReport, async (): Promise<SalesReport> => {
    const query = queryParams({ ...how, ...daysOf(period), machines: machines.join(','), products: products.join(',') })
    const answer = await fetchReport(salesReport, query)
    if (answer.state === 'answered') return answer.value
    throw new NotAnswered(answer)
  })
