import { type RefObject, useEffect } from 'react'

/** Inputs without text, which leave single letters to the page. */
const WITHOUT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit'])

/** Whether a key event belongs to a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && !WITHOUT_TEXT.has(target.type)))

/** Whether an element is behind an open dialog. */
const isBehindDialog = (element: Element): boolean =>
  document.querySelector('[role="dialog"]') !== null && element.closest('[role="dialog"]') === null

/** The key "/" focuses this field, if it is visible. The first field of a page takes it. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
        const input = field.current
        if (!input || isBehindDialog(input) || !input.checkVisibility()) return
        event.preventDefault()
        input.focus()
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [field])
}
