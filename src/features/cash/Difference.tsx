import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import classes from './Cash.module.css'

/** As text, not only as a colour. */
export function Difference({ amount }: { amount: number | null }) {
  const { t } = useTranslation('cash')
  const { money } = formats()
  if (amount === null) return <span className={classes.unknown}>{t('notCounted')}</span>
  const Icon = amount === 0 ? IconCheck : IconAlertTriangle
  return (
    <span className={classes.difference} data-state={amount === 0 ? 'exact' : amount < 0 ? 'missing' : 'over'}>
      <Icon size={16} aria-hidden />
      {amount === 0 ? t('exact') : t(amount < 0 ? 'missing' : 'over', { amount: money(Math.abs(amount)) })}
    </span>
  )
}
