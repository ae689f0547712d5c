import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'

type Props = {
  machines: readonly Pick<Machine, 'id' | 'name'>[]
  value: MachineId | undefined
  onChange(machine: MachineId | undefined): void
}

/** Selects one machine by name, or all. */
export function MachineSelect({ machines, value, onChange }: Props) {
  const { t } = useTranslation('reports')
  return (
    <Select
      label={t('machine')}
      placeholder={t('allMachines')}
      data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={t('nothingFound')}
      clearButtonProps={{ 'aria-label': t('allMachines') }}
    />
  )
}
