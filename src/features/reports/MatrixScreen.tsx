import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { Definitions } from './Definitions.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { MonthFilters } from './MonthFilters.tsx'
import { matrix, monthIn, reportTable } from './machine-reports.queries.ts'
import { needsTelemetry } from './needs-telemetry.ts'
import { ReportBody } from './ReportBody.tsx'
import { MonthSearch } from './reports-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/matrix')({
  validateSearch: MonthSearch,
  beforeLoad: needsTelemetry,
  component: MatrixScreen,
})

const MEASURES = ['sold', 'turnover'] as const

/** Sales of each product by machine in a month. */
function MatrixScreen() {
  const { t } = useTranslation('machineReports')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const month = monthIn(search.month)
  const { group, show = 'sold' } = search
  const question = { month, group }
  const report = useQuery(matrix(question))
  const narrow = (next: Partial<MonthSearch>) => void navigate({ search: { ...search, ...next } })
  return (
    <>
      <PageHeader
        title={t('matrix.title')}
        breadcrumb={[{ label: t('reports:title'), link: { to: '/dashboard/reports' } }, { label: t('matrix.title') }]}
        actions={
          <ExportTable
            key={JSON.stringify(question)}
            request={(language) => reportTable('matrix', question, language)}
            isEmpty={!report.isPlaceholderData && report.data?.cells.length === 0}
          />
        }
      />
      <div className={layout.page}>
        <MonthFilters month={month} group={group} onNarrow={narrow}>
          <NativeSelect
            label={t('matrix.measure')}
            data={MEASURES.map((value) => ({ value, label: t(`matrix.measures.${value}`) }))}
            value={show}
            onChange={({ currentTarget: { value } }) => narrow({ show: MEASURES.find((one) => one === value) })}
          />
        </MonthFilters>
        <ReportBody report={report} failed={t('matrix.failed')} isEmpty={({ cells }) => cells.length === 0}>
          {(data) => (
            <MatrixTable key={JSON.stringify(question)} matrix={data} show={show} month={month} isFading={report.isPlaceholderData} />
          )}
        </ReportBody>
        <Definitions words={[t('matrix.words'), t('matrix.means.cell'), t('matrix.means.order')]} />
      </div>
    </>
  )
}
