import { type RefCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Sets the focus when work has ended, because the button that started it is disabled until then and loses the focus. A new result gets
 * the focus; without one, the button gets it back. If another element has the focus by then, it keeps it.
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
