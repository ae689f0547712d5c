import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

/** Whether the page is being printed, so that lists render all rows. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watchPrinting, () => isPrinting)

function watchPrinting(onChange: () => void): () => void {
  const set = (printing: boolean) => () => {
    isPrinting = printing
    // The browser creates the pages as soon as the event handler returns.
    flushSync(onChange)
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

/** Paper is white, so a dark screen is printed in the light scheme. */
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
