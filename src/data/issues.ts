import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/issues.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { IssueStatus, IssueType } from '#domain/issues.ts'
import { HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { unlessHeard } from './liveness.ts'
import { answered, NotAnswered } from './not-answered.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** The response for a customer who scans a sticker. */
export type Stood = { state: 'there'; name: string } | { state: 'unknown' } | { state: 'unreachable'; why: Unanswered }

export async function machineBefore(token: string): Promise<Stood> {
  const answer = await call(contract.machineOnSticker, { params: { token } }, { timeoutMs: 10 * SECOND })
  if (answer.state === 'answered') return { state: 'there', name: answer.value.name }
  return answer.state === 'refused' ? { state: 'unknown' } : { state: 'unreachable', why: answer }
}

export type Report = { identifier: string; type: IssueType; details: string; contactDetails: string }

/** The same identifier counts as one report, however often it is sent. */
export const reportIssue = (token: string) =>
  mutationOptions({
    mutationFn: async ({ report, captcha }: { report: Report; captcha: () => Promise<string> }) =>
      answered(call(contract.reportIssue, { params: { token }, body: { ...report, reCaptchaToken: await captcha() } }, PATIENCE)),
  })

/** Filters of customer reports. */
export type IssuesQuestion = {
  span: { from: Moment; until: Moment } | null
  types: readonly IssueType[]
  status?: IssueStatus | undefined
  machine?: MachineId | undefined
  group?: number | undefined
}

/** A page of customer reports. `page` counts from 0. */
export const issues = ({ span, types, status, machine, group }: IssuesQuestion, page: number) =>
  queryOptions({
    queryKey: ['issues', span, types, status, machine, group, page],
    meta: { asks: ['issues'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessHeard(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<contract.Issue[]>> => {
      const query = {
        page: String(page),
        size: String(contract.ISSUES_A_PAGE),
        ...(span ? { startDate: toIso(span.from), endDate: toIso(span.until) } : {}),
        ...(types.length > 0 ? { issueTypes: types.join(',') } : {}),
        ...(status ? { status } : {}),
        ...(machine === undefined ? {} : { machine: String(machine) }),
        ...(group === undefined ? {} : { group: String(group) }),
      }
      const answer = await call(contract.listIssues, { query }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

export const issue = (id: string) =>
  queryOptions({
    queryKey: ['issues', 'one', id],
    meta: { asks: ['issues'] },
    retry: false,
    queryFn: async (): Promise<contract.Issue> => {
      const answer = await call(contract.readIssue, { params: { id } }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

/** With the same `key` it is one change, however often it is sent. */
export const changeIssue = (id: string, status: IssueStatus, key: OperationId) =>
  call(contract.changeIssue, { params: { id }, body: { status } }, { ...PATIENCE, headers: { 'idempotency-key': key } })

/** Context of a report: the last sales before it. */
export const CONTEXT = { span: 6 * HOUR, sales: 5 } as const
