import { Chip, Group } from '@mantine/core'
import { WEEKDAYS } from '#domain/rounds/planning.ts'
import { DAY } from '#domain/time.ts'

/** A Monday. */
const MONDAY = Date.UTC(2026, 5, 1)

type Props = { label: string; language: string; value: string[]; onChange(days: string[]): void }

/** Chooses weekdays, as texts because form fields contain texts. 1 is Monday. */
export function WeekdayChips({ label, language, value, onChange }: Props) {
  const dayName = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <Chip.Group multiple value={value} onChange={onChange}>
      <Group gap="xs" mt="xs" role="group" aria-label={label}>
        {WEEKDAYS.map((day) => (
          <Chip key={day} value={String(day)} size="md">
            {dayName.format(MONDAY + (day - 1) * DAY)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
