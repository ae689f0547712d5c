import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { Visit } from '#contract/machine-reports.ts'
import { fromIso } from '#domain/time.ts'
import { visitsTo } from './machine-reports.queries.ts'
import { RowsOfMachine } from './RowsOfMachine.tsx'

type Props = { machine: { id: number; name: string }; month: string; onClose(): void }

/** Result of each visit to one machine. */
export function VisitsCard({ machine, month, onClose }: Props) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(visitsTo(machine.id, month))
  const title = t('deliveries.visitsTo', { name: machine.name })
  const { dateTime, number, percentage } = formats()
  const columns: Column<Visit>[] = [
    { key: 'at', label: t('deliveries.at'), sortBy: ({ at }) => fromIso(at), cell: ({ at }) => dateTime(fromIso(at)) },
    { key: 'serviceman', label: t('deliveries.serviceman'), sortBy: ({ serviceman }) => serviceman, cell: ({ serviceman }) => serviceman },
    { key: 'places', label: t('deliveries.places'), isNumber: true, sortBy: ({ places }) => places, cell: ({ places }) => number(places) },
    {
      key: 'fromEmpty',
      label: t('deliveries.fromEmpty'),
      isNumber: true,
      sortBy: ({ fromEmpty }) => fromEmpty,
      cell: ({ fromEmpty }) => number(fromEmpty),
    },
    {
      key: 'filled',
      label: t('deliveries.column.filled'),
      isNumber: true,
      sortBy: ({ filled }) => filled,
      cell: ({ filled }) => percentage(filled),
    },
    {
      key: 'needed',
      label: t('deliveries.needed'),
      sortBy: ({ needed }) => needed,
      cell: ({ needed }) => t(needed ? 'deliveries.yes' : 'deliveries.no'),
    },
  ]
  return (
    <RowsOfMachine
      title={title}
      report={report}
      columns={columns}
      keyOf={({ at, serviceman }) => `${at}|${serviceman}`}
      failed={t('deliveries.failed')}
      none={t('deliveries.noVisit')}
      onClose={onClose}
    />
  )
}
