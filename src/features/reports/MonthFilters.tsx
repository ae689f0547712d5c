import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#app/components/MachineFilters.tsx'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import layout from '#app/ui/list-page.module.css'
import { months } from './machine-reports.queries.ts'
import type { MonthSearch } from './reports-search.ts'

type Props = { month: string; group?: number | undefined; onNarrow(next: Pick<MonthSearch, 'month' | 'group'>): void; children?: ReactNode }

/** Filters a report by month and machines. */
export function MonthFilters({ month, group, onNarrow, children }: Props) {
  const { t } = useTranslation('machineReports')
  return (
    <Card aria-label={t('reports:filters')}>
      <div className={layout.filters}>
        <NativeSelect
          label={t('month')}
          data={months().map((value, index) => ({
            value,
            label: index === 0 ? `${formats().month(value)} (${t('soFar')})` : formats().month(value),
          }))}
          value={month}
          onChange={({ currentTarget: { value } }) => onNarrow({ month: value })}
        />
        <GroupSelect value={group} onChange={(next) => onNarrow({ group: next })} />
        {children}
      </div>
    </Card>
  )
}
