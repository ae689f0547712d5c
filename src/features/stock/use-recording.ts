import { useRef, useState } from 'react'
import type { OperationId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'

/** Why nothing was recorded, as a translation key. */
export type ErrorText = 'notKept' | 'notWritten' | 'recordedElsewhere'

/** Records an operation once, however often the button is pressed, and reports the outcome. */
export function useRecording() {
  const [isRunning, setRunning] = useState(false)
  const [saved, setSaved] = useState<OperationId | null>(null)
  const [error, setError] = useState<ErrorText | null>(null)
  const running = useRef(false)

  /** True once it is stored durably on this device. */
  const run = async (operation: () => Promise<Enqueued>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setRunning(true)
    setError(null)
    const outcome = await operation().catch(() => null)
    running.current = false
    setRunning(false)
    if (outcome && 'kept' in outcome) {
      setSaved(outcome.kept)
      return true
    }
    setError(outcome === null ? 'notWritten' : outcome.notKept === 'full' ? 'notKept' : 'recordedElsewhere')
    return false
  }

  return { isRunning, saved, error, run, dismiss: () => setSaved(null) }
}
