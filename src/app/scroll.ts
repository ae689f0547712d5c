import type { AnyRouter } from '@tanstack/react-router'

/** Events that show that the page is already in use. */
const USE = ['focusin', 'keydown', 'pointerdown', 'touchmove', 'wheel'] as const

let mustStay = false

/**
 * Whether a page that has just been rendered may be scrolled to its start. After a load the router renders the page twice, seconds apart on
 * a slow device, and a field that is in use by then must stay in view.
 */
export const mayScroll = (): boolean => !mustStay

/** Watches the first page until the first navigation. */
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
