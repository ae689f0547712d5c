import { useTranslation } from 'react-i18next'
import { discard } from '#app/data/outbox.ts'
import { changeVan, type Handed, recordHandOver, undoVanChange, type VanChanging } from '#app/data/van.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { OperationId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { useUndoToast } from './use-undo-toast.ts'

/** Records changes of the user's van, each with a toast that takes it back. False if this device could not store the change. */
export function useVanChange() {
  const { t } = useTranslation('vans')
  const undoToast = useUndoToast()
  const kept = async (recording: Promise<Enqueued>): Promise<OperationId | null> => {
    const outcome = await recording.catch(() => null)
    if (outcome && 'kept' in outcome) return outcome.kept
    toastError(t('day:notKept'))
    return null
  }
  return {
    change: async (changing: VanChanging, onUndone?: () => void): Promise<boolean> => {
      const { own, type, items, opId } = changing
      const operation = await kept(changeVan(own.van.id, type, items, opId))
      if (operation === null) return false
      const count = items.length
      undoToast({
        done: t(`done.${type}`, { count }),
        what: t(`outbox:does.van${type}`, { count }),
        takeBack: () => undoVanChange(operation, changing),
        ...(onUndone && { onUndone }),
      })
      return true
    },
    /** What was sent stays, because the other van has the goods; they can be handed back. */
    handOver: async (handed: Omit<Handed, 'code'>, done: string): Promise<boolean> => {
      const operation = await kept(recordHandOver(handed))
      if (operation === null) return false
      const what = t('outbox:does.handOver', { count: handed.handOver.items.length })
      undoToast({ done, what, takeBack: () => discard(operation), failed: t('sentAlready') })
      return true
    },
  }
}
