import { getSession } from '#app/data/device.ts'
import { answered } from '#app/data/server-requests.ts'
import { NotAnswered, tableUrl } from '#app/data/transactions.ts'
import * as contract from '#contract/machine-reports.ts'
import { dayOf } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { monthsUntil, spanOfMonth } from '#domain/sales/periods.ts'
import { toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { fetchReport, queryParams, reportQuery, TIMEOUT } from './reports.queries.ts'

/** Filters of a report: a month of the company, as 2026-03, of all machines, a group or one. */
export type MonthQuestion = { month: string; group?: number | undefined; machine?: number | undefined }

const MONTHS = 24

/** The available months, the current one first. */
export const months = (): string[] => monthsUntil(dayOf(Date.now(), getSession().account.timezone), MONTHS)

/** The month in a URL if it is available, otherwise the current one. */
export function monthIn(month: string | undefined): string {
  const offered = months()
  return month !== undefined && offered.includes(month) ? month : (offered[0] ?? '')
}

function queryOf({ month, group, machine }: MonthQuestion) {
  const { from, until } = spanOfMonth(month, getSession().account.timezone)
  return queryParams({ startDate: toIso(from), endDate: toIso(until), group, machine })
}

/** The filter of the sales list for a month. */
export function salesOfMonth(month: string): { period: 'THIS_MONTH' } | { from: string; until: string } {
  const [now] = months()
  if (month === now) return { period: 'THIS_MONTH' }
  const next = months()[months().indexOf(month) - 1] ?? month
  return { from: `${month}-01T00:00`, until: `${next}-01T00:00` }
}

/** The rows of a report; null if the response is a download URL. */
function rowsIn<Rows extends object>(answer: Answer<Rows | { downloadUrl: string }>): Rows {
  if (answer.state === 'answered' && !('downloadUrl' in answer.value)) return answer.value
  throw new NotAnswered(answer)
}

const key = (name: string, question: MonthQuestion) => ['reports', name, question]

export const performance = (question: MonthQuestion) =>
  reportQuery(key('performance', question), contract.performanceReport, async () =>
    rowsIn(await fetchReport(contract.performanceReport, queryOf(question))),
  )

export const matrix = (question: MonthQuestion) =>
  reportQuery(key('matrix', question), contract.matrixReport, async () =>
    rowsIn(await fetchReport(contract.matrixReport, queryOf(question))),
  )

export const usage = (question: MonthQuestion) =>
  reportQuery(key('usage', question), contract.usageReport, async () => rowsIn(await fetchReport(contract.usageReport, queryOf(question))))

export const uptime = (question: MonthQuestion) =>
  reportQuery(key('uptime', question), contract.uptimeReport, async () =>
    rowsIn(await fetchReport(contract.uptimeReport, queryOf(question))),
  )

export const outagesOf = (id: MachineId, month: string) =>
  reportQuery(['reports', 'outages', id, month], contract.machineOutages, async () =>
    rowsIn(await call(contract.machineOutages, { params: { id: String(id) }, query: queryOf({ month }) }, TIMEOUT)),
  )

export const deliveries = (question: MonthQuestion) =>
  reportQuery(key('deliveries', question), contract.deliveryReport, async () =>
    rowsIn(await fetchReport(contract.deliveryReport, queryOf(question))),
  )

export const visitsTo = (id: MachineId, month: string) =>
  reportQuery(['reports', 'visits', id, month], contract.machineVisits, async () =>
    rowsIn(await call(contract.machineVisits, { params: { id: String(id) }, query: queryOf({ month }) }, TIMEOUT)),
  )

export const revenue = (question: MonthQuestion) =>
  reportQuery(key('revenue', question), contract.revenueReport, async () =>
    rowsIn(await fetchReport(contract.revenueReport, queryOf(question))),
  )

export const revenueOf = (id: MachineId, month: string) =>
  reportQuery(['reports', 'revenue-of', id, month], contract.machineRevenue, async () =>
    rowsIn(await call(contract.machineRevenue, { params: { id: String(id) }, query: queryOf({ month }) }, TIMEOUT)),
  )

export const productMargins = (question: MonthQuestion) =>
  reportQuery(key('margins', question), contract.productMargins, async () =>
    rowsIn(await fetchReport(contract.productMargins, queryOf(question))),
  )

const REPORTS = {
  margins: contract.productMargins,
  revenue: contract.revenueReport,
  deliveries: contract.deliveryReport,
  performance: contract.performanceReport,
  matrix: contract.matrixReport,
  usage: contract.usageReport,
  uptime: contract.uptimeReport,
}

export const reportTable = (name: keyof typeof REPORTS, question: MonthQuestion, locale: string) => {
  const request: Promise<Answer<object>> = call(REPORTS[name], { query: { ...queryOf(question), exportType: 'xlsx', locale } }, TIMEOUT)
  return tableUrl(answered(request))
}
