/**
 * Some browsers (Safari) keep a page that was left, for the way back, with the locks and transactions that it holds, and run nothing
 * of it meanwhile: every other page would wait for it in vain. Who holds such a thing lets go of it here. Returns how to stop listening.
 */
export function onHidden(letGo: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  globalThis.addEventListener?.('pagehide', (event) => 'persisted' in event && event.persisted && letGo(), { signal })
  return () => listening.abort()
}

/** What became of the work, or `instead` once the page is put aside: so a lock is free although the work is not done. */
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

/** Whoever asks for a lock now gets it, and holds it until the page is shown again. */
export const isHidden = (): boolean => isAside

const running = new Set<IDBTransaction>()
onHidden(() => running.forEach(breakOff))

/** Notes a transaction until it has ended: one that only reads keeps every other page from writing, too. */
export function lettingGo<T extends IDBTransaction>(transaction: T): T {
  running.add(transaction)
  // Begun by what the leaving itself has ended. It is asked first for what it is about, and tells of its end once the page is back.
  if (isAside) queueMicrotask(() => isAside && breakOff(transaction))
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
  return transaction
}

/** What is broken off is done again once the page is back, like all work on a dead handle. */
function breakOff(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // It had already begun to end, which needs nobody any more.
  }
}
