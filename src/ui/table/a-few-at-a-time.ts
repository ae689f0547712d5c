import { startTransition, useEffect, useState } from 'react'

type Key = string | number

/** Rows added per step; more would delay keystrokes. */
const A_FEW = 25

/**
 * The rows of a list to render now: all that were already rendered and a few new ones, until the list is complete. Rendered rows are never
 * removed, so the scroll position does not move.
 */
export function useAFewAtATime<T>(rows: readonly T[], keyOf: (row: T) => Key): readonly T[] {
  const [known, setKnown] = useState<ReadonlySet<Key>>(new Set())
  const shown = someOf(rows, keyOf, known)
  useEffect(() => {
    const now = new Set(shown.map(keyOf))
    startTransition(() => setKnown((before) => (isSame(before, now) ? before : now)))
  })
  return shown
}

const isSame = (a: ReadonlySet<Key>, b: ReadonlySet<Key>) => a.size === b.size && [...a].every((key) => b.has(key))

export function someOf<T>(rows: readonly T[], keyOf: (row: T) => Key, known: ReadonlySet<Key>): readonly T[] {
  let fresh = 0
  const some = rows.filter((row) => known.has(keyOf(row)) || ++fresh <= A_FEW)
  return fresh <= A_FEW ? rows : some
}
