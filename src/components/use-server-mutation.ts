import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getSession } from '#app/data/device.ts'
import { isRefused, isUnsettled } from '#app/data/server-requests.ts'
import type { OperationId } from '#domain/ids.ts'
import { useWhyNot } from './use-why-not.ts'

type Options<Data, Input> = UseMutationOptions<Data, Error, Input>
type Callbacks<Data, Input> = MutateOptions<Data, Error, Input>

/** A mutation that a double tap starts once, and the text of its error. */
export function useServerMutation<Data, Input>(options: Options<Data, Input>) {
  const why = useWhyNot()
  const mutation = useMutation(options)
  // A second tap may occur before the next render.
  const isRunning = useRef(false)
  const mutate = (input: Input, callbacks: Callbacks<Data, Input> = {}): void => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(input, {
      ...callbacks,
      onSettled: (...settled) => {
        isRunning.current = false
        callbacks.onSettled?.(...settled)
      },
    })
  }
  // A running mutation is not reset, because its callbacks would not be called.
  const reset = () => {
    if (!isRunning.current) mutation.reset()
  }
  return { ...mutation, mutate, reset, errorText: mutation.error && why(mutation.error).text }
}

/**
 * A mutation with an idempotency key. Repeating the same input after a lost response reuses the key, so the server executes it once. The
 * key changes after a response and with other input. `isUnsettled`: a response was lost and the server has not answered since; a form that
 * adds something is locked then.
 */
export function useKeyedMutation<Data, Keyed extends { key: OperationId }>(options: Options<Data, Keyed>) {
  type Input = Omit<Keyed, 'key'>
  const { mutate, ...mutation } = useServerMutation(options)
  const last = useRef<{ request: string; key: OperationId } | null>(null)
  const [isLost, setLost] = useState(false)
  const keyOf = (input: Input): OperationId => {
    const request = JSON.stringify(input)
    if (last.current?.request !== request) last.current = { request, key: getSession().device.newId() }
    return last.current.key
  }
  return {
    ...mutation,
    isUnsettled: isLost && !mutation.isPending,
    mutate: (input: Input, callbacks: Callbacks<Data, Keyed> = {}) =>
      mutate({ ...input, key: keyOf(input) } as Keyed, {
        ...callbacks,
        onSettled: (...settled) => {
          const [, error] = settled
          const isAnswered = error === null || isRefused(error)
          if (isAnswered) last.current = null
          if (isAnswered || isUnsettled(error)) setLost(!isAnswered)
          callbacks.onSettled?.(...settled)
        },
      }),
  }
}
