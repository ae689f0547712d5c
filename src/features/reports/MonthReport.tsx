import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { Definitions } from './Definitions.tsx'
import { MonthFilters } from './MonthFilters.tsx'
import { type MonthQuestion, reportTable } from './machine-reports.queries.ts'
import { ReportBody } from './ReportBody.tsx'
import type { MonthSearch } from './reports-search.ts'

type Props<Data> = {
  name: Parameters<typeof reportTable>[0]
  title: string
  failed: string
  /** Definitions of its figures. */
  means: readonly string[]
  question: MonthQuestion
  report: UseQueryResult<Data>
  isEmpty?(data: Data): boolean
  /** More filters. */
  filters?: ReactNode
  onNarrow(next: Pick<MonthSearch, 'month' | 'group'>): void
  /** Details of a selected figure. */
  behind?: ReactNode
  children(data: Data): ReactNode
}

/** A monthly report: filters, rows, export, and definitions of its figures. */
export function MonthReport<Data>({ name, title, failed, means, question, report, onNarrow, behind, children, ...more }: Props<Data>) {
  const { filters, isEmpty = (data: Data) => Array.isArray(data) && data.length === 0 } = more
  const { t } = useTranslation('machineReports')
  const questionKey = JSON.stringify(question)
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('reports:title'), link: { to: '/dashboard/reports' } }, { label: title }]}
        actions={
          <ExportTable
            key={questionKey}
            request={(language) => reportTable(name, question, language)}
            isEmpty={!report.isPlaceholderData && report.data !== undefined && isEmpty(report.data)}
          />
        }
      />
      <div className={layout.page}>
        <MonthFilters month={question.month} group={question.group} onNarrow={onNarrow}>
          {filters}
        </MonthFilters>
        {behind}
        <ReportBody report={report} failed={failed} isEmpty={isEmpty} empty={t('none')} emptyText={t('noneText')}>
          {children}
        </ReportBody>
        <Definitions words={means} />
      </div>
    </>
  )
}
