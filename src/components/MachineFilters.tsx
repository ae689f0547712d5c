import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { groups as groupList } from '#app/data/machine-today.ts'

type Chooser = { value: number | undefined; onChange(value: number | undefined): void }

type Option = { id: number; name: string }
type FilterProps = Chooser & {
  label: string
  all: string
  /** Undefined if they are not known. */
  options: readonly Option[] | undefined
}

/** Filters a list by one of the options. A choice that is no option any more is shown as such, so that it can be cleared. */
export function ChoiceFilter({ label, all, options, value, onChange }: FilterProps) {
  const { t } = useTranslation('reports')
  const isGone = options !== undefined && value !== undefined && !options.some(({ id }) => id === value)
  const data = [...(options ?? []), ...(isGone ? [{ id: value, name: t('noLongerAvailable') }] : [])]
  return (
    <Select
      label={label}
      placeholder={all}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
      searchable
      clearable
      nothingFoundMessage={t('nothingFound')}
      clearButtonProps={{ 'aria-label': all }}
    />
  )
}

/** Filters a list by a group of machines. */
export function GroupSelect(props: Chooser) {
  const { t } = useTranslation('reports')
  const { data: groups } = useQuery(groupList())
  const options = groups?.map(({ machineGroupId, name }) => ({ id: machineGroupId, name }))
  return <ChoiceFilter label={t('group')} all={t('allGroups')} options={options} {...props} />
}

/** Filters a list by a machine. */
export function MachineSelect({ machines, ...props }: Chooser & { machines: readonly Option[] }) {
  const { t } = useTranslation('reports')
  return <ChoiceFilter label={t('machine')} all={t('allMachines')} options={machines.length > 0 ? machines : undefined} {...props} />
}
