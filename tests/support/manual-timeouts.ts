import { vi } from 'vitest'

export type ManualTimeouts = {
  /** Aborts every signal created so far, as if it had timed out. */
  expire(): void
  restore(): void
}

/**
 * Replaces `AbortSignal.timeout` until it is restored: no request times out because the machine is busy, and a test that needs a timeout
 * triggers it without waiting.
 */
export function manualTimeouts(): ManualTimeouts {
  const waiting: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    waiting.push(controller)
    return controller.signal
  })
  return {
    expire: () => {
      for (const controller of waiting.splice(0)) controller.abort(new DOMException('The time is over.', 'TimeoutError'))
    },
    restore: () => timeout.mockRestore(),
  }
}

/** Runs `work` while no `setTimeout` timer fires, such as the limit on how long a health check waits for the database. */
export async function withoutTimers<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
