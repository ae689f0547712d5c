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
export async function answered<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}

/** Whether the server refused the request: repeating it with the same idempotency key would get the same response. */
export const isRefused = (error: unknown): boolean => error instanceof NotAnswered && error.answer?.state === 'refused'

/** Whether the server may have executed the request, because its response was lost. */
export const isUnsettled = (error: unknown): boolean =>
  error instanceof NotAnswered && (error.answer === null || error.answer.state === 'unreachable')
