import type { QueryClient } from '@tanstack/react-query'
import { onIdle } from '#app/data/at-rest.ts'
import { getSession, isOpen } from '#app/data/device.ts'
import { isHearing, onLiveness } from '#app/data/liveness.ts'
import { onLocalChange } from '#app/data/local-session.ts'
import type { LiveTopic } from '#contract/live.ts'
import { SECOND } from '#domain/time.ts'
import type { TableName } from '#offline/records.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * The local tables that a query reads, and what it asks the server about: when one of them changes, the query asks again.
     */
    queryMeta: { reads?: readonly TableName[]; asks?: readonly LiveTopic[] }
  }
}

/** Keeps every screen true to the local database. */
export function keepLive(queryClient: QueryClient): void {
  const readAgain = (isMeant: (reads: readonly string[]) => boolean) =>
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.reads !== undefined && isMeant(meta.reads) })
  onLocalChange((changed) => readAgain((reads) => reads.some((table) => changed.has(table))))
  // A page that was put aside broke off what it read, and heard of nothing.
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain(() => true))
}

/** So long a line may be broken before the screens ask by themselves. */
const MISSED_MS = 5 * SECOND

/**
 * Keeps this device and every screen true to what happens in the company, as long as the page is seen. `onCompany`: it counts
 * or writes otherwise. Gives a way to end that.
 */
export function keepHearing(queryClient: QueryClient, eventChannelId: string, onCompany: () => void): () => void {
  let end = () => {}
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAgain = (changed: ReadonlySet<string> | 'anything') =>
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.asks?.some((topic) => changed === 'anything' || changed.has(topic)) ?? false,
    })
  // Nobody needs it before the page stands.
  onIdle(async () => {
    // A page that is being left loads nothing any more; one that could not load it goes on asking by itself.
    const channel = await import('#app/data/live-channel.ts').catch(() => null)
    if (!channel || isOver) return
    end = channel.listenLive(eventChannelId, (heard) => {
      if (isOpen()) getSession().engine.wake('event')
      askAgain(heard)
      if (heard !== 'anything' && heard.has('company')) onCompany()
    })
  })
  // What asks by itself has stopped while it was told, and begins with its next answer.
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
