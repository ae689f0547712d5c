import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { changeIssue } from '#app/data/issues.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Issue } from '#contract/issues.ts'
import type { IssueStatus } from '#domain/issues.ts'

export type StatusOf = { shown(issue: Issue): IssueStatus; choose(issue: Issue, status: IssueStatus): void }

/**
 * Status changes of reports: a choice is shown at once and then sent. Until the server confirms it, it overlays the server's data, so that
 * a failure needs no rollback.
 */
export function useIssueStatus(): StatusOf {
  const { t } = useTranslation('issues')
  const why = useWhyNot()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlyMap<string, IssueStatus>>(new Map())
  // Of two choices about one report the later is sent after the earlier.
  const line = useRef(new Map<string, Promise<void>>())

  const send = async ({ identifier }: Issue, status: IssueStatus) => {
    const answer = await changeIssue(identifier, status, crypto.randomUUID())
    if (answer.state === 'answered') await queryClient.invalidateQueries({ queryKey: ['issues'] })
    if (answer.state === 'answered') toastSuccess(t('list.statusUpdated'))
    else toastError(`${t('list.statusFailed')}. ${why(answer).text}`)
  }
  const choose = (issue: Issue, status: IssueStatus) => {
    const { identifier } = issue
    setChosen((before) => new Map(before).set(identifier, status))
    const sent = (line.current.get(identifier) ?? Promise.resolve()).then(() => send(issue, status))
    line.current.set(identifier, sent)
    void sent.finally(() => {
      if (line.current.get(identifier) !== sent) return
      line.current.delete(identifier)
      setChosen((before) => new Map([...before].filter(([id]) => id !== identifier)))
    })
  }
  return { shown: ({ identifier, status }) => chosen.get(identifier) ?? status, choose }
}
