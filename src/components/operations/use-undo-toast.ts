import { useTranslation } from 'react-i18next'
import { toastError, toastInfo } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'

type Recorded = {
  /** What the toast reports. */
  done: string
  /** What undo takes back, in words. */
  what: string
  /** False if this device could not store it, or for the reason in `failed`. */
  takeBack(): Promise<boolean>
  failed?: string
  onUndone?(): void
}

/** A toast after a recorded operation that can take it back, and shows what was taken back. */
export function useUndoToast(): (recorded: Recorded) => void {
  const { t } = useTranslation('outbox')
  return ({ done, what, takeBack, failed, onUndone }) =>
    toastWithUndo(done, async () => {
      if (!(await takeBack().catch(() => false))) return toastError(failed ?? t('notKept'))
      onUndone?.()
      toastInfo(t('takenBack', { what }))
    })
}
