import type { MoneyReport } from '#contract/money.ts'
import { addDays, addMonths, type Day, dayOf, isoDay } from '#domain/calendar.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { type Total, taxSums, totalOf } from '#domain/sales/tax-sums.ts'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { companyWays, type Ways } from '../../db/company-settings.ts'
import { mapInTurns } from '../../yielding.ts'
import { type Closing, findClosings } from './closings.store.ts'
import { findClosed, findLate, findSold, namesOf, type Sold } from './sold.store.ts'

const firstOf = (month: string): Day => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { year, month: number, day: 1 }
}

export const monthAfter = (month: string): string => isoDay(addMonths(firstOf(month), 1)).slice(0, 7)

export const daysOfMonth = (month: string): Days => ({ from: firstOf(month), until: addMonths(firstOf(month), 1) })

/** The figures of a period: of a month as it was closed, or as they are now. */
export type Figures = Ways & { days: Days; rows: Sold[]; closing: Closing | null; month: string | null }

export async function figuresOf(db: Db, company: CompanyId, request: { month?: string | undefined; days: Days }): Promise<Figures> {
  const ways = await companyWays(db, company)
  const { month } = request
  if (month === undefined)
    return { ...ways, days: request.days, rows: await findSold(db, company, request.days), closing: null, month: null }
  const closings = await findClosings(db, company)
  const days = daysOfMonth(month)
  const closing = closings.find((one) => one.month === month)
  if (closing) return { ...ways, days, rows: await findClosed(db, company, closing.id), closing, month }
  return { ...ways, days, rows: await openRows(db, company, month, closings), closing: null, month }
}

/** The sales of an open month; the first one after the closed months includes what arrived for those since. */
async function openRows(db: Db, company: CompanyId, month: string, closings: readonly Closing[]): Promise<Sold[]> {
  const own = await findSold(db, company, daysOfMonth(month))
  const [latest, first] = [closings[0], closings.at(-1)]
  if (!latest || !first || monthAfter(latest.month) !== month) return own
  const late = await findLate(db, company, { from: firstOf(first.month), until: firstOf(month) })
  return [...own, ...late]
}

/** Sums of rows by a key, largest gross first. */
async function sumsBy<K>(rows: readonly Sold[], keyOf: (row: Sold) => K): Promise<{ key: K; total: Total }[]> {
  const sums = await mapInTurns([...grouped(rows, keyOf)], ([key, some]) => {
    const rates = taxSums(some)
    return rates.length > 0 ? [{ key, total: totalOf(rates) }] : []
  })
  return sums.flat().toSorted((a, b) => b.total.grossMinor - a.total.grossMinor)
}

export const ofPart = (rows: readonly Sold[], part: Sold['part']): Sold[] => rows.filter((row) => row.part === part)

const typeOf = (type: string) => (isTransactionType(type) ? type : ('UNKNOWN' as const))

export const meansOf = (rows: readonly Sold[]) => sumsBy(ofPart(rows, 'PRODUCT'), ({ type }) => typeOf(type))

export const closingOf = ({ month, closedAt, closedBy }: Closing) => ({ month, closedAt: toIso(closedAt), closedBy })

export async function reportOf(db: Db, company: CompanyId, figures: Figures, now: Moment): Promise<MoneyReport> {
  const { days, rows, currency, timezone, closing, month } = figures
  const names = await namesOf(db, company)
  const amounts = ({ count, grossMinor, netMinor, taxMinor }: Total) => ({
    count,
    gross: toDecimal(grossMinor, currency),
    net: toDecimal(netMinor, currency),
    tax: toDecimal(taxMinor, currency),
  })
  const sold = ofPart(rows, 'PRODUCT')
  const rates = taxSums(sold)
  const nameOf = (part: Sold['part'], id: number) => ({ id, name: names[part].get(id) ?? String(id) })
  return {
    from: isoDay(days.from),
    to: isoDay(addDays(days.until, -1)),
    unfinished: isoDay(days.until) > isoDay(dayOf(now, timezone)),
    currency,
    closing: closing && closingOf(closing),
    ...amounts(totalOf(rates)),
    rates: rates.map((sum) => ({ rate: sum.rate / 100, ...amounts(sum) })),
    means: (await meansOf(rows)).map(({ key, total }) => ({ type: key, count: total.count, gross: toDecimal(total.grossMinor, currency) })),
    machines: await mapInTurns(await sumsBy(ofPart(rows, 'MACHINE'), ({ key }) => key), ({ key, total }) => ({
      machine: nameOf('MACHINE', key),
      ...amounts(total),
    })),
    products: (await sumsBy(sold, ({ key }) => key)).map(({ key, total }) => ({
      product: key === 0 ? null : nameOf('PRODUCT', key),
      ...amounts(total),
    })),
    late:
      month === null
        ? []
        : (
            await sumsBy(
              sold.filter(({ ofMonth }) => ofMonth !== month),
              ({ ofMonth }) => ofMonth,
            )
          ).map(({ key, total }) => ({ month: key, count: total.count, gross: toDecimal(total.grossMinor, currency) })),
  }
}
