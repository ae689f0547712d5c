import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#app/components/MachineFilters.tsx'
import { MachineSelect } from '#app/components/MachineSelect.tsx'
import { PeriodFilter } from '#app/components/PeriodFilter.tsx'
import { Card } from '#app/ui/Card.tsx'
import type { Machine } from '#contract/machines.ts'
import { ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'
import classes from './Issues.module.css'
import { useIssueWords } from './issue-words.ts'
import type { IssuesSearch } from './issues-search.ts'

type Props = { search: IssuesSearch; machines: readonly Machine[]; onNarrow(next: Partial<IssuesSearch>): void }

/** Filters by status, time, type and machine. On a phone all but the first are collapsed. */
export function IssueFilters({ search, machines, onNarrow }: Props) {
  const { t } = useTranslation('issues')
  const words = useIssueWords()
  const { types = [], status, machine, group, period, from } = search
  const [isFolded, setFolded] = useState(types.length === 0 && !machine && !group && !period && !from)
  return (
    <Card aria-label={t('transactions:filters')}>
      <div className={classes.filters}>
        <NativeSelect
          label={t('list.status')}
          data={[{ value: '', label: t('list.allStatuses') }, ...ISSUE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => onNarrow({ status: ISSUE_STATUSES.find((one) => one === value) })}
        />
        <Button
          className={classes.unfold ?? ''}
          variant="subtle"
          leftSection={<IconAdjustments size={20} aria-hidden />}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {t(isFolded ? 'transactions:moreFilters' : 'transactions:fewerFilters')}
        </Button>
        <div className={classes.more} data-folded={isFolded || undefined}>
          <MultiSelect
            label={t('list.types')}
            placeholder={types.length === 0 ? t('list.allTypes') : ''}
            data={ISSUE_TYPES.map((value) => ({ value, label: words(value) }))}
            value={[...types]}
            onChange={(chosen) => {
              const next = ISSUE_TYPES.filter((type) => chosen.includes(type))
              onNarrow({ types: next.length === 0 ? undefined : next })
            }}
          />
          <PeriodFilter search={search} onChange={onNarrow} />
          <MachineSelect machines={machines} value={machine} onChange={(next) => onNarrow({ machine: next })} />
          <GroupSelect value={group} onChange={(next) => onNarrow({ group: next })} />
        </div>
      </div>
    </Card>
  )
}
