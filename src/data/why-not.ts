import type { Unanswered } from '#offline/sync-calls.ts'
import { NotAnswered } from './not-answered.ts'

/**
 * Why a server call failed: no connection, a time-out, a server error, too many requests, an expired session, a refusal with its code, or
 * an error of the app itself. `useWhyNot` provides the texts for every screen.
 */
export type WhyNot =
  | { reason: 'offline' | 'late' | 'busy' | 'signedOut' | 'fault' }
  | { reason: 'failed'; status: number | null }
  | { reason: 'refused'; code: string; details?: unknown }

/** `cause`: a response, or the error thrown by a query. */
export function whyNot(cause: unknown): WhyNot {
  if (cause instanceof NotAnswered) return cause.answer ? ofAnswer(cause.answer) : { reason: 'failed', status: null }
  return isUnanswered(cause) ? ofAnswer(cause) : { reason: 'fault' }
}

function ofAnswer(answer: Unanswered): WhyNot {
  if (answer.state === 'refused') return { reason: 'refused', code: answer.code, details: answer.details }
  if (answer.state === 'signed-out') return { reason: 'signedOut' }
  if (answer.code) return { reason: 'refused', code: answer.code }
  if (answer.status === undefined) return { reason: answer.isLate ? 'late' : 'offline' }
  return answer.status === 429 ? { reason: 'busy' } : { reason: 'failed', status: answer.status }
}

const isUnanswered = (cause: unknown): cause is Unanswered =>
  typeof cause === 'object' && cause !== null && 'state' in cause && STATES.includes(String(cause.state))
const STATES = ['unreachable', 'refused', 'signed-out']
