import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { Reason } from '#contract/rounds.ts'
import { dayOf as calendarDayOf, isoDay } from '#domain/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import { WHY, WHY_NOT } from '#domain/rounds/day.ts'
import { fromIso } from '#domain/time.ts'

type Values = Reason['values']

const numberIn = (values: Values, name: string): number | null => (typeof values[name] === 'number' ? values[name] : null)

/** Figures of a reason as they are written; money is absent for employees. */
function figuresOf(values: Values) {
  const { day, money, number } = formats()
  const amount = (name: string) => {
    const minor = numberIn(values, name)
    return minor === null ? null : money(toDecimal(minor, getSession().account.currency))
  }
  const lost = numberIn(values, 'lost') ?? 0
  const dayOf = (name: string) => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? day(value) : null
  }
  // A moment, whose day depends on the time zone.
  const until = values.until ? isoDay(calendarDayOf(fromIso(String(values.until)), getSession().account.timezone)) : null
  return {
    count: lost,
    lost: number(lost),
    until: until && day(until),
    expires: dayOf('expires'),
    expiring: numberIn(values, 'expiring') ?? 0,
    issues: numberIn(values, 'issues') ?? 0,
    full: numberIn(values, 'full') ?? 0,
    value: amount('value'),
    cost: amount('cost'),
    minutes: number(numberIn(values, 'minutes') ?? 0),
    days: numberIn(values, 'daysAgo') ?? 0,
  }
}

/** Why a stop was planned, in a sentence; null without a reason, or for one that this version does not know. */
export function useReasonWords(): (why: Reason | null) => string | null {
  const { t } = useTranslation('rounds')
  return (why) => {
    const code = WHY.find((one) => one === why?.code)
    if (!why || !code) return null
    const { count, until, value, cost, minutes, expires, expiring, issues, full } = figuresOf(why.values)
    const wordsOf: Partial<Record<typeof code, string | false>> = {
      MARGIN: count > 0 && until !== null && t('why.SALES', { count, until }),
      SERVICE: count > 0 && until !== null && t('why.SALES', { count, until }),
      EXPIRING: expiring > 0 && expires !== null && t('why.EXPIRES', { count: expiring, expires }),
      CASH: full > 0 && t('why.CASH_FULL', { full: formats().percentage(full / 100) }),
      ISSUES: issues > 0 && t('why.PROBLEMS', { count: issues }),
    }
    const words = wordsOf[code] || t(`why.${code}`)
    return value === null || cost === null ? words : `${words} ${t('whyMoney', { value, cost, minutes })}`
  }
}

/** Why a machine is on no round, in a sentence; null for a reason that this version does not know. */
export function useWhyNotWords(): (why: Reason) => string | null {
  const { t } = useTranslation('rounds')
  return ({ code, values }) => {
    const known = WHY_NOT.find((one) => one === code)
    if (!known) return null
    const { until, value, cost, minutes, days } = figuresOf(values)
    // The planner knows no day until which the stock lasts.
    const words = known === 'NO_NEED' && until === null ? 'NO_FORECAST' : known
    return t(`whyNot.${words}`, { until: until ?? '–', value: value ?? '–', cost: cost ?? '–', minutes, count: days })
  }
}
