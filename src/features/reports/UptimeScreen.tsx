import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { MachineUptime, Outage } from '#contract/machine-reports.ts'
import { fromIso, HOUR, MINUTE, SECOND } from '#domain/time.ts'
import { MonthReport } from './MonthReport.tsx'
import { machineColumn } from './machine-column.tsx'
import { monthIn, outagesOf, uptime } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { RankingCard } from './RankingCard.tsx'
import classes from './Reports.module.css'
import { RowsOfMachine } from './RowsOfMachine.tsx'
import { MonthSearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/uptime')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: UptimeScreen,
})

const WORST = 10

/** Outage time of each machine in a month. */
function UptimeScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const question = { month, group: search.group }
  const report = useQuery(uptime(question))
  const machine = report.data?.find((row) => row.machine.id === search.machine)?.machine
  return (
    <MonthReport
      name="uptime"
      title={t('uptime.title')}
      failed={t('uptime.failed')}
      means={(['up', 'stopped', 'silent', 'once'] as const).map((one) => t(`uptime.means.${one}`))}
      question={question}
      report={report}
      onNarrow={(next) => void navigate({ search: { ...search, ...next, machine: undefined } })}
      behind={
        machine && (
          <OutagesCard machine={machine} month={month} onClose={() => void navigate({ search: { ...search, machine: undefined } })} />
        )
      }
    >
      {(rows) => <Machines key={JSON.stringify(question)} rows={rows} search={{ ...search, month }} isFading={report.isPlaceholderData} />}
    </MonthReport>
  )
}

type Props = { rows: readonly MachineUptime[]; search: MonthSearch; isFading: boolean }

function Machines({ rows, search, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { number, percentage } = formats()
  const watched = rows.filter(({ secondsWatched }) => secondsWatched !== null)
  const column = (key: string) => ({ key, label: t(`uptime.column.${key}`), isNumber: true })
  const known = (cell: (row: MachineUptime, watched: number) => ReactNode) => (row: MachineUptime) =>
    row.secondsWatched === null ? '–' : cell(row, row.secondsWatched)
  const knownValue = (value: (row: MachineUptime) => number) => (row: MachineUptime) => (row.secondsWatched === null ? null : value(row))
  const hoursColumn = (key: string, seconds: (row: MachineUptime) => number): Column<MachineUptime> => ({
    ...column(key),
    sortBy: knownValue(seconds),
    cell: known((row) => number(hoursOf(seconds(row)))),
  })
  const columns: Column<MachineUptime>[] = [
    machineColumn(t('machine')),
    {
      ...column('up'),
      sortBy: ({ secondsWatched: all, secondsInOutage }) => (all === null ? null : upOf(secondsInOutage, all)),
      cell: ({ secondsWatched: all, secondsInOutage }) =>
        all === null ? <span className={classes.part}>{t('performance.notWatched')}</span> : percentage(upOf(secondsInOutage, all)),
    },
    {
      ...column('outages'),
      sortBy: knownValue(({ numberOfOutages }) => numberOfOutages),
      cell: known(({ machine, numberOfOutages: count }) =>
        count === 0 ? (
          0
        ) : (
          <Link
            to="/dashboard/reports/uptime"
            search={{ ...search, machine: machine.id }}
            className={classes.link}
            aria-label={t('uptime.outagesOf', { name: machine.name })}
          >
            {number(count)}
          </Link>
        ),
      ),
    },
    hoursColumn('hours', ({ secondsInOutage }) => secondsInOutage),
    hoursColumn('stopped', ({ secondsStopped }) => secondsStopped),
    hoursColumn('silent', ({ secondsNotConnected }) => secondsNotConnected),
  ]
  const out = watched.filter(({ secondsInOutage }) => secondsInOutage > 0)
  const hours = hoursOf(out.reduce((sum, { secondsInOutage }) => sum + secondsInOutage, 0))
  return (
    <>
      {out.length > 0 && (
        <RankingCard
          label={t('uptime.chart')}
          words={t('uptime.words', { count: watched.length, hours: number(hours) })}
          bars={out.slice(0, WORST).map(({ machine, secondsInOutage }) => ({ label: machine.name, value: hoursOf(secondsInOutage) }))}
          wordsOf={number}
        />
      )}
      <PagedTable
        name="uptime"
        label={t('uptime.title')}
        columns={columns}
        rows={rows}
        keyOf={({ machine }) => machine.id}
        isFading={isFading}
      />
    </>
  )
}

const hoursOf = (seconds: number) => Math.floor((seconds * SECOND) / HOUR)

/** A machine with any outage is not at 100 %, whatever the rounding. */
const upOf = (out: number, watched: number) => (out === 0 ? 1 : Math.min(Math.floor((1 - out / watched) * 100) / 100, 0.99))

type OutagesCardProps = { machine: { id: number; name: string }; month: string; onClose(): void }

/** The outages of one machine with their causes. */
function OutagesCard({ machine, month, onClose }: OutagesCardProps) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(outagesOf(machine.id, month))
  const title = t('uptime.outagesOf', { name: machine.name })
  const { dateTime } = formats()
  const alertLabel = useAlertLabels()
  const lengthOf = (outage: Outage) => {
    const minutes = Math.floor(spanOf(outage) / MINUTE)
    return t('uptime.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  const whatOf = ({ state, cause }: Outage) => {
    const label = t(`uptime.state.${state}`)
    return cause ? t('common:labelled', { label, value: alertLabel(cause) }) : label
  }
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
