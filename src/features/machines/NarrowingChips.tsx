import { Chip, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fits, type Narrowing } from '#app/data/fleet.ts'
import classes from '#app/ui/chip-row.module.css'
import type { Machine } from '#contract/machines.ts'

const NARROWINGS = [
  'running',
  'stopped',
  'warning',
  'offline',
  'noDevice',
  'empty',
  'action',
  'differs',
] as const satisfies readonly Narrowing[]

type Only = (typeof NARROWINGS)[number] | undefined
type Props = { machines: readonly Machine[]; only: Only; onNarrow(only: Only): void }

/** Filters by state, with the number of machines of each. */
export function NarrowingChips({ machines, only, onNarrow }: Props) {
  const { t } = useTranslation('machines')
  const counts = useMemo(
    () => new Map(NARROWINGS.map((name) => [name, machines.filter((machine) => fits(machine, name)).length])),
    [machines],
  )
  return (
    <Group gap="xs" className={classes.chips ?? ''} role="group" aria-label={t('filter')}>
      <Chip size="md" checked={only === undefined} onChange={() => onNarrow(undefined)}>
        {t('all')}
      </Chip>
      {NARROWINGS.filter((name) => only === name || counts.get(name)).map((name) => (
        <Chip key={name} size="md" checked={only === name} onChange={(checked) => onNarrow(checked ? name : undefined)}>
          {name === 'noDevice' ? t('common:machineState.NONE') : t(name)}{' '}
          <Text span inherit fw={600} data-figures>
            {counts.get(name)}
          </Text>
        </Chip>
      ))}
    </Group>
  )
}
