import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { machineList } from '#app/data/machines.ts'
import { templates } from '#app/data/templates.ts'
import type { MachineId, TemplateId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'

/** Where a planogram is copied from. */
type PlanogramSource =
  | { kind: 'machine'; id: MachineId; name: string; type: MachineType }
  | { kind: 'template'; id: TemplateId; name: string; type: MachineType }

const NONE: ReadonlyMap<string, PlanogramSource> = new Map()

/** The sources of planograms by their values, such as `template:7`: all templates and machines of the company. */
export function usePlanogramSources(): ReadonlyMap<string, PlanogramSource> {
  const { data: machines = [] } = useQuery(machineList())
  const { data: known = [], isPending, fetchStatus } = useQuery(templates())
  // A list that changes while the user types would close. Without a network the machines are enough.
  if (isPending && fetchStatus === 'fetching') return NONE
  const sources: PlanogramSource[] = [
    ...known.map(({ id, name, type }) => ({ kind: 'template' as const, id, name, type })),
    ...machines.map(({ id, name, type }) => ({ kind: 'machine' as const, id, name, type })),
  ]
  return new Map(sources.map((source) => [`${source.kind}:${source.id}`, source]))
}

type Props = {
  label: string
  description?: string
  error?: string | undefined
  sources: ReadonlyMap<string, PlanogramSource>
  value: string
  onChange(value: string): void
  onBlur?(): void
}

/** Chooses a template or a machine by name. */
export function PlanogramSourceSelect({ label, description, error, sources, value, onChange, onBlur }: Props) {
  const { t } = useTranslation('templates')
  const of = (wanted: PlanogramSource['kind']) =>
    [...sources].filter(([, { kind }]) => kind === wanted).map(([key, { name }]) => ({ value: key, label: name }))
  const groups = [
    { group: t('title'), items: of('template') },
    { group: t('machines'), items: of('machine') },
  ]
  return (
    <Select
      label={label}
      description={description}
      placeholder={t('source.none')}
      size="md"
      searchable
      clearable
      nothingFoundMessage={t('source.nothingFound')}
      disabled={sources.size === 0}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onBlur={onBlur}
      error={error}
    />
  )
}
