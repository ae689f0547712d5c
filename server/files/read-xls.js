import { readFileSync } from 'node:fs'
import { MOST_SHEETS } from './archive.js'
import { formatOf, shownAs, standardFormat } from './cell-styles.js'
import { streamsOf } from './compound-file.js'
import { sheetJoin } from './join-sheets.js'
import { unmarked } from './marked-text.js'
import { Unreadable } from './unreadable.js'
import { isBiff8, pageOf, recordsFrom, sharedTexts, textAt } from './xls-records.js'

/** Larger files rarely fit into the memory of the thread, because their rows can be in any order. */
const MOST_BYTES = 32 * 1024 * 1024
/** Sheets with fewer columns are covers and legends. */
const FEWEST_COLUMNS = 3
/** Sheets that are searched for the largest one. */
const MOST_TRIED = 20

/** Types of records. */
const [BOF, EOF, FILEPASS, CODEPAGE, DATEMODE, BOUNDSHEET, SST, CONTINUE, FORMAT, XF] = [
  0x809, 0x0a, 0x2f, 0x42, 0x22, 0x85, 0xfc, 0x3c, 0x41e, 0xe0,
]
const [NUMBER, RK, MULRK, LABEL, RSTRING, LABELSST, BOOLERR, FORMULA, STRING] = [0x203, 0x27e, 0xbd, 0x204, 0xd6, 0xfd, 0x205, 0x06, 0x207]

/**
 * Reads the rows of one sheet of a binary workbook of Excel 5 to 2003 (.xls), or of all sheets with the same headings. The packages that read such
 * files do not end for some damaged ones.
 *
 * @see https://learn.microsoft.com/openspecs/office_file_formats/ms-xls
 */
export function* xlsRows({ path, bytes }, limits, { sheet: asked, all, told } = {}) {
  const file = bytes ?? readFileSync(path)
  if (file.length > MOST_BYTES) throw new Unreadable('OUT_OF_MEMORY')
  const streams = streamsOf(file)
  // A later workbook with a password is a compound file too.
  if (streams.has('encryptedpackage')) throw new Unreadable('HAS_PASSWORD')
  const stream = streams.get('workbook') ?? streams.get('book')
  if (!stream) throw new Unreadable('NO_TABLE')
  const content = stream()
  const book = bookOf(content)
  const count = { cells: 0 }
  const read = (sheet) => cellsOf(content, sheet, book, limits, count)
  const visible = book.sheets.some(({ isHidden }) => !isHidden) ? book.sheets.filter(({ isHidden }) => !isHidden) : book.sheets
  const chosen = visible.find(({ name }) => name === asked) ?? largestOf(visible.slice(0, MOST_TRIED), read)
  if (!chosen) throw new Unreadable('NO_TABLE')
  const names = visible.slice(0, MOST_SHEETS).map(({ name }) => name)
  told?.({ names, sheet: chosen.name })
  if (!all) return yield* rowsOf(read(chosen))
  const join = sheetJoin()
  // The largest sheet has the headings that the others must have.
  for (const one of [chosen, ...visible.filter((other) => other !== chosen)].slice(0, MOST_SHEETS)) {
    yield* join.begin(one.name)
    for (const row of rowsOf(read(one))) yield* join.take(row)
  }
  yield* join.end()
  told?.({ names, sheet: chosen.name, leftOut: [...join.leftOut, ...visible.slice(MOST_SHEETS).map(({ name }) => name)] })
}

function largestOf(sheets, read) {
  if (sheets.length < 2) return sheets[0]
  const measured = sheets.map((sheet) => {
    const rows = [...read(sheet).values()].map(({ cells }) => cells.filter((cell) => cell !== null).length)
    return { sheet, isTable: rows.some((width) => width >= FEWEST_COLUMNS), size: rows.reduce((sum, width) => sum + width, 0) }
  })
  return measured.toSorted((a, b) => Number(b.isTable) - Number(a.isTable) || b.size - a.size)[0]?.sheet
}

/** The sheets of a workbook, its shared texts and the formats of its cells. */
function bookOf(content) {
  const book = { sheets: [], shared: [], formats: [], from1904: false, page: 'windows-1252', isWide: true }
  const codes = new Map()
  const indexes = []
  let texts = null
  for (const { type, data } of recordsFrom(content, 0)) {
    if (type !== CONTINUE && texts !== null) {
      book.shared = sharedTexts(texts).map(plain)
      texts = null
    }
    if (type === EOF) break
    if (type === BOF) book.isWide = isBiff8(data)
    else if (type === FILEPASS) throw new Unreadable('HAS_PASSWORD')
    else if (type === CODEPAGE && data.length >= 2) book.page = pageOf(data.readUInt16LE(0))
    else if (type === DATEMODE) book.from1904 = data[0] === 1
    else if (type === SST) texts = [data]
    else if (type === CONTINUE) texts?.push(data)
    else if (type === FORMAT && data.length > 2) codes.set(data.readUInt16LE(0), textAt(data, 2, book, book.isWide ? 2 : 1))
    else if (type === XF && data.length >= 4) indexes.push(data.readUInt16LE(2))
    else if (type === BOUNDSHEET && data.length > 6 && data[5] === 0)
      book.sheets.push({ start: data.readUInt32LE(0), isHidden: (data[4] & 3) !== 0, name: textAt(data, 6, book, 1) })
  }
  const known = new Map()
  book.formats = indexes.map((index) => {
    if (!known.has(index)) known.set(index, codes.has(index) ? formatOf(codes.get(index)) : standardFormat(index))
    return known.get(index)
  })
  return book
}

/** The rows of a sheet by number, from 0. Programs write cells in any order. */
function cellsOf(content, { start }, book, limits, count) {
  const rows = new Map()
  const put = (row, column, value, format) => {
    if (value === null || value === '') return
    if (column >= limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
    if (++count.cells > limits.cells * 2) throw new Unreadable('TOO_MANY_ROWS')
    const found = rows.get(row) ?? { cells: [], currencies: undefined }
    rows.set(row, found)
    while (found.cells.length < column) found.cells.push(null)
    found.cells[column] = value
    if (typeof value !== 'number' || !format?.currency) return
    found.currencies ??= {}
    found.currencies[column] = format.currency
  }
  const number = (row, column, style, value) => {
    const format = book.formats[style] ?? false
    put(row, column, Number.isFinite(value) ? shownAs(value, format, book.from1904) : null, format)
  }
  let depth = 0
  let text = null
  for (const { type, data } of recordsFrom(content, start)) {
    if (type === BOF) depth++
    else if (type === EOF && --depth <= 0) break
    // Charts within the sheet.
    if (depth !== 1) continue
    if (type === STRING && text) {
      put(...text, cellText(data, 0, book))
      text = null
    }
    if (data.length < 6) continue
    const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)]
    if (type === LABELSST && data.length >= 10) put(row, column, book.shared[data.readUInt32LE(6)] ?? null)
    else if (type === LABEL || type === RSTRING) put(row, column, cellText(data, 6, book))
    else if (type === NUMBER && data.length >= 14) number(row, column, style, data.readDoubleLE(6))
    else if (type === RK && data.length >= 10) number(row, column, style, numberIn(data.readUInt32LE(6)))
    else if (type === MULRK)
      for (let at = 4; at + 8 <= data.length; at += 6)
        number(row, column + (at - 4) / 6, data.readUInt16LE(at), numberIn(data.readUInt32LE(at + 2)))
    else if (type === BOOLERR && data.length >= 8 && data[7] === 0) put(row, column, data[6] === 1 ? 'true' : 'false')
    else if (type === FORMULA && data.length >= 14) {
      text = null
      if (data.readUInt16LE(12) !== 0xffff) number(row, column, style, data.readDoubleLE(6))
      else if (data[6] === 0) text = [row, column]
      else if (data[6] === 1) put(row, column, data[8] === 1 ? 'true' : 'false')
    }
  }
  return rows
}

/** Shared texts are cleaned once, because many cells can have the same long text. */
const plain = (text) => unmarked(text.trim())
const cellText = (data, at, book) => plain(textAt(data, at, book, 2))

function* rowsOf(rows) {
  const numbers = [...rows.keys()].sort((a, b) => a - b)
  for (const [index, row] of numbers.entries()) yield { number: row + 1, ...rows.get(row), progress: (index + 1) / numbers.length }
}

const FRACTION = Buffer.alloc(8)
/** A number in 30 bits: an integer or the upper half of a fraction, perhaps times a hundred. */
function numberIn(rk) {
  if ((rk & 2) === 0) FRACTION.writeUInt32LE((rk & 0xfffffffc) >>> 0, 4)
  const value = (rk & 2) === 0 ? FRACTION.readDoubleLE(0) : rk >> 2
  return (rk & 1) === 0 ? value : value / 100
}
