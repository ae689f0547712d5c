import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

/** Whether the page is being printed: then lists draw all their rows, not only those in sight. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watchPrinting, () => isPrinting)

function watchPrinting(tell: () => void): () => void {
  const set = (printing: boolean) => () => {
    isPrinting = printing
    // The browser makes the pages as soon as the event has been handled.
    flushSync(tell)
  }
  const [begin, end] = [set(true), set(false)]
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

const SCHEME = 'data-mantine-color-scheme'

/** Paper is white: what is printed from a dark screen has the colours of the light one. */
export function printInLight(root: HTMLElement): void {
  let before: string | null = null
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(SCHEME, before)
  })
}
