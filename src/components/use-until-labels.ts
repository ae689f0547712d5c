import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { daysAhead, type Until } from '#app/data/missing.ts'

/** The label of the time for which shortages are computed. */
export function useUntilLabels(): (until: Until) => string {
  const { t } = useTranslation('stock')
  return (until) => {
    if (until === null) return t('until.now')
    return until === daysAhead()[0] ? t('until.tonight') : t('until.day', { day: formats().namedDay(until) })
  }
}
