/**
 * Returns the focus to what had it before a dialog opened, once the dialog is gone and nothing else has the focus. The dialogs do so
 * themselves, except after the item of a menu, which is gone by then, and where a dialog is mounted on demand. If a row of a list was
 * deleted with its dialog, the row beside it gets the focus.
 *
 * @returns stops it.
 */
export function returnFocus(page: Document): () => void {
  const listening = new AbortController()
  const known = new WeakSet<Element>()
  let last: HTMLElement | null = null
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const opener = last
      last = buttonOf(target)
      const dialog = target.closest('[role="dialog"]')
      if (!dialog || known.has(dialog)) return
      known.add(dialog)
      const beside = opener && rowBeside(opener)
      const observer = new MutationObserver(() => {
        if (dialog.isConnected) return
        observer.disconnect()
        if (page.activeElement !== page.body) return
        const target = opener?.isConnected ? opener : beside?.querySelector<HTMLElement>('a, button')
        target?.focus({ preventScroll: true })
      })
      observer.observe(page.body, { childList: true, subtree: true })
      listening.signal.addEventListener('abort', () => observer.disconnect())
    },
    { signal: listening.signal },
  )
  return () => listening.abort()
}

/** The button of the menu that contains an element, else the element. */
function buttonOf(element: HTMLElement): HTMLElement {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && element.ownerDocument.getElementById(button)) || element
}

/** The next row of the list that contains an element, else the previous one. */
function rowBeside(element: HTMLElement): Element | null {
  const row = element.closest('li, tr')
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null
}
