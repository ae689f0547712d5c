import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { months } from '#app/data/machine-reports.ts'
import { groups as groupList } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import classes from './Reports.module.css'
import type { MonthSearch } from './reports-search.ts'

type Props = { month: string; group?: number | undefined; onNarrow(next: Pick<MonthSearch, 'month' | 'group'>): void; children?: ReactNode }

/** Of which month a report tells, and of which machines. */
export function MonthFilters({ month, group, onNarrow, children }: Props) {
  const { t } = useTranslation('machineReports')
  const { data: groups } = useQuery(groupList())
  return (
    <Card aria-label={t('reports:filters')}>
      <div className={classes.filters}>
        <NativeSelect
          label={t('month')}
          data={months().map((value, index) => ({
            value,
            label: index === 0 ? `${formats().month(value)} (${t('soFar')})` : formats().month(value),
          }))}
          value={month}
          onChange={({ currentTarget: { value } }) => onNarrow({ month: value })}
        />
        <NativeSelect
          label={t('reports:group')}
          data={[
            { value: '', label: t('reports:allGroups') },
            ...(groups ?? []).map(({ machineGroupId, name }) => ({ value: String(machineGroupId), label: name })),
          ]}
          value={String(group ?? '')}
          onChange={({ currentTarget: { value } }) => onNarrow({ group: value === '' ? undefined : Number(value) })}
        />
        {children}
      </div>
    </Card>
  )
}
