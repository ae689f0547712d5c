import { useRef, useState } from 'react'

type Key = string | number

export type Selection<T> = {
  /** The selected rows, including those that a filter hides. */
  rows: readonly T[]
  /** How many of them are not in the list now. */
  hidden: number
  /** Whether all listed rows are selected, some or none. */
  state: 'all' | 'some' | 'none'
  has(row: T): boolean
  /** Selects a row or removes it; with `isRange` also all rows since the last one. */
  toggle(row: T, isRange: boolean): void
  /** Selects these rows or removes them. */
  set(rows: readonly T[], isSelected: boolean): void
  /** Selects all listed rows, or none of them if all are selected. */
  toggleAll(): void
  clear(): void
}

/**
 * The rows that the user selected. They remain selected if a filter hides them, and no longer if they are missing in `all`, because they
 * were deleted since.
 */
export function useSelection<T>(
  listed: readonly T[],
  keyOf: (row: T) => Key,
  all: readonly T[],
  onChange?: (rows: readonly T[]) => void,
): Selection<T> {
  const [selected, setSelected] = useState<ReadonlySet<Key>>(new Set())
  const last = useRef<Key | null>(null)
  const isSelected = (row: T) => selected.has(keyOf(row))
  // An unselected table, which is the usual case, compares nothing.
  const rows = selected.size === 0 ? [] : all.filter(isSelected)
  const shown = selected.size === 0 ? 0 : listed.filter(isSelected).length
  const store = (next: readonly T[]) => {
    setSelected(new Set(next.map(keyOf)))
    onChange?.(next)
  }
  const change = (changed: readonly T[], isAdded: boolean) => {
    const keys = new Set(changed.map(keyOf))
    const others = rows.filter((row) => !keys.has(keyOf(row)))
    store(isAdded ? [...others, ...changed] : others)
  }
  return {
    rows,
    hidden: rows.length - shown,
    state: shown === 0 ? 'none' : shown === listed.length ? 'all' : 'some',
    has: isSelected,
    toggle: (row, isRange) => {
      const key = keyOf(row)
      const [from, to] = [listed.findIndex((other) => keyOf(other) === last.current), listed.indexOf(row)]
      const range = isRange && from >= 0 && to >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      change(range, !isSelected(row))
      last.current = key
    },
    set: change,
    toggleAll: () => change(listed, shown < listed.length),
    clear: () => {
      last.current = null
      store([])
    },
  }
}
