import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { listTransactions, Transaction, TransactionSummary } from '#contract/transactions.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import type { ShownType } from '#domain/sales/transaction.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { clockOffset } from './clock-offset.ts'
import { unlessLive } from './liveness.ts'
import { NotAnswered } from './server-requests.ts'
import { storedAs } from './stored-responses.ts'

export { NotAnswered }

/** Filters of a sales query. */
export type SalesQuestion = Span & {
  group?: number | undefined
  machine?: MachineId | undefined
  product?: ProductId | undefined
  method?: ShownType | undefined
}

/** A page of sales. With its `asOf` the next page continues exactly after it, whatever arrived since. */
const SalesPage = v.object({ rows: v.array(Transaction), total: v.number(), pages: v.number(), asOf: v.number() })
export type SalesPage = v.InferOutput<typeof SalesPage>

const LIST_TIMEOUT_MS = MINUTE

async function fetchSales(question: SalesQuestion, more: Record<string, string>) {
  const { from, until, group, machine, product, method } = question
  const named = { group, machine, product }
  const query = {
    startDate: toIso(from),
    endDate: toIso(until),
    ...(method ? { method } : {}),
    ...Object.fromEntries(Object.entries(named).flatMap(([name, id]) => (id === undefined ? [] : [[name, String(id)]]))),
    ...more,
  }
  const answer = await call(listTransactions, { query }, { timeoutMs: LIST_TIMEOUT_MS })
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}

/** Totals of the sales. `isFirstPage`: refetched on each view; later pages keep the totals. */
export const salesSummary = (question: SalesQuestion, isFirstPage: boolean) =>
  queryOptions({
    queryKey: ['sales', 'summary', question],
    persister: storedAs(TransactionSummary),
    queryFn: async (): Promise<TransactionSummary> => {
      const answer = await fetchSales(question, { type: 'summary' })
      if (!('turnover' in answer)) throw new NotAnswered(null)
      return answer
    },
    placeholderData: keepPreviousData,
    staleTime: isFirstPage ? 0 : Number.POSITIVE_INFINITY,
    retry: false,
  })

/** `page` counts from 0. */
export const salesPage = (question: SalesQuestion, { page, size, asOf }: { page: number; size: number; asOf?: Moment | undefined }) =>
  queryOptions({
    queryKey: ['sales', 'page', question, page, size, asOf ?? null],
    persister: storedAs(SalesPage),
    queryFn: async (): Promise<SalesPage> => {
      const moment = asOf ?? (await serverNow())
      const answer = await fetchSales(question, { page: String(page), size: String(size), asOf: toIso(moment) })
      if (!('items' in answer)) throw new NotAnswered(null)
      const { totalElements, totalPages } = answer.pageDetails
      return { rows: answer.items, total: totalElements, pages: totalPages, asOf: moment }
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

const LastDay = v.object({ rows: v.array(Transaction), total: v.number(), now: v.number() })

/** The sales of a machine in the 24 hours until `now`, by the server's clock, in one page, newest first. */
export const lastDaySales = (machine: MachineId) =>
  queryOptions({
    queryKey: ['sales', 'last day', machine],
    persister: storedAs(LastDay),
    meta: { topics: ['sales'] },
    queryFn: async (): Promise<v.InferOutput<typeof LastDay>> => {
      const now = await serverNow()
      const answer = await fetchSales({ from: now - DAY, until: now, machine }, { page: '0', size: '1000' })
      if (!('items' in answer)) throw new NotAnswered(null)
      return { rows: answer.items, total: answer.pageDetails.totalElements, now }
    },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
  })

/** The URL of a requested table, or null if it will be sent by mail. */
export async function tableUrl(request: Promise<object>): Promise<string | null> {
  try {
    const answer = await request
    if ('downloadUrl' in answer) return String(answer.downloadUrl)
  } catch (error) {
    if (error instanceof NotAnswered && error.code === 'REPORT_BY_MAIL') return null
    throw error
  }
  throw new NotAnswered(null)
}

export const salesTable = (question: SalesQuestion, locale: string) => tableUrl(fetchSales(question, { exportType: 'xlsx', locale }))

/** The server's time, as estimated on this device. */
async function serverNow(): Promise<Moment> {
  return Date.now() + (await clockOffset())
}
