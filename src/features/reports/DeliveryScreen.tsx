import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MachineDeliveries, Visit } from '#contract/machine-reports.ts'
import { WORTH_A_VISIT } from '#domain/machines/visits.ts'
import { fromIso } from '#domain/time.ts'
import { MonthReport } from './MonthReport.tsx'
import { machineColumn } from './machine-column.tsx'
import { deliveries, monthIn, visitsTo } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { RankingCard } from './RankingCard.tsx'
import classes from './Reports.module.css'
import { RowsOfMachine } from './RowsOfMachine.tsx'
import { MonthSearch } from './reports-search.ts'
export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/delivery-optimization')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: DeliveryScreen,
})

const WORST = 10

/** Unneeded and late visits of a month. */
function DeliveryScreen() {
  const { t } = useTranslation('machineReports')
  const { percentage } = formats()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const question = { month, group: search.group }
  const report = useQuery(deliveries(question))
  const machine = report.data?.find((row) => row.machine.id === search.machine)?.machine
  return (
    <MonthReport
      name="deliveries"
      title={t('deliveries.title')}
      failed={t('deliveries.failed')}
      means={(['visit', 'notNeeded', 'foundEmpty', 'filled'] as const).map((one) =>
        t(`deliveries.means.${one}`, { share: percentage(WORTH_A_VISIT) }),
      )}
      question={question}
      report={report}
      onNarrow={(next) => void navigate({ search: { ...search, ...next, machine: undefined } })}
      behind={
        machine && (
          <VisitsCard machine={machine} month={month} onClose={() => void navigate({ search: { ...search, machine: undefined } })} />
        )
      }
    >
      {(rows) => <Machines key={JSON.stringify(question)} rows={rows} search={{ ...search, month }} isFading={report.isPlaceholderData} />}
    </MonthReport>
  )
}

type Props = { rows: readonly MachineDeliveries[]; search: MonthSearch; isFading: boolean }

function Machines({ rows, search, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { number, percentage } = formats()
  const column = (key: string) => ({ key, label: t(`deliveries.column.${key}`), isNumber: true })
  const columns: Column<MachineDeliveries>[] = [
    machineColumn(t('machine')),
    {
      ...column('visits'),
      sortBy: ({ visits }) => visits,
      cell: ({ machine, visits }) =>
        visits === 0 ? (
          0
        ) : (
          <Link
            to="/dashboard/reports/delivery-optimization"
            search={{ ...search, machine: machine.id }}
            className={classes.link}
            aria-label={t('deliveries.visitsTo', { name: machine.name })}
          >
            {number(visits)}
          </Link>
        ),
    },
    { ...column('notNeeded'), sortBy: ({ notNeeded }) => notNeeded, cell: ({ notNeeded }) => number(notNeeded) },
    { ...column('foundEmpty'), sortBy: ({ foundEmpty }) => foundEmpty, cell: ({ foundEmpty }) => number(foundEmpty) },
    { ...column('filled'), sortBy: ({ filled }) => filled, cell: ({ filled }) => (filled === null ? '–' : percentage(filled)) },
  ]
  const sum = (figure: (row: MachineDeliveries) => number) => rows.reduce((total, row) => total + figure(row), 0)
  const visits = sum((row) => row.visits)
  const spared = rows.filter(({ notNeeded }) => notNeeded > 0)
  return (
    <>
      {spared.length > 0 && (
        <RankingCard
          label={t('deliveries.chart')}
          words={t('deliveries.words', { count: visits, visits: number(visits), notNeeded: number(sum((row) => row.notNeeded)) })}
          bars={spared.slice(0, WORST).map(({ machine, notNeeded }) => ({ label: machine.name, value: notNeeded }))}
          wordsOf={number}
        />
      )}
      <PagedTable
        name="deliveries"
        label={t('deliveries.title')}
        columns={columns}
        rows={rows}
        keyOf={({ machine }) => machine.id}
        isFading={isFading}
      />
    </>
  )
}

type VisitsCardProps = { machine: { id: number; name: string }; month: string; onClose(): void }

/** Result of each visit to one machine. */
function VisitsCard({ machine, month, onClose }: VisitsCardProps) {
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
