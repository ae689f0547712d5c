import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY, type Moment } from '#domain/time.ts'

/** Formats a time in the user's time zone: the hour, and the day if it is older than a day. */
export function useClock(): (at: Moment) => string {
  const { i18n } = useTranslation()
  return useCallback((at) => clockText(at, Date.now(), i18n.language), [i18n.language])
}

const clockText = (at: Moment, now: Moment, language: string): string =>
  new Intl.DateTimeFormat(
    language,
    now - at < DAY
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
  ).format(at)
