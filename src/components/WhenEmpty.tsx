import { Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { emptyForecast } from '#app/data/outlook.ts'
import type { Place } from '#app/data/stock.ts'
import { type EmptyForecast, FARTHEST_DAYS } from '#domain/forecast/place.ts'
import { DAY } from '#domain/time.ts'
import classes from './WhenEmpty.module.css'

type Props = {
  /** All slots or canisters of one product in a machine: it is sold out when the last of them is. */
  places: readonly Pick<Place, 'selling'>[]
}

/** When a product in a machine sells out without a visit, computed on this device; nothing if it is already sold out or unknown. */
export function WhenEmpty({ places }: Props) {
  const { t } = useTranslation('forecast')
  const forecast = emptyForecast(places.map(({ selling }) => selling))
  if (forecast === null || forecast.state === 'empty') return null
  const most = forecast.state === 'within' && forecast.most.to !== null ? formats().span(forecast.most.from, forecast.most.to) : null
  return (
    <Text component="p" size="sm" className={classes.line} data-soon={isSoon(forecast) || undefined}>
      <IconHourglassLow size={16} aria-hidden />
      <span>
        {wordsOf(forecast)}
        {most && (
          <Text span inherit c="dimmed" className={classes.most}>
            {' '}
            {t('most', { when: most })}
          </Text>
        )}
      </span>
    </Text>
  )

  function wordsOf(is: Exclude<EmptyForecast, { state: 'empty' }>): string {
    if (is.state === 'by-now') return t('byNow')
    if (is.state === 'lasts') return t('lasts', { count: FARTHEST_DAYS / 7 })
    const { from, to } = is.half
    return to === null ? t('notBefore', { when: formats().span(from, from) }) : t('empty', { when: formats().span(from, to) })
  }
}

const isSoon = (forecast: EmptyForecast) =>
  forecast.state === 'by-now' || (forecast.state === 'within' && forecast.half.from < Date.now() + DAY)
