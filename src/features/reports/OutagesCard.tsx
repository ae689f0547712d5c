import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-words.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { Outage } from '#contract/machine-reports.ts'
import { fromIso, MINUTE } from '#domain/time.ts'
import { outagesOf } from './machine-reports.queries.ts'
import { RowsOfMachine } from './RowsOfMachine.tsx'

type Props = { machine: { id: number; name: string }; month: string; onClose(): void }

/** The outages of one machine with their causes. */
export function OutagesCard({ machine, month, onClose }: Props) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(outagesOf(machine.id, month))
  const title = t('uptime.outagesOf', { name: machine.name })
  const { dateTime } = formats()
  const alertWords = useAlertLabels()
  const lengthOf = (outage: Outage) => {
    const minutes = Math.floor(spanOf(outage) / MINUTE)
    return t('uptime.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  const whatOf = ({ state, cause }: Outage) => [t(`uptime.state.${state}`), ...(cause ? [alertWords(cause)] : [])].join(': ')
  const columns: Column<Outage>[] = [
    { key: 'from', label: t('uptime.from'), sortBy: ({ from }) => fromIso(from), cell: ({ from }) => dateTime(fromIso(from)) },
    {
      key: 'to',
      label: t('uptime.to'),
      sortBy: ({ to }) => to && fromIso(to),
      cell: ({ to }) => (to === null ? t('uptime.ongoing') : dateTime(fromIso(to))),
    },
    { key: 'length', label: t('uptime.length'), isNumber: true, sortBy: spanOf, cell: lengthOf },
    { key: 'what', label: t('uptime.what'), sortBy: whatOf, cell: whatOf },
  ]
  return (
    <RowsOfMachine
      title={title}
      report={report}
      columns={columns}
      keyOf={({ state, from }) => `${state}|${from}`}
      failed={t('uptime.failed')}
      none={t('uptime.noOutage')}
      onClose={onClose}
    />
  )
}

const spanOf = ({ from, to }: Outage) => (to === null ? Date.now() : fromIso(to)) - fromIso(from)
