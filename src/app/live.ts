import type { QueryClient } from '@tanstack/react-query'
import { onIdle } from '#app/data/at-rest.ts'
import { getSession, isOpen } from '#app/data/device.ts'
import { isHearing, onLiveness } from '#app/data/liveness.ts'
import { readAgain } from '#app/data/local-query.ts'
import type { LiveTopic } from '#contract/live.ts'
import { SECOND } from '#domain/time.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The live topics of a query's server data: the query is refetched when one of them changes. */
    queryMeta: { asks?: readonly LiveTopic[] }
  }
}

/** A page in the back/forward cache aborted its reads and received no events. */
export const readAfterReturn = (queryClient: QueryClient): void =>
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain(queryClient))

/** How long a connection may be interrupted before screens poll. */
const MISSED_MS = 5 * SECOND

/**
 * Keeps this device and every screen current with live events while the page is visible. `onCompany`: the company's formats have changed.
 * Returns a function that stops it.
 */
export function keepHearing(queryClient: QueryClient, eventChannelId: string, onCompany: () => void): () => void {
  let end = () => {}
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAgain = (changed: ReadonlySet<string> | 'anything') =>
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.asks?.some((topic) => changed === 'anything' || changed.has(topic)) ?? false,
    })
  // Not needed before the page is rendered.
  onIdle(async () => {
    // A page that is being left loads nothing more; a page that could not load it keeps polling.
    const channel = await import('./live-channel.ts').catch(() => null)
    if (!channel || isOver) return
    end = channel.listenLive(eventChannelId, (heard) => {
      if (isOpen()) getSession().engine.wake('event')
      askAgain(heard)
      if (heard !== 'anything' && heard.has('company')) onCompany()
    })
  })
  // Polling queries stopped while live events arrived, and resume with their next response.
  const endWatching = onLiveness(() => {
    clearTimeout(timer)
    if (!isHearing()) timer = setTimeout(() => askAgain('anything'), MISSED_MS)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    endWatching()
    end()
  }
}
