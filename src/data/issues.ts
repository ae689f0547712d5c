import * as contract from '#contract/issues.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/call.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** What a customer before a machine is told of it. */
export type Stood = { state: 'there'; name: string } | { state: 'unknown' } | { state: 'unreachable' }

export async function machineBefore(token: string): Promise<Stood> {
  const answer = await call(contract.machineOnSticker, { params: { token } }, { timeoutMs: 10 * SECOND })
  if (answer.state === 'answered') return { state: 'there', name: answer.value.name }
  return { state: answer.state === 'refused' ? 'unknown' : 'unreachable' }
}

export type Report = { identifier: string; type: contract.IssueType; details: string; contactDetails: string }

/** Under the same identifier it is one report, however often it is sent. */
export const reportIssue = (token: string, report: Report, reCaptchaToken: string) =>
  call(contract.reportIssue, { params: { token }, body: { ...report, reCaptchaToken } }, PATIENCE)
