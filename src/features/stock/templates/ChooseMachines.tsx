import { Button, Group, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#app/components/MachineFilters.tsx'
import { formats } from '#app/data/formats.ts'
import { fleetToday } from '#app/data/machine-today.ts'
import { machineList, matches } from '#app/data/machines.ts'
import { linkedMachines, template } from '#app/data/templates.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Machine } from '#contract/machines.ts'
import { MAX_PREVIEWED_MACHINES } from '#contract/templates.ts'
import type { TemplateId } from '#domain/ids.ts'

type Row = Machine & { templateName: string | null; differing: number | null }

/** Chooses the machines that a template is applied to, by search, group, or the template that they have. */
export function ChooseMachines({ templateId }: { templateId: TemplateId }) {
  const { t } = useTranslation('templates')
  const { number } = formats()
  const navigate = useNavigate()
  const { data: found } = useQuery(template(templateId))
  const { data: links } = useQuery(linkedMachines({}))
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: today } = useQuery(fleetToday())
  const [query, setQuery] = useState('')
  const [group, setGroup] = useState<number | undefined>()
  const all = useMemo(() => {
    const linkOf = new Map(links?.map((link) => [link.machineId, link]))
    return machines
      .filter((machine) => machine.type === found?.type)
      .map((machine): Row => {
        const link = linkOf.get(machine.id)
        return { ...machine, templateName: link?.templateName ?? null, differing: link?.differing ?? null }
      })
  }, [machines, found, links])
  const rows = useMemo(
    () =>
      all.filter(
        (machine) =>
          matches(machine, query) &&
          (group === undefined || today?.get(machine.id)?.groups.some(({ machineGroupId }) => machineGroupId === group)),
      ),
    [all, query, group, today],
  )
  const columns: Column<Row>[] = [
    { key: 'name', label: t('machine.name'), sortBy: ({ name }) => name, cell: ({ name }) => name },
    { key: 'template', label: t('template'), sortBy: ({ templateName }) => templateName, cell: ({ templateName }) => templateName ?? '–' },
    {
      key: 'differing',
      label: t('differingSlots'),
      isNumber: true,
      sortBy: ({ differing }) => differing,
      cell: ({ differing }) => (differing === null ? '–' : number(differing)),
    },
  ]
  const show = (ids: readonly number[]) =>
    void navigate({ to: '/dashboard/planograms', search: { template: templateId, machines: [...ids] } })
  const shownIds = rows.map(({ id }) => id)
  return (
    <>
      <PageHeader
        title={t('apply.chooseTitle', { template: found?.name ?? '' })}
        breadcrumb={[
          { label: t('title'), link: { to: '/dashboard/planograms', search: {} } },
          { label: found?.name ?? '', link: { to: '/dashboard/planograms', search: { template: templateId } } },
          { label: t('apply.choose') },
        ]}
        actions={
          <Button size="md" disabled={shownIds.length === 0 || shownIds.length > MAX_PREVIEWED_MACHINES} onClick={() => show(shownIds)}>
            {t('apply.previewAll', { n: shownIds.length })}
          </Button>
        }
      />
      <Stack gap="md">
        <Group gap="sm" align="end">
          <SearchBox label={t('machines:search')} value={query} onSearch={setQuery} />
          <GroupSelect value={group} onChange={setGroup} />
        </Group>
        <Card p={0} aria-label={t('machines')}>
          <Table
            name="template-machines"
            label={t('machines')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            selection={{
              all,
              nameOf: ({ name }) => name,
              actions: (chosen) => (
                <Button disabled={chosen.length > MAX_PREVIEWED_MACHINES} onClick={() => show(chosen.map(({ id }) => id))}>
                  {t('apply.preview')}
                </Button>
              ),
            }}
          />
        </Card>
      </Stack>
    </>
  )
}
