/**
 * Some browsers (Safari) keep a page that was left, for the way back, with the locks and transactions that it holds, and run nothing
 * of it meanwhile: every other page would wait for it in vain. Who holds such a thing lets go of it here. Returns how to stop listening.
 */
export function whenPutAside(letGo: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  globalThis.addEventListener?.('pagehide', (event) => 'persisted' in event && event.persisted && letGo(), { signal })
  return () => listening.abort()
}

/** What became of the work, or `instead` once the page is put aside: so a lock is free although the work is not done. */
export async function untilPutAside<T, Instead>(work: Promise<T>, instead: Instead): Promise<T | Instead> {
  let stop = () => {}
  const leaving = new Promise<Instead>((resolve) => {
    stop = whenPutAside(() => resolve(instead))
  })
  try {
    return await Promise.race([work, leaving])
  } finally {
    stop()
  }
}

let isAside = false
whenPutAside(() => {
  isAside = true
})
globalThis.addEventListener?.('pageshow', () => {
  isAside = false
})

/** Whoever asks for a lock now gets it, and holds it until the page is shown again. */
export const isPutAside = (): boolean => isAside
