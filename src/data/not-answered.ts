import type { Answer, Unanswered } from '#offline/sync-calls.ts'

/** The server could not be asked, failed, or refused. `answer` is null where it answered something else than was asked for. */
export class NotAnswered extends Error {
  readonly answer: Unanswered | null
  readonly code: string | null
  constructor(answer: Answer<unknown> | null) {
    super(answer?.state === 'refused' ? answer.code : (answer?.state ?? 'unexpected answer'))
    this.answer = answer === null || answer.state === 'answered' ? null : answer
    this.code = answer?.state === 'refused' ? answer.code : null
  }
}

/** What the server answered. Throws why it did not, which `useWhyNot` puts into words. */
export async function answered<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}
