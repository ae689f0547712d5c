import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import { CALENDARS, CONVERTED_DATES, FIRST_DAYS, MONTH_NAMES } from '#domain/imports.ts'

type Props = {
  label: string
  reading: ImportPreview['readings'][number]
  choices: ImportChoices
  onChange(choices: ImportChoices): void
}

/** The ways to read the dates of a file. None is selected until the user chooses one. */
export function ReadingChoice({ label, reading: { doubt, options, text }, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { calendarDate } = formats()
  const { calendar, converted, months, firstDay } = choices
  const chosen = { CALENDAR: calendar, CONVERTED: converted, MONTHS: months, OLD: firstDay }[doubt]
  const choose = (value: string) => {
    const calendar = CALENDARS.find((one) => one === value)
    const converted = CONVERTED_DATES.find((one) => one === value)
    const months = MONTH_NAMES.find((one) => one === value)
    const firstDay = FIRST_DAYS.find((one) => one === value)
    onChange({
      ...choices,
      ...(calendar && { calendar }),
      ...(converted && { converted }),
      ...(months && { months }),
      ...(firstDay && { firstDay }),
    })
  }
  return (
    <Radio.Group aria-label={label} value={chosen ?? ''} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {options.map(({ value, date }) => (
          <Radio
            key={value}
            value={value}
            label={t(`reading.${value}`, { text, date: date === null ? t('noDate') : calendarDate(new Date(date)) })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
