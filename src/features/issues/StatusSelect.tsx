import { NativeSelect } from '@mantine/core'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { changeIssue } from '#app/data/issues.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Issue } from '#contract/issues.ts'
import { ISSUE_STATUSES, type IssueStatus } from '#domain/issues.ts'
import classes from './Issues.module.css'
import { useIssueTitle } from './issue-labels.ts'

/** Shows and changes the status of a report. A change is shown at once; if it fails, the status of the server is shown again. */
export function StatusSelect({ issue }: { issue: Issue }) {
  const { identifier, machine, status } = issue
  const { t } = useTranslation('issues')
  const titleOf = useIssueTitle()
  const why = useWhyNot()
  const change = changeIssue(identifier)
  const { mutate } = useMutation({
    ...change,
    onSuccess: () => toastSuccess(t('list.statusUpdated')),
    onError: (error) => toastError(`${t('list.statusFailed')}. ${why(error).text}`),
  })
  // The list and the dialog show the same report.
  const pending = useMutationState({
    filters: { mutationKey: change.mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as IssueStatus,
  })
  const shown = pending.at(-1) ?? status
  return (
    <NativeSelect
      className={classes.status ?? ''}
      aria-label={t('list.statusOf', { issue: titleOf(issue), machine: machine.name })}
      leftSection={<span className={classes.dot} data-status={shown} aria-hidden />}
      leftSectionWidth={28}
      data={ISSUE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        const next = ISSUE_STATUSES.find((one) => one === value)
        if (next && next !== shown) mutate(next)
      }}
    />
  )
}
