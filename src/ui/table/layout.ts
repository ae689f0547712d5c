import * as v from 'valibot'
import { storageKey } from './use-stored.ts'

/** The name of the table whose columns a view has, because each view has its own. */
export const tableOfView = (table: string, view: string | undefined): string => (view === undefined ? table : `${table}/${view}`)

type Layout = { columns: Record<string, boolean>; columnOrder: string[]; isCompact: boolean }

const stored = <T>(schema: v.GenericSchema<unknown, T>, text: string | null, initial: T): T => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : initial
}

const readItem = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The columns and the density of a table. */
export function readLayout(user: number | string, table: string): Layout {
  const item = (kind: string) => readItem(storageKey(kind, user, table))
  return {
    columns: stored(v.record(v.string(), v.boolean()), item('columns'), {}),
    columnOrder: stored(v.array(v.string()), item('column-order'), []),
    isCompact: stored(v.string(), item('density'), '') === 'compact',
  }
}

/** Sets the columns and the density of a table, also of one that is on the screen. Without a storage they last until the page is left. */
export function writeLayout(user: number | string, table: string, { columns, columnOrder, isCompact }: Layout): void {
  const items = { columns, 'column-order': columnOrder, density: isCompact ? 'compact' : 'comfortable' }
  for (const [kind, value] of Object.entries(items)) {
    const key = storageKey(kind, user, table)
    try {
      localStorage.setItem(key, JSON.stringify(value))
    } catch {
      // The event below still reaches the table on the screen.
    }
    dispatchEvent(new CustomEvent('mantine-local-storage', { detail: { key, value } }))
  }
}
