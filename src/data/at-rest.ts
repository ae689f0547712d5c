import { SECOND } from '#domain/time.ts'

/** Does something once the browser has nothing more urgent to do, and within two seconds at the latest. */
export function onIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2 * SECOND })
  else setTimeout(work, 200)
}
