/** What the update needs of the worker, so that a test can stand in for it. */
export type Worker = {
  skipWaiting(): Promise<void>
  clients: { matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { id: string }[]> }
}

/** Who sent a message. */
export type Page = { id: string; postMessage(answer: { type: 'waits' }): void }

/**
 * A new version waits until every window is closed. It takes over sooner only when a page says so: `take-over`, because a person
 * asked for it, or `take-over-if-alone`, from a page that has just started and shows nothing yet
 * (which is told if the new version waits on).
 */
export async function takeOver(worker: Worker, message: unknown, page: Page | null): Promise<void> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null
  // Not waited for: its promise would keep this very event open, and a worker with an open event never gives way to the next.
  if (type === 'take-over') void worker.skipWaiting()
  if (type !== 'take-over-if-alone') return
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.every(({ id }) => id === page?.id)) void worker.skipWaiting()
  else page?.postMessage({ type: 'waits' })
}
