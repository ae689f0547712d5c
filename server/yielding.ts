import { setImmediate as nextTurn } from 'node:timers/promises'

/** Yielding takes a few microseconds. A request waits for several turns, one after each response from the database. */
const MAX_BLOCKING_MS = 0.25

/**
 * Splits long work into short turns: `await turn()` between two small steps lets other requests run once a turn is over, and costs almost
 * nothing before.
 */
export function createYield(now = () => performance.now()): () => Promise<void> | undefined {
  let since = now()
  return () => {
    if (now() - since < MAX_BLOCKING_MS) return undefined
    return nextTurn().then(() => {
      since = now()
    })
  }
}
