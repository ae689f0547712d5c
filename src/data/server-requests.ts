import type { OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { TOO_LARGE_FOR_PROXY } from '#offline/api-client.ts'
import type { Answer, Unanswered } from '#offline/sync-calls.ts'

/** The server was unreachable, failed, or refused. `answer` is null if the response had an unexpected form. */
export class NotAnswered extends Error {
  readonly answer: Unanswered | null
  readonly code: string | null
  constructor(answer: Answer<unknown> | null) {
    super(answer?.state === 'refused' ? answer.code : (answer?.state ?? 'unexpected answer'))
    this.answer = answer === null || answer.state === 'answered' ? null : answer
    this.code = answer?.state === 'refused' ? answer.code : null
  }
}

/** Returns the response or throws the error that `useWhyNot` describes. */
export async function answered<T>(pending: Promise<Answer<T>>): Promise<T> {
  const answer = await pending
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}

/** Whether the server refused the request: repeating it with the same idempotency key would get the same response. */
export const isRefused = (error: unknown): boolean => error instanceof NotAnswered && error.answer?.state === 'refused'

/** Whether the server may have executed the request, because its response was lost. */
export const isUnsettled = (error: unknown): boolean =>
  error instanceof NotAnswered && (error.answer === null || error.answer.state === 'unreachable')

/** Options of a request that a user waits for. */
export const TIMEOUT = { timeoutMs: 30 * SECOND }

/** Options of a change: requests with the same key count once. */
export const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })

/** The input of a mutation with an idempotency key. */
export type Keyed<Input = object> = Input & { key: OperationId }

/**
 * Why a server call failed: no connection, a program in between that responded instead of the server, a time-out, an overloaded server, a server error, too many requests of this user, a body that a proxy refuses for its size, an expired
 * session, a refusal with its code, or an error of the app itself. `useWhyNot` provides the texts for every screen.
 */
type WhyNot =
  | { reason: 'offline' | 'late' | 'overloaded' | 'busy' | 'tooLarge' | 'signedOut' | 'fault' }
  | { reason: 'failed'; status: number | null }
  | { reason: 'intercepted'; status: number | null }
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
  // A sign-in page of a network has the status of a success, which explains nothing.
  if (answer.interceptedWith !== undefined)
    return { reason: 'intercepted', status: answer.interceptedWith < 400 ? null : answer.interceptedWith }
  if (answer.status === undefined) return { reason: answer.isLate ? 'late' : 'offline' }
  if (answer.status === TOO_LARGE_FOR_PROXY) return { reason: 'tooLarge' }
  if (answer.status === 503) return { reason: 'overloaded' }
  return answer.status === 429 ? { reason: 'busy' } : { reason: 'failed', status: answer.status }
}

const isUnanswered = (cause: unknown): cause is Unanswered =>
  typeof cause === 'object' && cause !== null && 'state' in cause && STATES.includes(String(cause.state))
const STATES = ['unreachable', 'refused', 'signed-out']
