type Cell = string | number | null | undefined

/** Spreadsheets run text that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A table as CSV that spreadsheets of this locale open by a double click: with a byte order mark, and with semicolons where the comma is
 * the decimal separator. Text that looks like a formula starts with an apostrophe.
 */
export function csvOf(rows: readonly (readonly Cell[])[], locale: string): string {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  const separator = decimal === ',' ? ';' : ','
  const text = (cell: Cell) => {
    if (cell === null || cell === undefined) return ''
    if (typeof cell === 'number') return String(cell).replace('.', decimal)
    return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  }
  return `\uFEFF${rows.map((row) => `${row.map(text).join(separator)}\r\n`).join('')}`
}
