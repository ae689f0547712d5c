import { TimePicker } from '@mantine/dates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { localeInWords } from '#app/data/formats.ts'

type Props = {
  label: string
  /** `17:30`, or empty. */
  value: string
  onChange(time: string): void
  onBlur?(): void
  error?: string | undefined
  description?: string | undefined
  size?: 'sm' | 'md'
}

/** A time of day with the 12 or 24 hour clock of all other times on the screen; a browser's own field has that of the browser. */
export function TimeField({ label, ...field }: Props) {
  const { t, i18n } = useTranslation()
  const clock = useMemo(() => clockOf(localeInWords(getSession().account.locale, i18n.language)), [i18n.language])
  return (
    <TimePicker
      {...field}
      {...clock}
      label={label}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      minutesInputLabel={t('time.minutes', { label })}
      amPmInputLabel={t('time.half', { label })}
    />
  )
}

type Clock = { format: '12h' | '24h'; amPmLabels: { am: string; pm: string } }

function clockOf(locale: string): Clock {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  const half = (hour: number, otherwise: string) =>
    format.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? otherwise
  return { format: format.resolvedOptions().hour12 ? '12h' : '24h', amPmLabels: { am: half(1, 'AM'), pm: half(13, 'PM') } }
}
