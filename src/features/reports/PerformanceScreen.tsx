import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MachinePerformance } from '#contract/machine-reports.ts'
import { HOUR, SECOND } from '#domain/time.ts'
import { MonthReport } from './MonthReport.tsx'
import { machineColumn } from './machine-column.tsx'
import { monthIn, performance } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { RankingCard } from './RankingCard.tsx'
import classes from './Reports.module.css'
import { MonthSearch } from './reports-search.ts'
import { SalesLink } from './SalesLink.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/performance')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: PerformanceScreen,
})

/** As many as can be distinguished in a chart. */
const BEST = 10

/** Performance of each machine in a month. */
function PerformanceScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const question = { month, group: search.group }
  const report = useQuery(performance(question))
  return (
    <MonthReport
      name="performance"
      title={t('performance.title')}
      failed={t('performance.failed')}
      means={(['turnover', 'best', 'outage', 'credits'] as const).map((one) => t(`performance.means.${one}`))}
      question={question}
      report={report}
      onNarrow={(next) => void navigate({ search: { ...search, ...next } })}
    >
      {(rows) => <Machines key={JSON.stringify(question)} rows={rows} month={month} isFading={report.isPlaceholderData} />}
    </MonthReport>
  )
}

function Machines({ rows, month, isFading }: { rows: readonly MachinePerformance[]; month: string; isFading: boolean }) {
  const { t } = useTranslation('machineReports')
  const { money, number, percentage } = formats()
  const [best] = rows
  const labelOf = useProductLabels()
  const share = (one: MachinePerformance['productSaleShares'][number] | undefined) =>
    one ? (
      <>
        {one.product ? labelOf(one.product) : t('unknown')} <span className={classes.part}>{percentage(one.share)}</span>
      </>
    ) : (
      '–'
    )
  const column = (key: string) => ({ key, label: t(`performance.column.${key}`) })
  const columns: Column<MachinePerformance>[] = [
    machineColumn(t('machine')),
    {
      ...column('turnover'),
      isNumber: true,
      sortBy: ({ turnover }) => turnover,
      cell: ({ machine, turnover }) => (
        <SalesLink month={month} machine={machine.id} label={t('salesOf', { name: machine.name, value: money(turnover) })}>
          {money(turnover)}
        </SalesLink>
      ),
    },
    {
      ...column('sales'),
      isNumber: true,
      sortBy: (row) => row.numberOfTransactions,
      cell: ({ numberOfTransactions }) => number(numberOfTransactions),
    },
    {
      ...column('average'),
      isNumber: true,
      sortBy: (row) => row.averageTurnoverPerTransaction || null,
      cell: ({ averageTurnoverPerTransaction: average }) => (average === 0 ? '–' : money(average)),
    },
    { ...column('best'), cell: ({ productSaleShares }) => share(productSaleShares[0]) },
    { ...column('worst'), cell: ({ productSaleShares }) => share(productSaleShares.length > 1 ? productSaleShares.at(-1) : undefined) },
    {
      ...column('stops'),
      isNumber: true,
      sortBy: (row) => row.numberOfStops,
      cell: ({ machine, numberOfStops: stops }) =>
        stops === null ? (
          <span className={classes.part}>{t('performance.notWatched')}</span>
        ) : stops === 0 ? (
          0
        ) : (
          <Link
            to="/dashboard/reports/uptime"
            search={{ month, machine: machine.id }}
            className={classes.link}
            aria-label={t('uptime.outagesOf', { name: machine.name })}
          >
            {number(stops)}
          </Link>
        ),
    },
    {
      ...column('hours'),
      isNumber: true,
      sortBy: (row) => row.numberOfSecondsInOutage,
      cell: ({ numberOfSecondsInOutage: seconds }) => (seconds === null ? '–' : number(Math.floor((seconds * SECOND) / HOUR))),
    },
    {
      ...column('credits'),
      isNumber: true,
      sortBy: (row) => row.numberOfCreditsAdded,
      cell: ({ numberOfCreditsAdded }) => number(numberOfCreditsAdded),
    },
  ]
  return (
    <>
      <RankingCard
        label={t('performance.chart')}
        words={t('performance.words', { count: rows.length, best: best?.machine.name ?? '', sum: money(best?.turnover ?? 0) })}
        bars={rows.slice(0, BEST).map(({ machine, turnover }) => ({ label: machine.name, value: turnover }))}
        wordsOf={money}
      />
      <PagedTable
        name="performance"
        label={t('performance.title')}
        columns={columns}
        rows={rows}
        keyOf={({ machine }) => machine.id}
        isFading={isFading}
      />
    </>
  )
}
