import { setImmediate as nextTurn } from 'node:timers/promises'

/** Switching takes a few microseconds. A request waits for a turn each time that the database has answered it, several times in all. */
const MAX_BLOCKING_MS = 0.25

/**
 * Divides long work into short turns: `await turn()` between two small steps lets the requests of others be answered first once a turn is
 * over, and costs next to nothing before.
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
