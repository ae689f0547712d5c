import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useUndoToast } from '#app/components/operations/use-undo-toast.ts'
import type { Typed } from '#app/components/use-draft.ts'
import { type MachineStock, machineStock, undoOperation } from '#app/data/stock.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'

/** Why nothing was recorded, as a translation key. */
type ErrorText = 'notKept' | 'notWritten' | 'recordedElsewhere'

/** `done`: the toast after recording; `what`: what its undo takes back. */
type Words = { done: string; what: string }

type Input = { opId: OperationId | undefined; value: unknown }

/** Records an operation once, however often the button is pressed, and reports the outcome with an undo. */
export function useRecording(machineId: MachineId) {
  const [running, setRunning] = useState<Input | null>(null)
  const [saved, setSaved] = useState<OperationId | null>(null)
  const [error, setError] = useState<ErrorText | null>(null)
  const isRunning = useRef(false)
  const undoToast = useUndoToast()
  const client = useQueryClient()

  /** True once it is stored durably on this device. Without words there is no toast. `input`: what the operation contains. */
  const run = async (operation: () => Promise<Enqueued>, input: Input, words?: Words): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setRunning(input)
    setError(null)
    const outcome = await operation().catch(() => null)
    // The form ends when the stock contains the operation, so that the previous stock is never shown without the input.
    if (outcome && 'kept' in outcome) await client.invalidateQueries({ queryKey: machineStock(machineId).queryKey })
    isRunning.current = false
    setRunning(null)
    if (outcome && 'kept' in outcome) {
      const { kept } = outcome
      setSaved(kept)
      if (words)
        undoToast({
          ...words,
          takeBack: () => undoOperation(machineId, kept),
          onUndone: () => setSaved((now) => (now === kept ? null : now)),
        })
      return true
    }
    setError(outcome === null ? 'notWritten' : outcome.notKept === 'full' ? 'notKept' : 'recordedElsewhere')
    return false
  }

  /**
   * The input as it belongs to the shown stock. While it is recorded, the form may end before the stock is read, and the stock may be read
   * before the form ends.
   */
  const shownInput = <T>(typed: Typed<T>, { recorded }: MachineStock, nothing: T): Typed<T> => {
    if (!running?.opId) return typed
    if (!recorded.includes(running.opId)) return { ...typed, value: running.value as T }
    return typed.opId === running.opId ? { ...typed, value: nothing } : typed
  }

  return { isRunning: running !== null, saved, error, run, shownInput, dismiss: () => setSaved(null) }
}
