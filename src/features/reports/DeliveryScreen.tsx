import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Column } from '#app/components/DataTable.tsx'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { formats } from '#app/data/formats.ts'
import { askForReportTable, deliveries, monthIn } from '#app/data/machine-reports.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { MachineDeliveries } from '#contract/machine-reports.ts'
import { WORTH_A_VISIT } from '#domain/machines/visits.ts'
import { Definitions } from './Definitions.tsx'
import { MonthFilters } from './MonthFilters.tsx'
import { needsTelemetry } from './needs-telemetry.ts'
import { PagedTable } from './PagedTable.tsx'
import { RankingCard } from './RankingCard.tsx'
import { ReportBody } from './ReportBody.tsx'
import classes from './Reports.module.css'
import { MonthSearch } from './reports-search.ts'
import { VisitsCard } from './VisitsCard.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/delivery-optimization')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: DeliveryScreen,
})

const WORST = 10

/** Which visits of a month were not needed, and which came too late. */
function DeliveryScreen() {
  const { t } = useTranslation('machineReports')
  const { percentage } = formats()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const { group, machine } = search
  const question = { month, group }
  const report = useQuery(deliveries(question))
  const name = report.data?.find((row) => row.machine.id === machine)?.machine.name
  const title = t('deliveries.title')
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('reports:title'), link: { to: '/dashboard/reports' } }, { label: title }]}
        actions={<ExportTable key={JSON.stringify(question)} ask={(language) => askForReportTable('deliveries', question, language)} />}
      />
      <div className={classes.page}>
        <MonthFilters
          month={month}
          group={group}
          onNarrow={(next) => void navigate({ search: { ...search, ...next, machine: undefined } })}
        />
        {machine !== undefined && name !== undefined && (
          <VisitsCard
            machine={{ id: machine, name }}
            month={month}
            onClose={() => void navigate({ search: { ...search, machine: undefined } })}
          />
        )}
        <ReportBody
          report={report}
          failed={t('deliveries.failed')}
          isEmpty={(rows) => rows.length === 0}
          empty={t('none')}
          emptyText={t('noneText')}
        >
          {(rows) => (
            <Machines key={JSON.stringify(question)} rows={rows} search={{ ...search, month }} isFading={report.isPlaceholderData} />
          )}
        </ReportBody>
        <Definitions
          words={(['visit', 'notNeeded', 'foundEmpty', 'filled'] as const).map((one) =>
            t(`deliveries.means.${one}`, { share: percentage(WORTH_A_VISIT) }),
          )}
        />
      </div>
    </>
  )
}

type Props = { rows: readonly MachineDeliveries[]; search: MonthSearch; isFading: boolean }

function Machines({ rows, search, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { number, percentage } = formats()
  const column = (key: string) => ({ key, label: t(`deliveries.column.${key}`), isNumber: true })
  const columns: Column<MachineDeliveries>[] = [
    {
      key: 'machine',
      label: t('machine'),
      cell: ({ machine: { id, name } }) => (
        <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.link}>
          {name}
        </Link>
      ),
    },
    {
      ...column('visits'),
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
    { ...column('notNeeded'), cell: ({ notNeeded }) => number(notNeeded) },
    { ...column('foundEmpty'), cell: ({ foundEmpty }) => number(foundEmpty) },
    { ...column('filled'), cell: ({ filled }) => (filled === null ? '–' : percentage(filled)) },
  ]
  const sum = (figure: (row: MachineDeliveries) => number) => rows.reduce((total, row) => total + figure(row), 0)
  const spared = rows.filter(({ notNeeded }) => notNeeded > 0)
  return (
    <>
      {spared.length > 0 && (
        <RankingCard
          label={t('deliveries.chart')}
          words={t('deliveries.words', { visits: number(sum(({ visits }) => visits)), notNeeded: number(sum((row) => row.notNeeded)) })}
          bars={spared.slice(0, WORST).map(({ machine, notNeeded }) => ({ label: machine.name, value: notNeeded }))}
          wordsOf={number}
        />
      )}
      <PagedTable label={t('deliveries.title')} columns={columns} rows={rows} keyOf={({ machine }) => machine.id} isFading={isFading} />
    </>
  )
}
