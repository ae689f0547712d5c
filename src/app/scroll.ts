import type { AnyRouter } from '@tanstack/react-router'

/** What shows that somebody already uses the page. */
const USE = ['focusin', 'keydown', 'pointerdown', 'touchmove', 'wheel'] as const

let mustStay = false

/**
 * Whether a page that has just been rendered may be scrolled to its start. After a load the router renders the page twice, and on a
 * slow device the second time is seconds later: a person who is typing in a field by then must not lose it from view.
 */
export const mayScroll = (): boolean => !mustStay

/** Watches the first page, until a navigation leads to another one. */
export function watchFirstPage(router: Pick<AnyRouter, 'subscribe'>, page: EventTarget = document): void {
  const watching = new AbortController()
  const noteUse = () => {
    mustStay = true
  }
  for (const event of USE) page.addEventListener(event, noteUse, { capture: true, passive: true, signal: watching.signal })
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    watching.abort()
    unsubscribe()
    mustStay = false
  })
}
