import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long enough that switching costs little, short enough that a request of somebody else hardly notices. */
const TURN_MS = 1

/**
 * Divides long work of one request into turns of about a millisecond: `await turn()` between two small steps lets the requests of others
 * be answered first once a turn is over, and costs next to nothing before.
 */
export function takeTurns(now = () => performance.now()): () => Promise<void> | undefined {
  let since = now()
  return () => {
    if (now() - since < TURN_MS) return undefined
    return nextTurn().then(() => {
      since = now()
    })
  }
}
