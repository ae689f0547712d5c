import * as v from 'valibot'
import type { MoneySettings } from '#contract/money.ts'
import { addDays, isoDay } from '#domain/calendar.ts'
import { decimalsOf } from '#domain/money.ts'
import { datevBatch, inWindows1252, type Posting } from '#domain/sales/datev.ts'
import { taxSums } from '#domain/sales/tax-sums.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { wordsOf } from '../../languages.ts'
import { type Figures, meansOf, ofPart } from './figures.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({ datev: v.object({ title: word, rate: word, cash: word, card: word, other: word }) })

/** DATEV amounts have two decimals. */
const DECIMALS = 2

const wrong = (path: string, message: string) => refuse('MALFORMED', { detail: `${path}: ${message}`, errors: [{ path, message }] })

/** Why figures cannot be posted; null if they can. */
export function datevRefusal({ rows, month, currency }: Figures, accounts: MoneySettings | null): Refusal | null {
  if (month === null) return wrong('month', 'is required for DATEV, because its postings belong to one fiscal year')
  if (decimalsOf(currency) > DECIMALS) return wrong('exportType', `DATEV has no amounts in ${currency}`)
  if (!accounts) return refuse('ACCOUNTS_MISSING', { detail: 'The accounts for DATEV are not set.' })
  const missing = taxSums(ofPart(rows, 'PRODUCT')).filter(({ rate }) => !accountOf(accounts, rate))
  if (missing.length === 0) return null
  const rates = missing.map(({ rate }) => `${rate / 100} %`).join(', ')
  return refuse('ACCOUNTS_MISSING', { detail: `These rates have no revenue account: ${rates}.` })
}

const accountOf = (accounts: MoneySettings, rate: number) =>
  accounts.revenueAccounts.find((one) => Math.round(one.rate * 100) === rate)?.account

const KIND_OF: Readonly<Record<string, 'cash' | 'card'>> = { CASH: 'cash', CREDIT_CARD: 'card' }

/**
 * The postings of a month: the gross sum of each rate once, from the clearing account to revenue, so that the tax is rounded once as in the
 * report; and each kind of money from its account to the clearing account, which has the balance 0 afterwards. Texts are German, as is
 * DATEV.
 */
export async function datevFile(
  { rows, days, month, currency, closing }: Figures,
  accounts: MoneySettings,
  now: Moment,
): Promise<Uint8Array> {
  const { datev: words } = wordsOf('de', 'money', Words)
  const [from, to] = [isoDay(days.from), isoDay(addDays(days.until, -1))]
  const [voucher, factor] = [month ?? '', 10 ** (DECIMALS - decimalsOf(currency))]
  const { clearingAccount, revenueAccounts: _, moneyAccounts, fiscalYearStart, ...numbers } = accounts
  const common = { day: to, voucher }
  const money = { cash: 0, card: 0, other: 0 }
  for (const { key, total } of await meansOf(rows)) money[KIND_OF[key] ?? 'other'] += total.grossMinor
  const postings: Posting[] = [
    ...taxSums(ofPart(rows, 'PRODUCT')).map(({ rate, grossMinor }) => ({
      ...common,
      amountMinor: grossMinor * factor,
      debit: clearingAccount,
      credit: accountOf(accounts, rate) ?? '',
      text: `${words.rate} ${String(rate / 100).replace('.', ',')} % ${voucher}`,
    })),
    ...(['cash', 'card', 'other'] as const).map((kind) => ({
      ...common,
      amountMinor: money[kind] * factor,
      debit: moneyAccounts[kind],
      credit: clearingAccount,
      text: `${words[kind]} ${voucher}`,
    })),
  ]
  const year = days.from.month < fiscalYearStart ? days.from.year - 1 : days.from.year
  const batch = {
    ...numbers,
    fiscalYear: isoDay({ year, month: fiscalYearStart, day: 1 }),
    from,
    to,
    createdAt: toIso(closing?.closedAt ?? now)
      .replaceAll(/\D/g, '')
      .slice(0, 17),
    title: `${words.title} ${voucher}`,
    currency,
    isFinal: closing !== null,
  }
  return inWindows1252(datevBatch(batch, postings))
}
