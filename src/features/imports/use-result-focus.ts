import { type RefCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus on when work has ended. Its button is disabled meanwhile, which takes the focus away. A new result gets the focus, else
 * the button gets it back. Elsewhere on the page the focus stays.
 */
export function useResultFocus(result: string | null, isBusy: boolean): RefCallback<HTMLElement> {
  const shown = useRef<HTMLElement>(null)
  const start = useRef<{ result: string | null; button: HTMLElement | null }>(null)
  const begin = useEffectEvent(() => {
    const { activeElement } = document
    start.current = { result, button: activeElement instanceof HTMLElement ? activeElement : null }
  })
  const end = useEffectEvent(() => {
    const before = start.current
    start.current = null
    if (!before || (document.activeElement !== document.body && document.activeElement !== before.button)) return
    if (result !== null && result !== before.result) shown.current?.focus()
    else if (before.button?.isConnected) before.button.focus()
  })
  useLayoutEffect(() => {
    if (isBusy) begin()
    else end()
  }, [isBusy])
  return (element) => {
    shown.current = element
  }
}
