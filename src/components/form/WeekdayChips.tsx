import { Chip, Group } from '@mantine/core'
import { formats } from '#app/data/formats.ts'
import { WEEKDAYS } from '#domain/rounds/planning.ts'

type Props = { label: string; value: string[]; onChange(days: string[]): void }

/** Chooses weekdays, as texts because form fields contain texts. 1 is Monday. */
export function WeekdayChips({ label, value, onChange }: Props) {
  const { weekday } = formats()
  return (
    <Chip.Group multiple value={value} onChange={onChange}>
      <Group gap="xs" mt="xs" role="group" aria-label={label}>
        {WEEKDAYS.map((day) => (
          <Chip key={day} value={String(day)} size="md">
            {weekday(day)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
