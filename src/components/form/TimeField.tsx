import { TimePicker } from '@mantine/dates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { clockOf } from '#domain/formats.ts'

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
  const clock = useMemo(() => clockOf(getSession().account.locale, i18n.language), [i18n.language])
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
