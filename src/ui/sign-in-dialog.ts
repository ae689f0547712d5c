import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the dialog for signing in again, from any place: a dialog covers the page and its button. */
export function showSignIn(next: boolean): void {
  isOpen = next
  for (const listener of [...listeners]) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsSignInOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
