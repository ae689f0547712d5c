import type { Table, Unreadable } from './read-table.ts'

/** Without the heads. */
export const MOST_ROWS = 10_000
export const MOST_COLUMNS = 60
const LONGEST_CELL = 5_000

const SEPARATORS = [';', '\t', ',', '|'] as const

/** Reads comma-separated values (RFC 4180), whatever stands for the comma, in UTF-8 or as older spreadsheets of our parts write it. */
export function readCsv(file: Buffer): Table | Unreadable {
  const text = decoded(file)
  if (text === null) return { unreadable: 'NO_TABLE' }
  const separator = separatorOf(text.slice(0, 20_000))
  const table: string[][] = []
  let [row, cell, isQuoted, at]: [string[], string, boolean, number] = [[], '', false, 0]
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) table.push(row)
    row = []
  }
  for (; at < text.length; at++) {
    const sign = text[at]
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
    if (row.length >= MOST_COLUMNS || cell.length > LONGEST_CELL) return { unreadable: 'TOO_MANY_COLUMNS' }
    if (table.length > MOST_ROWS + 1) return { unreadable: 'TOO_MANY_ROWS' }
  }
  if (isQuoted) return { unreadable: 'NO_TABLE' }
  endRow()
  return table.length > 0 ? table : { unreadable: 'NO_TABLE' }
}

function decoded(file: Buffer): string | null {
  const text = file[0] === 0xff && file[1] === 0xfe ? new TextDecoder('utf-16le').decode(file) : utf8(file)
  // A zero is in no text: it is something else.
  return text.includes('\0') ? null : text
}

function utf8(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1250').decode(file)
  }
}

/** What stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n')
  return SEPARATORS.map((sign) => ({ sign, times: line.split(sign).length })).reduce((a, b) => (b.times > a.times ? b : a)).sign
}
