import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/company.ts'
import * as feedback from '#contract/feedback.ts'
import * as profile from '#contract/profile.ts'
import type { OperationId } from '#domain/ids.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered } from './not-answered.ts'
import { refreshAccount } from './session.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** Every write has a key, so that it counts once if it is sent twice. */
const once = () => ({ ...PATIENCE, headers: { 'idempotency-key': crypto.randomUUID() } })

/** Whether the terms are accepted, and the user's mail preferences. */
export const accountSettings = () =>
  queryOptions({
    queryKey: ['accountSettings'],
    staleTime: 60 * SECOND,
    queryFn: () => answered(call(profile.accountSettings, {}, PATIENCE)),
  })

export const changeAccountSettings = (wishes: { weeklyEmails: boolean; systemUpdates: boolean }) =>
  call(profile.changeAccountSettings, { body: wishes }, once())

export const acceptTerms = () => call(profile.acceptTerms, { body: { version: TERMS_VERSION } }, once())

export const company = () =>
  queryOptions({ queryKey: ['company'], meta: { asks: ['company'] }, queryFn: () => answered(call(contract.company, {}, PATIENCE)) })

/** Updates the company; this device uses the new formats at once. */
export async function changeCompany(body: contract.CompanyFields, key: OperationId) {
  const answer = await call(contract.changeCompany, { body }, { ...PATIENCE, headers: { 'idempotency-key': key } })
  if (answer.state === 'answered') await refreshAccount()
  return answer
}

export const sessions = () => queryOptions({ queryKey: ['sessions'], queryFn: () => answered(call(profile.listSessions, {}, PATIENCE)) })

export const endSession = (sessionId: string) => call(profile.endOneSession, { params: { sessionId } }, PATIENCE)
export const endOtherSessions = () => call(profile.endOtherSessions, {}, PATIENCE)

type Said = { firstName: string; lastName: string; phoneNumber: string } | { newPassword: string; oldPassword: string }

/** Updates the user's profile; this device shows it at once. */
export async function changeProfile(said: Said) {
  const answer = await call(profile.changeProfile, { body: said }, PATIENCE)
  if (answer.state === 'answered') await refreshAccount()
  return answer
}

export const sendFeedback = (text: string) => call(feedback.sendFeedback, { body: { text } }, PATIENCE)
