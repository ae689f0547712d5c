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

/** The rows that the user selected. They remain selected if a filter hides them. */
export function useSelection<T>(listed: readonly T[], keyOf: (row: T) => Key, onChange?: (rows: readonly T[]) => void): Selection<T> {
  const [selected, setSelected] = useState<ReadonlyMap<Key, T>>(new Map())
  const last = useRef<Key | null>(null)
  // An unselected table, which is the usual case, compares nothing.
  const shown = selected.size === 0 ? [] : listed.filter((row) => selected.has(keyOf(row)))
  const current = new Map([...selected, ...shown.map((row) => [keyOf(row), row] as const)])
  const store = (next: ReadonlyMap<Key, T>) => {
    setSelected(next)
    onChange?.([...next.values()])
  }
  const change = (rows: readonly T[], isSelected: boolean) => {
    const next = new Map(selected)
    for (const row of rows) {
      if (isSelected) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    store(next)
  }
  return {
    rows: [...current.values()],
    hidden: selected.size - shown.length,
    state: shown.length === 0 ? 'none' : shown.length === listed.length ? 'all' : 'some',
    has: (row) => selected.has(keyOf(row)),
    toggle: (row, isRange) => {
      const key = keyOf(row)
      const [from, to] = [listed.findIndex((other) => keyOf(other) === last.current), listed.indexOf(row)]
      const range = isRange && from >= 0 && to >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      change(range, !selected.has(key))
      last.current = key
    },
    set: change,
    toggleAll: () => change(listed, shown.length < listed.length),
    clear: () => {
      last.current = null
      store(new Map())
    },
  }
}
