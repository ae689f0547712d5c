import { useState } from 'react'

/**
 * The row that a dialog edits, as the list contains it or last contained it: a row leaves the page when another user renames or deletes
 * it. Null without an id, and undefined until the row has loaded.
 */
export function useEdited<Row extends { identifier: number }>(id: number | undefined, rows: readonly Row[] | undefined) {
  const found = rows?.find(({ identifier }) => identifier === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  if (id === undefined) return null
  return found ?? (last?.identifier === id ? last : undefined)
}
