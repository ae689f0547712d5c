/** A text of one line: a cell of a table may hold several. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\t\n\r\u2028\u2029]+\s*/g, ' ')

/** What a cell of a file holds. A moment is what a clock on the wall showed, as if it were UTC. */
export type Cell = string | number | Date | null

/** A cell as a text. */
export const shown = (cell: Cell | undefined): string => (cell instanceof Date ? wallText(cell) : String(cell ?? '')).trim()

/** 2026-03-01 12:30:15 */
const wallText = (date: Date): string => (Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 19).replace('T', ' ') : '')

/** Names as they are compared: whatever case, width and blanks they are written with. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** A row by its number in the file, from 1. */
export type FileRow = { number: number; cells: readonly Cell[] }
