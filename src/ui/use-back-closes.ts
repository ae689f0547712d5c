import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'

/** The open dialogs, the one in front last. */
const dialogs: string[] = []

/**
 * While a dialog is open, going back closes the one in front, as on a phone's own apps, and stays on the page. Dialogs that are part of the
 * address close with it.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  // Tests render dialogs without a router.
  const history = useRouter({ warn: false })?.history
  const dialog = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || !history) return
    dialogs.push(dialog)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation }) => {
        if (action !== 'BACK' || dialogs.at(-1) !== dialog || new URLSearchParams(currentLocation.search).has('open')) return false
        close()
        return true
      },
    })
    return () => {
      unblock()
      dialogs.splice(dialogs.indexOf(dialog), 1)
    }
  }, [isOpen, history, dialog])
}
