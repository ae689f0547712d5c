import { SECOND } from '#domain/time.ts'

/** Runs the work when the browser is idle, within two seconds at the latest. */
export function onIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2 * SECOND })
  else setTimeout(work, 200)
}
