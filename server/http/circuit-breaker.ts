import type { Moment } from '#domain/time.ts'

type CircuitBreaker = {
  /** Whether the service failed so often that it is not asked for a while. */
  isOpen(): boolean
  succeeded(): void
  failed(): void
}

/**
 * After several failures in a row a service is not asked for a while, because each request would wait for its timeout. Afterwards a single
 * further failure is enough for the next pause.
 */
export function createCircuitBreaker({
  maxFailures,
  pauseMs,
  now,
}: {
  maxFailures: number
  pauseMs: number
  now: () => Moment
}): CircuitBreaker {
  let failures = 0
  let openedAt: Moment | null = null
  return {
    // A clock that was set back does not extend the pause.
    isOpen: () => openedAt !== null && now() >= openedAt && now() < openedAt + pauseMs,
    succeeded: () => {
      failures = 0
      openedAt = null
    },
    failed: () => {
      failures++
      if (failures >= maxFailures) openedAt = now()
    },
  }
}
