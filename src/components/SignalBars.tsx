import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { SIGNAL_STEPS } from '#domain/machines/signal.ts'
import classes from './SignalBars.module.css'

/** How well a machine is heard, in bars; whoever listens hears the percentage. Plain elements: a long list draws it for every row. */
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
