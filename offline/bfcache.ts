/**
 * Some browsers (Safari) keep a page in the back/forward cache with its locks and transactions while its code is suspended, so every other
 * page would wait for them. Holders release them in this callback. Returns a function that unsubscribes.
 */
export function onHidden(letGo: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  globalThis.addEventListener?.('pagehide', (event) => 'persisted' in event && event.persisted && letGo(), { signal })
  return () => listening.abort()
}

/**
 * Resolves with the result of the work, or with `instead` once the page is hidden, so that a lock is released although the work is not
 * done.
 */
export async function untilHidden<T, Instead>(work: Promise<T>, instead: Instead): Promise<T | Instead> {
  let stop = () => {}
  const leaving = new Promise<Instead>((resolve) => {
    stop = onHidden(() => resolve(instead))
  })
  try {
    return await Promise.race([work, leaving])
  } finally {
    stop()
  }
}

let isAside = false
onHidden(() => {
  isAside = true
})
globalThis.addEventListener?.('pageshow', () => {
  isAside = false
})

/** Whether the page is hidden: a lock acquired now would be held until the page is restored. */
export const isHidden = (): boolean => isAside

const running = new Set<IDBTransaction>()
onHidden(() => running.forEach(breakOff))

/** Tracks a transaction until it has ended; even a read transaction blocks writes of other pages. */
export function trackTransaction<T extends IDBTransaction>(transaction: T): T {
  running.add(transaction)
  // Started because the page was hidden. The microtask lets its first request be issued; its end is reported when the page is restored.
  if (isAside) queueMicrotask(() => isAside && breakOff(transaction))
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
  return transaction
}

/** Aborted work is repeated when the page is restored, like all work on a dead handle. */
function breakOff(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // It was already ending, so nothing is left to do.
  }
}
