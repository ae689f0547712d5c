import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Visit } from '#contract/visits.ts'
import { fromIso, MINUTE } from '#domain/time.ts'

/** Texts of a visit. */
export function useVisitLabels() {
  const { t } = useTranslation('visits')
  const { dateTime, time, money, number } = formats()
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
  /** The counted amount, and the bags that are not counted yet; employees see only that cash was collected. */
  const cash = ({ cash: found, withdrawals }: Visit): string => {
    const parts = [
      ...(found && found.counted !== null ? [money(found.counted)] : []),
      ...(found && found.uncounted > 0 ? [t('collections:uncounted.title', { count: found.uncounted })] : []),
    ]
    return parts.join(', ') || (withdrawals > 0 ? t('taken') : '')
  }
  /** Pieces added, or that only ingredients were, which have several units. */
  const added = ({ added: pieces, operations }: Visit): string =>
    pieces > 0 ? number(pieces) : operations.some(({ call }) => call === 'restockProducts') ? t('ingredients') : '–'
  return { when, length, start, added, cash }
}
