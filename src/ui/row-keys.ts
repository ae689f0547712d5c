import type { KeyboardEvent } from 'react'

/**
 * The row of a table on which a key was pressed, or on a link of which. The keys of the fields, buttons and menus in a row are their own, as
 * are those with a modifier.
 */
export function rowOf({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): HTMLElement | null {
  if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return null
  const row = target.closest<HTMLElement>('tbody > tr')
  return target === row || target.matches('a') ? row : null
}

/** The position in a list of rows to which a key moves; null if the key moves nowhere. */
export function positionAfter(key: string, position: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(position + 1, count - 1)
    case 'ArrowUp':
      return Math.max(position - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
