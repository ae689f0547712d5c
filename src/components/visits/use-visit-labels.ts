import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Visit } from '#contract/rounds.ts'
import { fromIso, MINUTE } from '#domain/time.ts'

/** Texts of a visit. */
export function useVisitLabels() {
  const { t } = useTranslation('visits')
  const { dateTime, time } = formats()
  /** Its day and time, with the end if that is another minute. */
  const when = ({ from, until }: Visit): string => {
    const [begin, end] = [fromIso(from), fromIso(until)]
    return time(begin) === time(end) ? dateTime(begin) : `${dateTime(begin)}–${time(end)}`
  }
  /** From the first to the last record; a single record has no length. */
  const length = ({ from, until }: Visit): string => {
    const minutes = Math.round((fromIso(until) - fromIso(from)) / MINUTE)
    return minutes === 0 ? t('short') : t('minutes', { count: minutes })
  }
  const start = ({ start: begun }: Visit): string => (begun === null ? '' : t(`start.${begun}`))
  return { when, length, start }
}
