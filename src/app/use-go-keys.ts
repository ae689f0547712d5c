import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SECOND } from '#domain/time.ts'
import type { Place } from './navigation.ts'

const KEY_TIMEOUT_MS = 1.5 * SECOND

/** "g" followed by a letter opens a navigation item; "g" "o" opens the outbox. Disabled while typing. */
export function useGoKeys(places: readonly Pick<Place, 'key' | 'to'>[]): void {
  const router = useRouter()
  // The items may be rendered again between the two keys.
  const startedAt = useRef(0)
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isMeantForField(event.target)) return
        const isSecond = Date.now() - startedAt.current < KEY_TIMEOUT_MS
        startedAt.current = 0
        if (event.key === 'g' && !isSecond) {
          startedAt.current = Date.now()
          return
        }
        const place = isSecond && [...places, { key: 'o', to: '/outbox' as const }].find(({ key }) => key === event.key)
        if (!place) return
        event.preventDefault()
        void router.navigate({ to: place.to })
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [places, router])
}

const isMeantForField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.closest('[role="dialog"]') !== null)
