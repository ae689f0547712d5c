import type { Sheet, SheetRow } from './sheet.ts'

export const CSV = 'text/csv; charset=utf-8' as const

/** Programs such as Excel would execute a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+([.,]\d+)?$/

const ROWS_AT_ONCE = 500

/** Where the comma is the decimal separator, spreadsheets expect semicolons between the columns. */
export const separatorOf = (locale: string) => (new Intl.NumberFormat(locale).format(1.5).includes(',') ? ';' : ',')

/** Writes a table as CSV piece by piece. The mark at the beginning tells spreadsheets that it is UTF-8. */
export async function* streamCsv({ columns, rows }: Sheet, separator: string): AsyncGenerator<Buffer> {
  const textOf = (value: SheetRow[number], index: number) =>
    value === null
      ? ''
      : columns[index]?.kind === 'moment'
        ? new Date(Number(value)).toISOString().slice(0, 19).replace('T', ' ')
        : String(value)
  const cellOf = (text: string) => {
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
    return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(separator)}\r\n`
  let lines = [`\uFEFF${lineOf(columns.map(({ head }) => head))}`]
  for await (const row of rows) {
    lines.push(lineOf(row.map(textOf)))
    if (lines.length < ROWS_AT_ONCE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}
