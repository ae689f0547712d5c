/**
 * Returns the focus to what had it before a dialog opened, once the dialog is gone and nothing else has the focus. The dialogs do so
 * themselves, except after the item of a menu, which is gone by then, and where a dialog is mounted on demand. If a row of a list was
 * deleted, with its dialog or later when the list has loaded, the row beside it gets the focus; without one, the nearest button or the
 * heading of the page.
 *
 * @returns stops it.
 */
export function returnFocus(page: Document): () => void {
  const listening = new AbortController()
  const known = new WeakSet<Element>()
  let last: HTMLElement | null = null
  let opened: { dialog: Element; target: () => HTMLElement | null; path: string } | null = null
  const observer = new MutationObserver(() => {
    if (!opened || opened.dialog.isConnected) return
    // Another page has its own start.
    if (page.location.pathname !== opened.path) return end()
    if (page.activeElement === page.body) opened.target()?.focus({ preventScroll: true })
  })
  const end = () => {
    opened = null
    observer.disconnect()
  }
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const opener = last
      last = buttonOf(target)
      const dialog = target.closest('[role="dialog"]')
      if (dialog && !known.has(dialog)) {
        known.add(dialog)
        opened = { dialog, target: targetAfter(opener), path: page.location.pathname }
        observer.observe(page.body, { childList: true, subtree: true })
      }
      // The user went on.
      else if (opened && !opened.dialog.isConnected && last !== opened.target()) end()
    },
    { signal: listening.signal },
  )
  return () => {
    listening.abort()
    end()
  }
}

/** The button of the menu that contains an element, else the element. */
function buttonOf(element: HTMLElement): HTMLElement {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && element.ownerDocument.getElementById(button)) || element
}

const CONTROLS = 'a[href], button:not([disabled])'

/** What gets the focus after the dialog of an opener: the opener, or what is nearest to it of all that is still there. */
function targetAfter(opener: HTMLElement | null): () => HTMLElement | null {
  const row = opener?.closest('li, tr')
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
  const position = row && opener ? [...row.querySelectorAll(CONTROLS)].indexOf(opener) : 0
  const around: Element[] = []
  for (let element = opener?.parentElement; element && !element.matches('main, body'); element = element.parentElement) around.push(element)
  return () => {
    if (!opener || opener.isConnected) return opener
    const controls = beside.find((other) => other?.isConnected)?.querySelectorAll<HTMLElement>(CONTROLS)
    if (controls?.length) return controls[position] ?? controls[0] ?? null
    const near = around.find((element) => element.isConnected && element.querySelector(CONTROLS))
    return near && !near.querySelector('h1') ? near.querySelector<HTMLElement>(CONTROLS) : headingOf(opener.ownerDocument)
  }
}

function headingOf(page: Document): HTMLElement | null {
  const heading = page.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading
}
