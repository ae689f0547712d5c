let isLive = false
const listeners = new Set<() => void>()

/** Whether this page receives live events. */
export const isConnected = (): boolean => isLive

export function setLive(now: boolean): void {
  if (now === isLive) return
  isLive = now
  for (const listener of [...listeners]) listener()
}

/** Calls `listener` when live events start or stop. Returns a function that unsubscribes. */
export function onLiveness(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Interval of polling, which is off while live events arrive. */
export const unlessLive = (everyMs: number) => () => (isLive ? false : everyMs)
