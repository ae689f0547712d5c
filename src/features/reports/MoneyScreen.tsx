import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { formats } from '#app/data/formats.ts'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { MoneyReport } from '#contract/money.ts'
import { MoneyExport } from './MoneyExport.tsx'
import { MoneyFilters } from './MoneyFilters.tsx'
import { MoneyTables } from './MoneyTables.tsx'
import { MonthClose } from './MonthClose.tsx'
import { months } from './machine-reports.queries.ts'
import { type MoneyPeriod, moneyMonths, moneyOf } from './money.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { ReportBody } from './ReportBody.tsx'
import { MoneySearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/money')({
  validateSearch: MoneySearch,
  beforeLoad: needsTelemetry,
  component: MoneyScreen,
})

/** Gross, net and tax of a period beside another, month close, and exports. */
function MoneyScreen() {
  const { t } = useTranslation('money')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { period, before } = periodsIn(search)
  const report = useQuery(moneyOf(period))
  const compared = useQuery({ ...moneyOf(before ?? period), enabled: before !== null })
  const other = before === null ? undefined : compared.data
  const { data: closed } = useQuery(moneyMonths())
  // A month without sales can be closed between others.
  const isUnused = ({ count, late }: MoneyReport) =>
    count === 0 && late.length === 0 && (before === null || other?.count === 0) && closed?.closings.length === 0
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumb={[{ label: t('reports:title'), link: { to: '/dashboard/reports' } }, { label: t('title') }]}
        actions={<MoneyExport key={JSON.stringify(period)} period={period} rates={report.data?.rates.map(({ rate }) => rate) ?? []} />}
      />
      <div className={layout.page}>
        <MoneyFilters
          period={period}
          before={before}
          onChange={(next) => void navigate({ search: { ...search, ...next }, replace: true })}
        />
        <ReportBody report={report} failed={t('failed')} isEmpty={isUnused}>
          {(data) => {
            const figures = (
              <>
                <Notes report={data} compared={other} />
                {'month' in period && <MonthClose key={period.month} month={period.month} report={data} />}
                <MoneyTables
                  report={data}
                  compared={other}
                  month={'month' in period ? period.month : undefined}
                  isFading={report.isPlaceholderData || (before !== null && compared.isPlaceholderData)}
                />
                <Text size="sm" c="dimmed" maw="70ch">
                  {t('rounding')}
                </Text>
              </>
            )
            // A company whose machines are all deactivated still has its sales.
            return data.count > 0 ? figures : <UnlessNoMachines>{figures}</UnlessNoMachines>
          }}
        </ReportBody>
      </div>
    </>
  )
}

/** Both periods in words, which of them is unfinished, and what arrived late. */
function Notes({ report, compared }: { report: MoneyReport; compared: MoneyReport | undefined }) {
  const { t } = useTranslation('money')
  const { calendarDate, money, month } = formats()
  const words = ({ from, to, unfinished }: MoneyReport) =>
    `${calendarDate(new Date(from))} – ${calendarDate(new Date(to))}${unfinished ? ` (${t('unfinished')})` : ''}`
  const late = report.late.reduce((sum, { gross }) => sum + gross, 0)
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>{words(report)}</Text>
        {compared && <Text c="dimmed">{t('common:labelled', { label: t('compared'), value: words(compared) })}</Text>}
      </Group>
      {report.late.length > 0 && (
        <Alert color="orange" title={t('section.late')}>
          {t('lateText', { sum: money(late), months: report.late.map((one) => month(one.month)).join(', ') })}
        </Alert>
      )}
    </>
  )
}

/** The month before one of those offered. */
const monthBefore = (month: string) => months()[months().indexOf(month) + 1]

/** The period in a URL, the last full month by default, and the one it is compared with, by default the month before it. */
function periodsIn({ month, from, to, beside, besideFrom, besideTo }: MoneySearch): {
  period: MoneyPeriod
  before: MoneyPeriod | null
} {
  const period: MoneyPeriod = from && to ? { from, to } : { month: month ?? months()[1] ?? '' }
  if (besideFrom && besideTo) return { period, before: { from: besideFrom, to: besideTo } }
  const other = beside ?? ('month' in period ? monthBefore(period.month) : undefined)
  return { period, before: other === undefined || other === 'none' ? null : { month: other } }
}
