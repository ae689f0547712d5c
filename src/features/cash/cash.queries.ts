import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unlessLive } from '#app/data/liveness.ts'
import { NotAnswered, tableUrl } from '#app/data/transactions.ts'
import { type CashSummary, type CashWithdraw, listCashWithdraws } from '#contract/cash.ts'
import type { Span } from '#domain/sales/periods.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'

/** Filters of cash withdrawals. */
export type CashQuestion = Span & { machine?: number | undefined; group?: number | undefined }

async function fetchCash({ from, until, machine, group }: CashQuestion, more: Record<string, string>) {
  const named = Object.entries({ machine, group }).flatMap(([name, id]) => (id === undefined ? [] : [[name, String(id)]]))
  const query = { startDate: toIso(from), endDate: toIso(until), ...Object.fromEntries(named), ...more }
  const answer = await call(listCashWithdraws, { query }, { timeoutMs: MINUTE })
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}

/** Late sales and undone withdrawals change these figures. */
const common = {
  meta: { topics: ['cash'] },
  placeholderData: keepPreviousData,
  refetchInterval: unlessLive(MINUTE),
  retry: false,
} as const

/** `page` counts from 0. */
export const cashWithdraws = (question: CashQuestion, { page, size }: { page: number; size: number }) =>
  queryOptions({
    ...common,
    queryKey: ['cash', 'page', question, page, size],
    queryFn: async (): Promise<Page<CashWithdraw[]>> => {
      const answer = await fetchCash(question, { page: String(page), size: String(size) })
      if (!('items' in answer)) throw new NotAnswered(null)
      return answer
    },
  })

/** Totals of the withdrawals. */
export const cashSummary = (question: CashQuestion) =>
  queryOptions({
    ...common,
    queryKey: ['cash', 'summary', question],
    queryFn: async (): Promise<CashSummary> => {
      const answer = await fetchCash(question, { type: 'summary' })
      if (!('counted' in answer)) throw new NotAnswered(null)
      return answer
    },
  })

export const cashTable = (question: CashQuestion, locale: string) => tableUrl(fetchCash(question, { exportType: 'xlsx', locale }))
