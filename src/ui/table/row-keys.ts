import type { KeyboardEvent } from 'react'

const NEXT: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** On a row: the arrow keys move between rows, Enter opens its link or its first button, Space selects it. */
export function onRowKey(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, target } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const row = target.closest<HTMLElement>('tbody > tr')
  const direction = NEXT[key]
  // The arrow keys belong to the fields and menus in a row.
  if (row && direction && (target === row || target.matches('a'))) {
    const next = row[direction]
    if (next instanceof HTMLElement) next.focus()
    event.preventDefault()
  }
  if (row !== target) return
  const wanted = key === 'Enter' ? (row.querySelector<HTMLElement>('a[href]') ?? row.querySelector('button')) : null
  const found = key === ' ' ? row.querySelector<HTMLElement>('input[type="checkbox"]') : wanted
  if (!found) return
  event.preventDefault()
  found.click()
}
