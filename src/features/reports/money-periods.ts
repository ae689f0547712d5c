import { months } from './machine-reports.queries.ts'
import type { MoneyPeriod } from './money.queries.ts'
import type { MoneySearch } from './reports-search.ts'

/** The month before one of those offered. */
const monthBefore = (month: string) => months()[months().indexOf(month) + 1]

/** The period in a URL, the last full month by default, and the one it is compared with, by default the month before it. */
export function periodsIn({ month, from, to, beside, besideFrom, besideTo }: MoneySearch): {
  period: MoneyPeriod
  before: MoneyPeriod | null
} {
  const period: MoneyPeriod = from && to ? { from, to } : { month: month ?? months()[1] ?? '' }
  if (besideFrom && besideTo) return { period, before: { from: besideFrom, to: besideTo } }
  const other = beside ?? ('month' in period ? monthBefore(period.month) : undefined)
  return { period, before: other === undefined || other === 'none' ? null : { month: other } }
}
