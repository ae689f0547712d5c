import { startTransition, useEffect, useState } from 'react'

type Key = string | number

/** So many new rows come at once: more, and whoever types meanwhile waits for them. */
const A_FEW = 25

/**
 * Of a list's rows, those to be drawn now: all that stood there already, and a few new ones, to which more are added until all stand.
 * Nothing that stands goes away for it, so that nobody who has scrolled down is moved.
 */
export function useAFewAtATime<T>(rows: readonly T[], keyOf: (row: T) => Key): readonly T[] {
  const [standing, setStanding] = useState<ReadonlySet<Key>>(new Set())
  const shown = someOf(rows, keyOf, standing)
  useEffect(() => {
    const now = new Set(shown.map(keyOf))
    startTransition(() => setStanding((before) => (isSame(before, now) ? before : now)))
  })
  return shown
}

const isSame = (a: ReadonlySet<Key>, b: ReadonlySet<Key>) => a.size === b.size && [...a].every((key) => b.has(key))

export function someOf<T>(rows: readonly T[], keyOf: (row: T) => Key, standing: ReadonlySet<Key>): readonly T[] {
  let fresh = 0
  const some = rows.filter((row) => standing.has(keyOf(row)) || ++fresh <= A_FEW)
  return fresh <= A_FEW ? rows : some
}
