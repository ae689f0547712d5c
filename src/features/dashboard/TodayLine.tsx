import { useTranslation } from 'react-i18next'
import type { Fleet } from '#app/data/fleet.ts'
import { formats } from '#app/data/formats.ts'
import type { DashboardToday } from '#contract/dashboard.ts'
import { changeOf } from '#domain/sales/change.ts'
import classes from './FigureTile.module.css'
import { FigureTile } from './FigureTile.tsx'

type Props = { today: DashboardToday; fleet: Fleet; unsent: number }

/** What is wrong and what it costs, in four figures with links to what they count. */
export function TodayLine({ today, fleet, unsent }: Props) {
  const { t } = useTranslation('dashboard')
  const { money, number, change } = formats()
  const { lost, sold, soldUsually, down, toReview } = today
  const share = soldUsually === null ? null : changeOf(sold, soldUsually)
  // The list of stopped machines does not contain those that run and sell nothing.
  const downOnes = { to: '/dashboard/machines', search: { only: down > fleet.byKind.stopped ? 'action' : 'stopped' } } as const
  return (
    <ul className={classes.line} aria-label={t('today.figures')}>
      <FigureTile
        to="/dashboard/machines"
        search={{ only: 'action' }}
        label={t('today.lost')}
        figure={lost === null ? '–' : money(lost)}
        below={lost === null ? t('today.lostUnknown') : t('today.lostNote')}
      />
      <FigureTile
        to="/dashboard/transactions"
        label={t('today.sold')}
        figure={money(sold)}
        below={
          soldUsually === null
            ? t('today.noUsual')
            : [...(share === null ? [] : [change(share)]), t('today.usually', { amount: money(soldUsually) })].join(' · ')
        }
      />
      <FigureTile
        {...downOnes}
        label={t('today.down')}
        figure={number(down)}
        below={t('machinesOf', { count: fleet.total, total: number(fleet.total) })}
        isBad={down > 0}
      />
      <FigureTile
        to={toReview === 0 && unsent > 0 ? '/outbox' : '/dashboard/review-items'}
        label={t('today.open')}
        figure={number(unsent + toReview)}
        below={t('today.openNote', { unsent: number(unsent), review: number(toReview) })}
      />
    </ul>
  )
}
