import type { MutateOptions, UseMutationOptions } from '@tanstack/react-query'
import type { Typed } from '#app/components/use-draft.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { isRefused, isUnsettled, NotAnswered } from '#app/data/server-requests.ts'
import type { OperationId } from '#domain/ids.ts'

/**
 * A mutation whose input is a draft, with the id of the draft as its idempotency key. After a lost response, `isUnsettled` locks the form
 * until the server has answered the same request again: other values under another key would be added to values that it may have recorded.
 */
export function useDraftMutation<Data, Keyed extends { key: OperationId }>(
  draft: Pick<Typed<object>, 'opId' | 'renew' | 'isSent' | 'noteSent'>,
  options: UseMutationOptions<Data, Error, Keyed>,
) {
  const mutation = useServerMutation(options)
  const { isPending, mutate } = mutation
  return {
    ...mutation,
    isUnsettled: draft.isSent && !isPending,
    mutate: (input: Omit<Keyed, 'key'>, callbacks: MutateOptions<Data, Error, Keyed> = {}) => {
      const key = draft.opId ?? draft.renew()
      // Without a network nothing is sent.
      if (navigator.onLine) draft.noteSent(true)
      mutate({ ...input, key } as Keyed, {
        ...callbacks,
        onError: (error, ...more) => {
          // The server has an earlier version of this draft. Another key would record both.
          const isReused = error instanceof NotAnswered && error.code === 'IDEMPOTENCY_KEY_REUSED'
          if (isRefused(error) && !isReused) draft.renew()
          else if (!isUnsettled(error)) draft.noteSent(false)
          callbacks.onError?.(error, ...more)
        },
      })
    },
  }
}
