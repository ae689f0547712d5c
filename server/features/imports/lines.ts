import { datePartsOf, headsJoined, withDateJoined } from '#domain/imports/date-parts.ts'
import { rowsOfGrid } from '#domain/imports/slot-grids.ts'
import type { ImportKind } from '#domain/imports.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'

/** Passes the rows of a file to a callback in batches; can be called repeatedly. The callback returns false to stop. */
export type Lines = (take: (lines: Line[], progress: number) => Promise<boolean | undefined>) => Promise<Unreadable | null>

/** Headers stand within this many rows. */
const BEGINNING = 230

/** A planogram that is drawn as shelves has fewer lines; a longer file is a list. */
const MOST_OF_GRID = 2_000

/** The lines of a list. Planograms that are drawn as shelves get a line for each slot. */
function linesOfSlots(lines: Lines): Lines {
  return async (take) => {
    let held: Line[] | null = []
    const unreadable = await lines((batch, progress) => {
      if (!held) return take(batch, progress)
      held.push(...batch)
      if (held.length <= MOST_OF_GRID) return Promise.resolve(true)
      const all = held
      held = null
      return take(all, progress)
    })
    const few = held as Line[] | null
    if (unreadable || few === null || few.length === 0) return unreadable
    await take(rowsOfGrid(few) ?? few, 1)
    return null
  }
}

/**
 * The lines of a file as a list. Year, month, day, hour and minute in columns of their own are joined to a date and a time of day, and planograms
 * that are drawn as shelves get a line for each slot.
 */
export function linesJoined(kind: ImportKind, lines: Lines): Lines {
  if (kind === 'PLANOGRAMS') return linesOfSlots(lines)
  if (kind !== 'SALES') return lines
  return (take) => {
    let columns: ReturnType<typeof datePartsOf> = null
    let seen = 0
    let head: Line['cells'] = []
    const joined = (line: Line): Line => {
      const { cells } = line
      if (columns && cells[columns.day] !== head[columns.day]) return { ...line, cells: withDateJoined(cells, columns) }
      columns ??= seen++ < BEGINNING ? datePartsOf(cells) : null
      if (!columns) return line
      head = cells
      return { ...line, cells: headsJoined(cells, columns) }
    }
    return lines((batch, progress) => take(batch.map(joined), progress))
  }
}
