import { Button, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { planogramPreview, type Ways } from '#app/data/templates.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Product } from '#contract/products.ts'
import type { MachinePreview } from '#contract/templates.ts'
import type { MachineId, TemplateId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { CopyPreview } from '../CopyPreview.tsx'
import type { Outcome } from './use-applying.ts'

type Named = { id: MachineId; name: string; type: MachineType }
type Props = {
  templateId: TemplateId
  templateName: string
  ways: Ways
  previews: readonly MachinePreview[]
  machines: readonly Named[]
  products: readonly Product[]
  outcomes: ReadonlyMap<MachineId, Outcome>
}

const COUNTS = ['created', 'removed', 'products', 'prices', 'maximums', 'ingredients'] as const

/** The number of changes in a machine. */
export const changesIn = (preview: MachinePreview) => COUNTS.reduce((sum, kind) => sum + preview[kind], 0)

/** What a template changes in each machine, in slots; a dialog shows one machine slot by slot. */
export function PreviewTable({ templateId, templateName, ways, previews, machines, products, outcomes }: Props) {
  const { t } = useTranslation('templates')
  const { number } = formats()
  const [opened, setOpened] = useState<Named | null>(null)
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const nameOf = ({ machineId }: MachinePreview) => byId.get(machineId)?.name ?? String(machineId)
  const stateOf = (preview: MachinePreview) => {
    const outcome = outcomes.get(preview.machineId)
    if (outcome === 'DONE') return t('apply.state.done')
    if (outcome !== undefined) return t(`refusals:${outcome}`, { defaultValue: t('refusals:UNKNOWN', { code: outcome }) })
    if (!preview.fits) return t('apply.state.unfit')
    return changesIn(preview) === 0 ? t('apply.state.same') : ''
  }
  const figure = (key: (typeof COUNTS)[number] | 'left'): Column<MachinePreview> => ({
    key,
    label: t(`apply.column.${key}`),
    isNumber: true,
    sortBy: (preview) => preview[key],
    cell: (preview) => (preview[key] === 0 ? '–' : number(preview[key])),
  })
  const hasIngredients = previews.some(({ ingredients }) => ingredients > 0)
  const columns: Column<MachinePreview>[] = [
    { key: 'machine', label: t('machine.name'), sortBy: nameOf, cell: nameOf },
    ...COUNTS.filter((kind) => kind !== 'ingredients' || hasIngredients).map(figure),
    figure('left'),
    { key: 'state', label: t('apply.column.state'), sortBy: stateOf, cell: stateOf },
    {
      key: 'details',
      label: '',
      isWord: true,
      cell: (preview) =>
        preview.fits &&
        changesIn(preview) > 0 && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={t('apply.detailsOf', { machine: nameOf(preview) })}
            onClick={() => setOpened(byId.get(preview.machineId) ?? null)}
          >
            {t('apply.details')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Table label={t('apply.preview')} columns={columns} rows={previews} keyOf={({ machineId }) => machineId} />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${templateName} → ${opened.name}` : ''}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {opened && <Details machine={opened} templateId={templateId} ways={ways} products={products} />}
      </Modal>
    </>
  )
}

type DetailsProps = { machine: Named; templateId: TemplateId; ways: Ways; products: readonly Product[] }

function Details({ machine, templateId, ways, products }: DetailsProps) {
  const { t } = useTranslation('templates')
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'preview', 'details', templateId, machine.id, ways],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => planogramPreview(machine.id, { templateId }, ways),
  })
  if (error) return <QueryError error={error} onRetry={refetch} />
  if (!data) return <ListSkeleton />
  const changes = data.created.length + data.changed.length + data.removed.length + data.ingredients.length
  if (changes === 0) return <Text>{t('apply.state.same')}</Text>
  return <CopyPreview copy={data} products={products} hasMaximum={machine.type === 'SNACK'} />
}
