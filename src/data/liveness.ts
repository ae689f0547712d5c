let isLive = false
const listeners = new Set<() => void>()

/** Whether this page hears what happens as it happens. */
export const isHearing = (): boolean => isLive

export function setLive(now: boolean): void {
  if (now === isLive) return
  isLive = now
  for (const listener of [...listeners]) listener()
}

/** Told when the page begins to hear, or hears no more. Gives a way to stop listening. */
export function onLiveness(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How often a query asks by itself: not while it is told. */
export const unlessHeard = (everyMs: number) => () => (isLive ? false : everyMs)
