import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DayInput.module.css'
import { dayIn, dayWords } from './day.ts'

type Props = {
  label: string
  /** `2026-03-31`, or empty. */
  value: string
  onChange(day: string): void
  min: string
  max: string
  hint?: string
  isDisabled?: boolean
}

/** A day as dd-MM-yyyy, typed or selected in the browser's calendar. */
export function DayInput({ label, value, onChange, min, max, hint, isDisabled = false }: Props) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  const calendarId = useId()
  // An incomplete input is not a day yet.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? dayWords(value)
  const day = dayIn(shown)
  const isWrong = shown !== '' && (day === null || day < min || day > max)
  return (
    <div className={classes.day}>
      <TextInput
        label={label}
        description={hint}
        placeholder={t('day.format')}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        disabled={isDisabled}
        value={shown}
        error={isWrong ? t('day.wrong', { min: dayWords(min), max: dayWords(max) }) : null}
        onBlur={() => setTyped(isWrong ? shown : null)}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          const said = dayIn(text)
          if (text === '') onChange('')
          else if (said !== null && said >= min && said <= max) onChange(said)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('day.calendar', { label })}
            disabled={isDisabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={20} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        id={calendarId}
        className={classes.calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        min={min}
        max={max}
        value={value}
        onChange={({ currentTarget: { value: chosen } }) => {
          setTyped(null)
          onChange(chosen)
        }}
      />
    </div>
  )
}
