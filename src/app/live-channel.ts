import type { QueryClient } from '@tanstack/react-query'
import { createEventSource } from 'eventsource-client'
import * as v from 'valibot'
import { getSession, isOpen } from '#app/data/device.ts'
import { isConnected, onLiveness, setLive } from '#app/data/liveness.ts'
import { channel, LiveEvent, type LiveTopic } from '#contract/live.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { openStream as open } from '#offline/api-client.ts'

/** The changed topics, or `anything` if events may have been missed. */
export type ChangedTopics = ReadonlySet<LiveTopic | string> | 'anything'

/** Minimum time between two updates of a screen, however much is sold. */
const BATCH_MS = 2 * SECOND
const MAX_WAIT = MINUTE

/** How long a connection may be interrupted before screens poll. */
const MISSED_MS = 5 * SECOND

/**
 * Keeps this device and every screen current with live events while the page is visible. `onAccount`: the company's formats or the rights of
 * this user may have changed. Returns a function that stops it.
 */
export function followEvents(queryClient: QueryClient, eventChannelId: string, onAccount: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = (changed: ChangedTopics) =>
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.topics?.some((topic) => changed === 'anything' || changed.has(topic)) ?? false,
    })
  const endChannel = listenLive(eventChannelId, (changed) => {
    if (isOpen()) getSession().engine.wake('event')
    refetch(changed)
    if (changed !== 'anything' && (changed.has('company') || changed.has('team'))) onAccount()
  })
  // Polling queries stopped while live events arrived, and resume with their next response.
  const endWatching = onLiveness(() => {
    clearTimeout(timer)
    if (!isConnected()) timer = setTimeout(() => refetch('anything'), MISSED_MS)
  })
  return () => {
    clearTimeout(timer)
    endWatching()
    endChannel()
  }
}

/** Receives live events while the page is visible and online, and resumes after the last one. Returns a function that disconnects. */
export function listenLive(
  eventChannelId: string,
  onChange: (topics: ChangedTopics) => void,
  { openStream = open, random = Math.random }: { openStream?: typeof open; random?: () => number } = {},
): () => void {
  const changes = createBatch(onChange)
  let source: ReturnType<typeof createEventSource> | null = null
  let lastEventId: string | undefined
  let failures = 0

  const begin = () => {
    if (source) return
    source = createEventSource({
      url: channel.path,
      ...(lastEventId === undefined ? {} : { initialLastEventId: lastEventId }),
      fetch: async (_address, { headers, signal } = {}) => {
        const ending = signal as AbortSignal
        const opened = await openStream(channel, { params: { eventChannelId } }, { headers: headers as HeadersInit, signal: ending })
        if (opened.state === 'open') {
          failures = 0
          setLive(true)
          return opened.response
        }
        failures++
        // The session has ended or belongs to another company; the next sign-in opens a new channel.
        if (opened.state === 'signed-out' || (opened.state === 'refused' && opened.status === 404)) close()
        else await pause(('retryAfterMs' in opened && opened.retryAfterMs) || random() * Math.min(MAX_WAIT, SECOND * 2 ** failures), ending)
        throw new Error('the live channel could not be opened')
      },
      onMessage: ({ id, event, data }) => {
        lastEventId = id ?? lastEventId
        changes.add(event === 'reset' ? 'anything' : topicsOf(data))
      },
      onDisconnect: () => setLive(false),
    })
  }
  const close = () => {
    source?.close()
    source = null
    setLive(false)
  }
  const look = () => (document.visibilityState === 'visible' && navigator.onLine ? begin() : close())

  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  window.addEventListener('offline', look, { signal })
  look()
  return () => {
    listening.abort()
    close()
    changes.end()
  }
}

/** An event that this app does not understand still changed something. */
function topicsOf(data: string): ChangedTopics {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), LiveEvent), data)
  return read.success ? new Set(read.output.changed) : 'anything'
}

/** Reports the first change at once and batches those right after it. */
function createBatch(report: (topics: ChangedTopics) => void) {
  let waiting: ChangedTopics | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const reportNow = () => {
    timer = undefined
    if (!waiting) return
    const topics = waiting
    waiting = null
    timer = setTimeout(reportNow, BATCH_MS)
    report(topics)
  }
  return {
    add: (topics: ChangedTopics) => {
      waiting = waiting === 'anything' || topics === 'anything' ? 'anything' : new Set([...(waiting ?? []), ...topics])
      if (timer === undefined) reportNow()
    },
    end: () => clearTimeout(timer),
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
