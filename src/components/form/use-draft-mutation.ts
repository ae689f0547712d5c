import type { MutateOptions, UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import type { Typed } from '#app/components/use-draft.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { isUnsettled as isLost, isRefused, NotAnswered } from '#app/data/server-requests.ts'
import type { OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/**
 * A mutation whose input is a draft, with the id of the draft as its idempotency key. `isUnsettled` locks the form from sending until
 * the server has answered, in a second request if necessary: other values under another key would be added to values that it may have
 * recorded.
 * After `lifetimeMs` an unanswered request has no effect any more, so the next one gets a new key.
 */
export function useDraftMutation<Data, Keyed extends { key: OperationId }>(
  draft: Pick<Typed<object>, 'opId' | 'renew' | 'isSent' | 'savedAt' | 'noteSent'>,
  options: Omit<UseMutationOptions<Data, Error, Keyed>, 'onMutate'>,
  lifetimeMs = Number.POSITIVE_INFINITY,
) {
  const written = useRef<Promise<void>>(undefined)
  // The request waits, because after a reload the form must find the key of what may have reached the server.
  const mutation = useServerMutation({ ...options, onMutate: () => written.current })
  const { mutate } = mutation
  // A locked draft does not change, so it was sent when it was saved.
  const isOver = useIsOver(draft.savedAt + lifetimeMs)
  const isUnsettled = draft.isSent && !isOver
  return {
    ...mutation,
    isUnsettled,
    mutate: (input: Omit<Keyed, 'key'>, callbacks: MutateOptions<Data, Error, Keyed> = {}) => {
      const key = draft.isSent && isOver ? draft.renew() : (draft.opId ?? draft.renew())
      // Without a network nothing is sent.
      if (navigator.onLine && !isUnsettled) written.current = draft.noteSent(true)
      mutate({ ...input, key } as Keyed, {
        ...callbacks,
        onError: (error, ...more) => {
          // The server has an earlier version of this draft. Another key would record both.
          const isReused = error instanceof NotAnswered && error.code === 'IDEMPOTENCY_KEY_REUSED'
          if (isRefused(error) && !isReused) draft.renew()
          else if (isReused || !(isUnsettled || isLost(error))) void draft.noteSent(false)
          callbacks.onError?.(error, ...more)
        },
      })
    },
  }
}

/** Whether a moment has passed; renders again when it does. */
function useIsOver(end: Moment): boolean {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const left = end - Date.now()
  useEffect(() => {
    if (!Number.isFinite(left) || left <= 0) return
    const timer = setTimeout(render, left)
    return () => clearTimeout(timer)
  }, [left])
  return left <= 0
}
