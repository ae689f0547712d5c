import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isTyping } from '#app/ui/keys.ts'
import { SECOND } from '#domain/time.ts'
import type { DeskGroup, Place } from './navigation.ts'

const KEY_TIMEOUT_MS = 1.5 * SECOND

/** A page that "g" followed by a letter opens. `label`: the key of its name, with the namespace. */
export type GoPlace = Pick<Place, 'key' | 'to'> & { label: string }

/** The pages of the navigation that have a letter, and the outbox. A letter opens the first page that has it. */
export function goPlacesOf(groups: readonly DeskGroup[], places: readonly Place[]): GoPlace[] {
  const all: GoPlace[] = [
    ...groups.flatMap(({ pages }) => pages.flatMap(({ key, to, label }) => (key ? [{ key, to, label }] : []))),
    ...places.map(({ key, to, name }) => ({ key, to, label: `shell:place.${name}` })),
    { key: 'o', to: '/outbox', label: 'outbox:title' },
  ]
  return all.filter(({ key }, index) => all.findIndex((place) => place.key === key) === index)
}

/** "g" followed by the letter of a page opens it. Disabled while typing. */
export function useGoKeys(places: readonly GoPlace[]): void {
  const router = useRouter()
  // The items may be rendered again between the two keys.
  const startedAt = useRef<number | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isMeantForField(event.target)) return
        // By when they were pressed, because a busy page handles keys later.
        const isSecond = startedAt.current !== null && event.timeStamp - startedAt.current < KEY_TIMEOUT_MS
        startedAt.current = null
        if (event.key === 'g' && !isSecond) {
          startedAt.current = event.timeStamp
          return
        }
        const place = isSecond && places.find(({ key }) => key === event.key)
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
  isTyping(target) || (target instanceof HTMLElement && target.closest('[role="dialog"]') !== null)
