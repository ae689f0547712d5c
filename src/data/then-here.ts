import { SECOND } from '#domain/time.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { sendAll } from './outbox.ts'

/** Maximum delay of a success message. */
const TIMEOUT_MS = 2 * SECOND

/** Waits for the sync after a server call, so that the next screen usually shows the change. */
export async function awaitLocalSync<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await asked
  if (answer.state === 'answered') await Promise.race([sendAll(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
  return answer
}
