import { SECOND } from '#domain/time.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { sendAll } from './outbox.ts'

/** Nobody waits longer than this to be told that something is done. */
const TIMEOUT_MS = 2 * SECOND

/** What the server has done is mostly on this device too before it is told: the screen behind shows it then. */
export async function awaitLocalSync<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await asked
  if (answer.state === 'answered') await Promise.race([sendAll(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
  return answer
}
