import { datePartsOf, headsJoined, withDateJoined } from '#domain/imports/date-parts.ts'
import type { ImportKind } from '#domain/imports.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'

/** Passes the rows of a file to a callback in batches; can be called repeatedly. The callback returns false to stop. */
export type Lines = (take: (lines: Line[], progress: number) => Promise<boolean | undefined>) => Promise<Unreadable | null>

/** Headers stand within this many rows. */
const BEGINNING = 230

/** The lines of a file. Year, month, day, hour and minute in columns of their own are joined to a date and a time of day. */
export function linesJoined(kind: ImportKind, lines: Lines): Lines {
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
