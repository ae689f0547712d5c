import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { SIGNAL_STEPS } from '#domain/machines/connectivity.ts'
import classes from './SignalBars.module.css'

/** Signal strength as bars; screen readers get the percentage. Plain elements, because a long list renders it in every row. */
export function SignalBars({ strength }: { strength: number }) {
  const { t } = useTranslation()
  return (
    <span role="img" aria-label={t('signal', { percent: formats().percentage(strength) })} className={classes.bars}>
      {SIGNAL_STEPS.map((step) => (
        <span key={step} className={classes.bar} data-on={strength >= step || undefined} />
      ))}
    </span>
  )
}
