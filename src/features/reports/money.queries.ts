import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getSession } from '#app/data/device.ts'
import { answered, type Keyed, keyed, NotAnswered } from '#app/data/server-requests.ts'
import { tableUrl } from '#app/data/transactions.ts'
import * as contract from '#contract/money.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { reportQuery, TIMEOUT } from './reports.queries.ts'

/** A month, as 2026-03, or the days from the first to the last one. */
export type MoneyPeriod = { month: string } | { from: string; to: string }

function queryOf(period: MoneyPeriod): { month: string } | { startDate: string; endDate: string } {
  if ('month' in period) return period
  const { timezone } = getSession().account
  const dayIn = (text: string): Day => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    return { year, month, day }
  }
  return {
    startDate: toIso(startOfDay(dayIn(period.from), timezone)),
    endDate: toIso(startOfDay(addDays(dayIn(period.to), 1), timezone)),
  }
}

export const moneyOf = (period: MoneyPeriod) =>
  reportQuery(
    ['reports', 'money', period],
    contract.moneyReport,
    async (): Promise<contract.MoneyReport> => {
      const answer = await call(contract.moneyReport, { query: queryOf(period) }, TIMEOUT)
      if (answer.state === 'answered' && !('downloadUrl' in answer.value)) return answer.value
      throw new NotAnswered(answer)
    },
    // Closed months and the default tax.
    ['company', 'settings'],
  )

export const moneyFile = (period: MoneyPeriod, exportType: contract.MoneyFormat, locale: string) =>
  tableUrl(answered(call(contract.moneyReport, { query: { ...queryOf(period), exportType, locale } }, TIMEOUT)))

export const moneyMonths = () =>
  queryOptions({
    queryKey: ['reports', 'money-months'],
    meta: { topics: ['settings'] },
    queryFn: () => answered(call(contract.moneyMonths, {}, TIMEOUT)),
  })

const CHANGES_REPORTS = {
  meta: {
    invalidates: [
      ['reports', 'money'],
      ['reports', 'money-months'],
    ],
  },
}

export const closeMonth = mutationOptions({
  ...CHANGES_REPORTS,
  mutationFn: ({ key, month }: Keyed<{ month: string }>) => answered(call(contract.closeMonth, { params: { month } }, keyed(key))),
})

export const reopenMonth = mutationOptions({
  ...CHANGES_REPORTS,
  mutationFn: ({ key, month, reason }: Keyed<{ month: string; reason: string }>) =>
    answered(call(contract.reopenMonth, { params: { month }, body: { reason } }, keyed(key))),
})
