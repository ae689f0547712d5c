import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { CELLAR, isCellar, setCellar } from '#app/data/local-settings.ts'

/** How the app looks on this device. The cellar is dark, with larger figures and targets. */
export const LOOKS = ['auto', 'light', 'dark', 'cellar'] as const
type Look = (typeof LOOKS)[number]

const listeners = new Set<() => void>()

function watch(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== CELLAR) return
    showLook()
    listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Applies the stored look; the rest of it is the dark colour scheme. */
export function showLook(): void {
  document.documentElement.toggleAttribute('data-cellar', isCellar())
}

/** The look, and a function that chooses another; it returns false if the browser stores nothing. */
export function useLook(): [Look, (look: Look) => boolean] {
  // Turning transitions off for the change would insert a style element, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const isInCellar = useSyncExternalStore(watch, isCellar)
  const choose = (look: Look) => {
    const isKept = setCellar(look === 'cellar')
    showLook()
    setColorScheme(look === 'cellar' ? 'dark' : (look as MantineColorScheme))
    for (const listener of listeners) listener()
    return isKept
  }
  return [isInCellar && colorScheme === 'dark' ? 'cellar' : colorScheme, choose]
}
