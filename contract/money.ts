import * as v from 'valibot'
import { hasDecimals, MAX_TAX } from '#domain/products/product-limits.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateOnly, DateTime, Integer, line } from './fields.ts'
import { Days } from './reports.ts'
import { inPercent, Money, Percent } from './units.ts'

/** A month of the company, as 2026-03. */
const Month = v.pipe(v.string(), v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03'))

const sums = { count: Integer, gross: Money, net: Money, tax: Money }
const Named = v.object({ id: Integer, name: v.string() })

export const MONEY_FORMATS = ['xlsx', 'csv', 'datev'] as const
export type MoneyFormat = (typeof MONEY_FORMATS)[number]

/** A closed month: when and by whom; null if the user has left. */
const Closing = v.object({ month: v.string(), closedAt: DateTime, closedBy: v.nullable(v.string()) })

/**
 * Money of a period. `from` and `to`: its first and last day; `unfinished`: it is not over. `rate` is in percent. `tax` is in `gross`, rounded
 * once per rate and period, so that of a machine or product is only its own and need not add up. `late`: sales in the figures that belong
 * to an earlier month, which was closed before they arrived.
 */
export const MoneyReport = v.object({
  from: DateOnly,
  to: DateOnly,
  unfinished: v.boolean(),
  currency: v.string(),
  closing: v.nullable(Closing),
  ...sums,
  rates: v.array(v.object({ rate: Percent, ...sums })),
  means: v.array(v.object({ type: v.fallback(v.picklist(SHOWN_TYPES), 'UNKNOWN'), count: Integer, gross: Money })),
  machines: v.array(v.object({ machine: Named, ...sums })),
  products: v.array(v.object({ product: v.nullable(Named), ...sums })),
  late: v.array(v.object({ month: v.string(), count: Integer, gross: Money })),
})
export type MoneyReport = v.InferOutput<typeof MoneyReport>

export const moneyReport = endpoint({
  name: 'moneyReport',
  method: 'GET',
  path: '/reports/v2/money',
  who: 'manager',
  summary:
    'Retrieve gross, net and tax of a month or of a period, by rate, means of payment, machine and product; with exportType, return a signed URL of a file, valid for 10 minutes',
  query: v.object({
    month: v.optional(Month),
    ...Days,
    exportType: v.optional(v.picklist(MONEY_FORMATS)),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([MoneyReport, v.object({ downloadUrl: v.string() })]),
  refusals: ['ACCOUNTS_MISSING'],
})

/** `closings`: closed months, latest first. `next`: the only month that can be closed next, if it is over; null: any month that is over. */
const MoneyMonths = v.object({ closings: v.array(Closing), next: v.nullable(v.string()) })

export const moneyMonths = endpoint({
  name: 'moneyMonths',
  method: 'GET',
  path: '/reports/v2/money/months',
  who: 'manager',
  summary: 'List the closed months',
  answer: MoneyMonths,
})

export const closeMonth = endpoint({
  name: 'closeMonth',
  method: 'POST',
  path: '/reports/v2/money/months/:month/close',
  who: 'manager',
  summary: 'Close a month: its figures are stored and do not change; closing a closed month changes nothing',
  params: v.object({ month: Month }),
  answer: Closing,
  keyed: true,
  refusals: ['MONTH_NOT_OVER', 'MONTH_OUT_OF_ORDER'],
})

export const reopenMonth = endpoint({
  name: 'reopenMonth',
  method: 'POST',
  path: '/reports/v2/money/months/:month/reopen',
  who: 'manager',
  summary: 'Reopen the latest closed month, with a reason',
  params: v.object({ month: Month }),
  body: v.object({ reason: v.pipe(line(200), v.nonEmpty('must not be empty')) }),
  answer: v.object({ month: v.string() }),
  keyed: true,
  refusals: ['MONTH_OUT_OF_ORDER'],
})

const Account = v.pipe(v.string(), v.regex(/^\d{4,9}$/, 'must be an account of 4 to 9 digits'))
const whole = (least: number, most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most))
const Rate = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_TAX),
  v.check((rate) => hasDecimals(rate, 2), 'must have two decimals at most'),
  inPercent,
)

/**
 * Accounting of a company: its numbers at the tax adviser, the revenue account of each rate, the account of each means of payment
 * (`other` for those without one), and the account between them. `fiscalYearStart` is a month.
 */
export const MoneySettings = v.object({
  consultantNumber: whole(1_001, 9_999_999),
  clientNumber: whole(1, 99_999),
  accountLength: whole(4, 8),
  fiscalYearStart: whole(1, 12),
  clearingAccount: Account,
  revenueAccounts: v.pipe(v.array(v.object({ rate: Rate, account: Account })), v.minLength(1), v.maxLength(20)),
  moneyAccounts: v.object({ cash: Account, card: Account, other: Account }),
})
export type MoneySettings = v.InferOutput<typeof MoneySettings>

/** `defaultTax`: the rate of sales without a known product, in percent, from `defaultTaxValidFrom`, today by default; an earlier day corrects it. */
const Settings = v.object({ accounts: v.nullable(MoneySettings), defaultTax: Percent })
export const moneySettings = endpoint({
  name: 'moneySettings',
  method: 'GET',
  path: '/reports/v2/money/settings',
  who: 'manager',
  summary: 'Retrieve the accounts for the DATEV export and the default tax',
  answer: Settings,
})

export const changeMoneySettings = endpoint({
  name: 'changeMoneySettings',
  method: 'PATCH',
  path: '/reports/v2/money/settings',
  who: 'manager',
  summary: 'Update the accounts for the DATEV export, or the default tax; absent fields stay unchanged, and null removes the accounts',
  body: v.partial(
    v.object({
      accounts: v.nullable(MoneySettings),
      defaultTax: Rate,
      defaultTaxValidFrom: CalendarDay,
    }),
  ),
  answer: Settings,
  keyed: true,
})
