import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Issue } from '#contract/issues.ts'
import { ISSUE_STATUSES } from '#domain/issues.ts'
import classes from './Issues.module.css'
import { useIssueWords } from './issue-words.ts'
import type { StatusOf } from './use-issue-status.ts'

/** Shows and changes the status of a report. */
export function StatusSelect({ issue, status }: { issue: Issue; status: StatusOf }) {
  const { t } = useTranslation('issues')
  const words = useIssueWords()
  const shown = status.shown(issue)
  return (
    <NativeSelect
      className={classes.status ?? ''}
      aria-label={t('list.statusOf', { issue: words(issue.type), machine: issue.machine.name })}
      leftSection={<span className={classes.dot} data-status={shown} aria-hidden />}
      leftSectionWidth={28}
      data={ISSUE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        const next = ISSUE_STATUSES.find((one) => one === value)
        if (next && next !== shown) status.choose(issue, next)
      }}
    />
  )
}
