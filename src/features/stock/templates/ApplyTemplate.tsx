import { Alert, Button, Checkbox, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { template, templatePreview, templates, type Ways } from '#app/data/templates.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineId, TemplateId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { PLANOGRAM_PARTS } from '#domain/slots/slot-edit.ts'
import { ActionBar } from '../ActionBar.tsx'
import { StockEndChoice } from '../StockEndChoice.tsx'
import { changesIn, PreviewTable } from './PreviewTable.tsx'
import { useApplying } from './use-applying.ts'

type Props = { templateId: TemplateId | undefined; machineIds: readonly MachineId[] }

/** Applies a template to machines after a preview of what changes in each. */
export function ApplyTemplate({ templateId, machineIds }: Props) {
  const { t } = useTranslation('templates')
  const navigate = useNavigate()
  const { data: all = [] } = useQuery(templates())
  const chosen = all.find(({ id }) => id === templateId)
  const title = chosen ? t('apply.title', { template: chosen.name }) : t('apply.choose')
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t('apply.machines', { n: machineIds.length })}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/planograms', search: {} } }, { label: t('apply.choose') }]}
      />
      <Stack gap="md">
        <Select
          label={t('template')}
          size="md"
          maw={480}
          searchable
          allowDeselect={false}
          data={all.map(({ id, name, type }) => ({ value: String(id), label: `${name} · ${t(`machines:${type}`)}` }))}
          disabled={all.length === 0}
          value={templateId === undefined ? null : String(templateId)}
          onChange={(value) =>
            value !== null &&
            void navigate({ to: '/dashboard/planograms', search: { template: Number(value), machines: [...machineIds] }, replace: true })
          }
        />
        {templateId !== undefined && <Preview templateId={templateId} machineIds={machineIds} />}
      </Stack>
    </>
  )
}

function Preview({ templateId, machineIds }: { templateId: TemplateId; machineIds: readonly MachineId[] }) {
  const { t } = useTranslation('templates')
  const [ways, setWays] = useState<Ways>({ part: 'ALL', keepOthers: false })
  const [stock, setStock] = useState<StockEnd>('WAREHOUSE')
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: planogram } = useQuery(template(templateId))
  const { data: previews, error, refetch, isFetching } = useQuery(templatePreview(templateId, machineIds, ways))
  const applying = useApplying(templateId, ways, stock)
  const waiting = (previews ?? []).filter((preview) => preview.fits && changesIn(preview) > 0 && !applying.outcomes.has(preview.machineId))
  const left = waiting.reduce((sum, preview) => sum + preview.left, 0)
  const change = (next: Partial<Ways>) => {
    applying.reset()
    setWays({ ...ways, ...next })
  }
  const again = () => {
    applying.reset()
    void refetch()
  }
  return (
    <>
      <Group gap="md" align="center">
        <SegmentedControl
          size="md"
          aria-label={t('apply.part')}
          value={ways.part}
          disabled={applying.isRunning}
          onChange={(part) => change({ part: PLANOGRAM_PARTS.find((one) => one === part) ?? 'ALL' })}
          data={PLANOGRAM_PARTS.map((value) => ({ value, label: t(`apply.parts.${value}`) }))}
        />
        {ways.part !== 'PRICES' && (
          <Checkbox
            size="md"
            label={t('apply.keepOthers')}
            checked={ways.keepOthers}
            disabled={applying.isRunning}
            onChange={({ currentTarget: { checked } }) => change({ keepOthers: checked })}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t(`apply.help.${ways.part}`)}
      </Text>
      {error ? (
        <QueryError error={error} onRetry={refetch} />
      ) : !previews ? (
        <ListSkeleton />
      ) : (
        <Card p={0} aria-label={t('apply.preview')}>
          <PreviewTable
            templateId={templateId}
            ways={ways}
            previews={previews}
            machines={machines}
            products={products}
            outcomes={applying.outcomes}
            templateName={planogram?.name ?? ''}
          />
        </Card>
      )}
      {left > 0 && <StockEndChoice label={t('stock:copy.left', { count: left })} value={stock} onChange={setStock} />}
      {applying.skipped > 0 && (
        <Alert color="orange" role="alert" title={t('apply.skipped', { n: applying.skipped })}>
          <Button variant="default" size="md" onClick={again}>
            {t('apply.again')}
          </Button>
        </Alert>
      )}
      <ErrorText text={applying.errorText} />
      <ActionBar>
        <Button
          size="lg"
          loading={applying.isRunning || isFetching}
          disabled={waiting.length === 0}
          onClick={() => void applying.run(waiting)}
        >
          {t('apply.do', { n: waiting.length })}
        </Button>
        {applying.isRunning && <Text role="status">{t('apply.progress', { done: applying.outcomes.size, total: applying.total })}</Text>}
      </ActionBar>
    </>
  )
}
