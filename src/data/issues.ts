import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/issues.ts'
import type { MachineId } from '#domain/ids.ts'
import type { IssueSource, IssueStatus, IssueType } from '#domain/issues.ts'
import { HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { getSession } from './device.ts'
import { unlessLive } from './liveness.ts'
import { answered, keyed, TIMEOUT } from './server-requests.ts'

/** The response for a customer who scans a sticker. */
export type MachineLookup = { state: 'there'; name: string } | { state: 'unknown' } | { state: 'unreachable'; why: Unanswered }

export async function machineBefore(token: string): Promise<MachineLookup> {
  const answer = await call(contract.machineOnSticker, { params: { token } }, { timeoutMs: 10 * SECOND })
  if (answer.state === 'answered') return { state: 'there', name: answer.value.name }
  return answer.state === 'refused' ? { state: 'unknown' } : { state: 'unreachable', why: answer }
}

type Report = { identifier: string; type: IssueType; details: string; contactDetails: string }

/** The same identifier counts as one report, however often it is sent. */
export const reportIssue = (token: string) =>
  mutationOptions({
    mutationFn: async ({ report, captcha }: { report: Report; captcha: () => Promise<string> }) =>
      answered(call(contract.reportIssue, { params: { token }, body: { ...report, reCaptchaToken: await captcha() } }, TIMEOUT)),
  })

/** Filters of customer reports. */
type IssuesQuestion = {
  span: { from: Moment; until: Moment } | null
  types: readonly IssueType[]
  status?: IssueStatus | undefined
  source?: IssueSource | undefined
  machine?: MachineId | undefined
  group?: number | undefined
}

/** A page of customer reports. `page` counts from 0. */
export const issues = ({ span, types, status, source, machine, group }: IssuesQuestion, page: number) =>
  queryOptions({
    queryKey: ['issues', span, types, status, source, machine, group, page],
    meta: { topics: ['issues'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<contract.Issue[]>> => {
      const query = {
        page: String(page),
        size: String(contract.ISSUES_A_PAGE),
        ...(span ? { startDate: toIso(span.from), endDate: toIso(span.until) } : {}),
        ...(types.length > 0 ? { issueTypes: types.join(',') } : {}),
        ...(status ? { status } : {}),
        ...(source ? { source } : {}),
        ...(machine === undefined ? {} : { machine: String(machine) }),
        ...(group === undefined ? {} : { group: String(group) }),
      }
      return answered(call(contract.listIssues, { query }, TIMEOUT))
    },
  })

export const issue = (id: string) =>
  queryOptions({
    queryKey: ['issues', 'one', id],
    meta: { topics: ['issues'] },
    retry: false,
    queryFn: () => answered(call(contract.readIssue, { params: { id } }, TIMEOUT)),
  })

/** Changes the status of a report. It is pending until the lists show the change. */
export const changeIssue = (id: string) =>
  mutationOptions({
    mutationKey: ['issues', 'status', id],
    // Of two changes of one report the later is sent after the earlier.
    scope: { id: `issue ${id}` },
    mutationFn: async (status: IssueStatus, { client }) => {
      await answered(call(contract.changeIssue, { params: { id }, body: { status } }, keyed(getSession().device.newId())))
      await client.invalidateQueries({ queryKey: ['issues'] })
    },
  })

/** Context of a report: the last sales before it. */
export const CONTEXT = { span: 6 * HOUR, sales: 5 } as const
