import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { DashboardLive } from '#contract/dashboard.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { monthBefore } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'
import classes from './DashboardScreen.module.css'
import { MoneyTile } from './MoneyTile.tsx'

type Props = { live: DashboardLive; at: Moment }

/** What was sold today, this month and this year, each with the sales that it is compared with, and the cash in machines. */
export function MoneyTiles({ live, at }: Props) {
  const { t } = useTranslation('dashboard')
  const { money, day } = formats()
  const today = dayOf(at, getSession().account.timezone)
  const [first, last] = monthBefore(today).map((one) => day(isoDay(one)))
  const days = first === last ? first : `${first} – ${last}`
  const before = (amount: number, words: string) => ({ amount, words: amount > 0 ? words : t('today.noUsual') })
  return (
    <ul className={classes.money} aria-label={t('money')}>
      <MoneyTile
        label={t('revenueToday')}
        amount={live.revenueToday}
        before={before(live.revenueTodayPrevious, t('lastWeek', { amount: money(live.revenueTodayPrevious) }))}
      />
      <MoneyTile
        label={t('revenueMonth')}
        amount={live.revenueMonth}
        before={before(live.revenueMonthPrevious, t('lastMonth', { days, amount: money(live.revenueMonthPrevious) }))}
      />
      <MoneyTile
        label={t('revenueYear')}
        amount={live.revenueYear}
        before={before(live.revenueYearPrevious, t('lastYear', { amount: money(live.revenueYearPrevious) }))}
      />
      <MoneyTile label={t('cash')} amount={live.cashInMachines} note={t('cashNote', { count: live.allMachinesCount })} />
    </ul>
  )
}
