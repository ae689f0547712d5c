import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { groups as groupList } from '#app/data/machine-today.ts'

type Chooser = { value: number | undefined; onChange(value: number | undefined): void }

/** Filters a list by a group of machines. */
export function GroupSelect({ value, onChange }: Chooser) {
  const { t } = useTranslation('reports')
  const { data: groups } = useQuery(groupList())
  return (
    <Select
      label={t('group')}
      placeholder={t('allGroups')}
      data={(groups ?? []).map(({ machineGroupId, name }) => ({ value: String(machineGroupId), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
      searchable
      clearable
      nothingFoundMessage={t('nothingFound')}
      clearButtonProps={{ 'aria-label': t('allGroups') }}
    />
  )
}

/** Filters a list by a machine. */
export function MachineSelect({ machines, value, onChange }: Chooser & { machines: readonly { id: number; name: string }[] }) {
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
      nothingFoundMessage={t('nothingFound')}
      clearButtonProps={{ 'aria-label': t('allMachines') }}
    />
  )
}
