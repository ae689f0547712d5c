import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#app/ui/DayInput.tsx'
import classes from './MomentFields.module.css'
import { TimeField } from './TimeField.tsx'

type Props = {
  label: string
  /** `2026-03-31T14:00`, or empty. */
  value: string
  /** Receives an empty text while the day or the time is missing. */
  onChange(wall: string): void
  /** The first and the last day. */
  min: string
  max: string
  hint?: string
  error?: string | null
  size?: 'sm' | 'md'
}

type Parts = { day: string; time: string }

const partsOf = (wall: string): Parts => ({ day: wall.slice(0, 10), time: wall.slice(11, 16) })

/** A day and a time of day, in the formats of all other days and times on the screen. */
export function MomentFields({ label, value, onChange, min, max, hint, error, size = 'md' }: Props) {
  const { t } = useTranslation()
  const [incomplete, setIncomplete] = useState<{ parts: Parts; over: string } | null>(null)
  const isIncomplete = incomplete !== null && (value === '' || value === incomplete.over)
  const { day, time } = isIncomplete ? incomplete.parts : partsOf(value)

  const change = (parts: Parts) => {
    const isWhole = parts.day !== '' && parts.time !== ''
    setIncomplete(isWhole ? null : { parts, over: value })
    onChange(isWhole ? `${parts.day}T${parts.time}` : '')
  }
  return (
    <div>
      <div className={classes.fields}>
        <DayInput
          label={label}
          value={day}
          onChange={(next) => change({ day: next, time: time || '00:00' })}
          min={min}
          max={max}
          size={size}
        />
        <TimeField label={t('time.of', { label })} value={time} onChange={(next) => change({ day, time: next })} size={size} />
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
