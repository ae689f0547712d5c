import { ActionIcon, Center, Loader, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn, dayText } from './day.ts'
import { useLateValue } from './late-value.ts'
import { lazyPart } from './lazy-part.tsx'
import { useFieldError } from './number-fields.ts'
import { PartMissing } from './PartMissing.tsx'

type Props = {
  label: string
  /** `2026-03-31`, or empty. */
  value: string
  onChange(day: string): void
  min: string
  max: string
  hint?: string
  isDisabled?: boolean
  /** That of the fields beside it. */
  size?: 'sm' | 'md'
  /** The message of the form about a day that can be read, or about an empty field. */
  error?: string | undefined
  onBlur?(): void
}

const DayCalendar = lazyPart(async () => (await import('./DayCalendar.tsx')).DayCalendar, {
  waiting: () => (
    <Center miw={280} mih={280}>
      <Loader />
    </Center>
  ),
  missing: PartMissing,
})

/** A day as dd-MM-yyyy, typed or selected in a calendar. Text that is no day within the limits changes nothing, and blocks its form. */
export function DayInput({ label, value, onChange, min, max, hint, isDisabled = false, size = 'md', error, onBlur }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // An incomplete input is not a day yet.
  const [typed, setTyped] = useState<string | null>(null)
  const report = useLateValue(value, () => setTyped(null))
  const change = (next: string) => {
    report(next)
    onChange(next)
  }
  const shown = typed ?? dayText(value)
  const day = dayIn(shown)
  const isWrong = shown !== '' && (day === null || day < min || day > max)
  useFieldError(isWrong)
  return (
    <TextInput
      label={label}
      description={hint}
      placeholder={t('day.format')}
      size={size}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      disabled={isDisabled}
      value={shown}
      error={isWrong ? t('day.wrong', { min: dayText(min), max: dayText(max) }) : error}
      onBlur={() => {
        setTyped(isWrong ? shown : null)
        onBlur?.()
      }}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        const read = dayIn(text)
        if (text === '') change('')
        else if (read !== null && read >= min && read <= max) change(read)
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('day.calendar', { label })}
              disabled={isDisabled}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={20} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <DayCalendar
              value={value}
              min={min}
              max={max}
              onChange={(chosen) => {
                setTyped(null)
                setOpen(false)
                onChange(chosen)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
