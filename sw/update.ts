/** The parts of the worker that the update needs, to be replaced in tests. */
export type Worker = {
  skipWaiting(): Promise<void>
  clients: { matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { id: string }[]> }
}

type Port = { postMessage(answer: { type: 'waits' }): void }

/** The sender of a message. */
type Page = Port & { id: string }

/**
 * A new version waits until every window is closed. It takes over sooner only at the request of a page: `take-over` at the user's request,
 * or `take-over-if-alone` from a page that has just started and shows nothing yet. If the new version keeps waiting, it replies through the
 * port of the message; pages of version 0.1.0 send none.
 */
export async function takeOver(worker: Worker, message: unknown, page: Page | null, port: Port | null = page): Promise<void> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null
  // Not awaited: its promise would keep this event open, and a worker with an open event is never replaced.
  if (type === 'take-over') void worker.skipWaiting()
  if (type !== 'take-over-if-alone') return
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.every(({ id }) => id === page?.id)) void worker.skipWaiting()
  else port?.postMessage({ type: 'waits' })
}
