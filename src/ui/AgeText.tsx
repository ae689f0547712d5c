import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DAY, HOUR, MINUTE, type Moment, SECOND } from '#domain/time.ts'
import { useNow } from './use-now.ts'

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const

let last: { language: string; words: Intl.RelativeTimeFormat } | null = null

const startOfDay = (at: Moment) => new Date(at).setHours(0, 0, 0, 0)

/** Midnights between two times by this device's clock: after 40 hours "yesterday" can be wrong. */
const daysBetween = (at: Moment, now: Moment) => Math.round((startOfDay(now) - startOfDay(at)) / DAY)

/** "3 minutes ago" in the reader's language; "now" under a minute. From 24 hours on, days are calendar days. */
export function ageOf(at: Moment, now: Moment, language: string): string {
  const age = Math.max(0, now - at)
  const [size, unit] = UNITS.find(([size]) => age >= size) ?? [SECOND, 'second']
  if (last?.language !== language) last = { language, words: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }) }
  const count = unit === 'second' ? 0 : unit === 'day' ? daysBetween(at, now) : Math.floor(age / size)
  return last.words.format(-count, unit)
}

/** The age of something, updated every half minute. */
export function useAge(at: Moment): string {
  const { i18n } = useTranslation()
  return ageOf(at, Math.max(useNow(), at), i18n.language)
}

export function AgeText({ at }: { at: Moment }) {
  const age = useAge(at)
  return (
    <Text component="time" inherit dateTime={new Date(at).toISOString()}>
      {age}
    </Text>
  )
}
