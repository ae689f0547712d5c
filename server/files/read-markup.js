import { Parser } from 'htmlparser2'
import { currencyOf } from './format-currency.js'
import { sheetJoin } from './join-sheets.js'
import { unmarked } from './marked-text.js'
import { Unreadable } from './unreadable.js'

const LONGEST_CELL = 32_767
/** The longest run of characters without an element or a text. */
const LONGEST_TOKEN = 1024 * 1024
const MOST_ATTRIBUTES = 256
const DEEPEST = 512
const MOST_TABLES_DEEP = 16
/** Maximum number of consecutive elements without a value. */
const MOST_IDLE = 60_000
/** Maximum number of rows that a cell covers, as in browsers. */
const MOST_COVERED = 65_534
/** Maximum number of styles whose currencies are kept. */
const MOST_STYLES = 20_000
/** Maximum number of sheets to choose from. */
const MOST_SHEETS = 100

const ROWS = new Set(['tr', 'row'])
const CELLS = new Set(['td', 'th', 'cell'])
/** Their text is not content of a cell. */
const IGNORED = new Set(['script', 'style', 'select', 'textarea', 'comment'])
const BREAKS = new Set(['br', 'p', 'div', 'li'])

/** XML that Excel 2003 and other programs write. */
const isXmlWorkbook = (beginning) =>
  /urn:schemas-microsoft-com:office:spreadsheet/.test(beginning) && /<(?:\w+:)?Workbook[\s>]/.test(beginning)

const plainName = (name) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Attributes by name without prefix. */
const plainly = (attributes) => Object.fromEntries(Object.entries(attributes).map(([name, value]) => [plainName(name), value]))

/** A whole number within limits. */
const whole = (text, least, most) => (/^\d{1,7}$/.test(text ?? '') ? Math.min(Math.max(Number(text), least), most) : least)

/** The text of a page: only elements break its lines. */
const pageText = (text) =>
  unmarked(
    text
      .replaceAll(/ *\n[ \n]*/g, '\n')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
  )

/** The longest name of a table. */
const LONGEST_NAME = 60
const tableName = (number, cells) =>
  `${number}: ${cells
    .filter((cell) => cell !== null)
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_NAME)}`

/** The value of a cell of an XML workbook by its type. Dates are wall clock time as if it were UTC. */
function typedValue({ text, type }) {
  if (type === 'Error' || text === '') return null
  if (type === 'Number' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'Boolean') return text === '1' ? 'true' : 'false'
  const at = type === 'DateTime' ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isFinite(at) ? new Date(at) : unmarked(text.trim()) || null
}

/**
 * Reads the rows of all tables of a web page or of the named one, or of one sheet of an XML workbook: the named one, else the first with
 * several rows; with `all` those of all sheets with the same headings. Many programs call such files .xls. `beginning`: of the text. All
 * limits are checked during reading.
 */
export async function* markupRows(texts, beginning, limits, { sheet: asked, all = false, told } = {}) {
  const isXml = isXmlWorkbook(beginning)
  /** The tables that are open, each with the cell of another table that it is in, and the cells that cover rows below. */
  const tables = []
  let [row, cell] = [null, null]
  /** The rows of other sheets are not read. `isDone`: those of the chosen one were. */
  let [isOver, isDone] = [isXml && asked !== undefined && !all, false]
  const join = isXml && all ? sheetJoin() : null
  /** The tables of a page that have rows, by the number of their first tag. */
  const named = new Map()
  let tablesBegun = 0
  const sheets = []
  let chosen = asked
  let found = []
  let [number, rowsRead, rowsOfSheet, cellsRead] = [0, 0, 0, 0]
  let [depth, ignored, idle, silent, attributes] = [0, 0, 0, 0, 0]

  /** The currencies that the styles of an XML workbook show, by their ids. */
  const currencies = new Map()
  let style = ''

  const tooLarge = () => {
    throw new Unreadable('TOO_LARGE_INSIDE')
  }
  const put = (value) => {
    if (row.column >= limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
    while (row.cells.length < row.column) row.cells.push(null)
    row.cells[row.column] = value
  }
  /** A cell that covers several rows has its value in each of them. */
  const skipCovered = () => {
    const { covered } = tables.at(-1)
    for (let above = covered.get(row.column); above; above = covered.get(row.column)) {
      if (above.value !== null) put(above.value)
      if (--above.rows === 0) covered.delete(row.column)
      row.column++
    }
  }
  const beginRow = (given) => {
    endRow()
    number = Math.max(number + 1, isXml ? whole(plainly(given).index, 0, limits.rows * 2 + 101) : 0)
    if (number > limits.rows * 2 + 100) throw new Unreadable('TOO_MANY_ROWS')
    row = { number, cells: [], column: 0, currencies: undefined }
  }
  const beginCell = (given) => {
    endCell()
    if (++cellsRead > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
    const { index, mergeacross, colspan, rowspan, styleid } = plainly(given)
    skipCovered()
    if (isXml) row.column = Math.max(row.column, whole(index, 0, limits.columns + 1) - 1)
    const columns = isXml ? 1 + whole(mergeacross, 0, limits.columns) : whole(colspan, 1, limits.columns)
    cell = { columns, rows: isXml ? 1 : whole(rowspan, 1, MOST_COVERED), text: '', type: '', currency: currencies.get(styleid) }
  }
  const endCell = () => {
    if (!cell) return
    const value = isXml ? typedValue(cell) : pageText(cell.text) || null
    if (value !== null) {
      idle = 0
      put(value)
      if (cell.currency !== undefined && typeof value === 'number') {
        row.currencies ??= {}
        row.currencies[row.column] = cell.currency
      }
    }
    const { covered } = tables.at(-1)
    if (cell.rows > 1)
      for (let at = 0; at < cell.columns; at++) covered.set(row.column + at, { rows: cell.rows - 1, value: at === 0 ? value : null })
    row.column += cell.columns
    if (row.column > limits.columns * 4) throw new Unreadable('TOO_MANY_COLUMNS')
    cell = null
  }
  const endRow = () => {
    if (!row) return
    endCell()
    skipCovered()
    if (row.cells.length > 0) {
      if (++rowsRead > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
      rowsOfSheet++
      const { number, cells, currencies } = row
      if (join) found.push(...join.take({ number, cells, currencies }))
      else if (isXml || isAskedFor(row)) found.push({ number, cells, currencies })
    }
    row = null
  }
  /** Whether a row of a page is in the named table. A table is named by its number and its first row. */
  const isAskedFor = ({ cells }) => {
    const { id } = tables.at(-1)
    if (!named.has(id) && named.size < MOST_SHEETS) named.set(id, tableName(named.size + 1, cells))
    return asked === undefined || named.get(id) === asked
  }
  const open = (name, given) => {
    if (name === 'table') {
      if (tables.push({ covered: new Map(), row, cell, id: ++tablesBegun }) > MOST_TABLES_DEEP) tooLarge()
      ;[row, cell] = [null, null]
    } else if (ROWS.has(name) && tables.length > 0) beginRow(given)
    else if (CELLS.has(name) && row) beginCell(given)
    else if (name === 'data' && cell) cell.type = plainly(given).type ?? ''
    else if (BREAKS.has(name) && cell && !isXml) cell.text += '\n'
  }
  const close = (name) => {
    if (CELLS.has(name)) endCell()
    else if (ROWS.has(name)) endRow()
    else if (name === 'table' && tables.length > 0) {
      endRow()
      ;({ row, cell } = tables.pop())
    }
  }

  const openStyle = (name, given) => {
    if (name === 'style') style = plainly(given).id ?? ''
    const { format = '' } = name === 'numberformat' ? plainly(given) : {}
    const currency = format === 'Euro Currency' ? '[$EUR]' : currencyOf(format)
    if (currency !== null && currencies.size < MOST_STYLES) currencies.set(style, currency)
  }
  const openSheet = (given) => {
    const name = plainly(given).name ?? ''
    if (sheets.length < MOST_SHEETS) sheets.push(name)
    if (join) return found.push(...join.begin(name))
    isOver = isDone || (asked !== undefined && name !== asked)
    if (!isOver) chosen = name
  }
  const closeSheet = () => {
    if (join) return
    isDone ||= !isOver && (asked !== undefined || rowsOfSheet > 1)
    isOver = isDone
    rowsOfSheet = 0
  }
  /** Other sheets count, so that a file cannot have any number of cells in them. */
  const skip = (name) => {
    idle = 0
    if (CELLS.has(name) && ++cellsRead > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
  }

  const parser = new Parser(
    {
      onattribute: () => {
        silent = 0
        if (++attributes > MOST_ATTRIBUTES) tooLarge()
      },
      onopentag: (tag, given) => {
        silent = 0
        attributes = 0
        if (++depth > DEEPEST || ++idle > MOST_IDLE) tooLarge()
        const name = plainName(tag)
        if (IGNORED.has(name)) ignored++
        if (isXml && (name === 'style' || name === 'numberformat')) openStyle(name, given)
        if (isXml && name === 'worksheet') openSheet(given)
        else if (isOver) skip(name)
        else if (ignored === 0) open(name, given)
      },
      ontext: (text) => {
        silent = 0
        if (!cell || ignored > 0 || isOver) return
        cell.text += isXml ? text : text.replaceAll(/\s+/g, ' ')
        if (cell.text.length > LONGEST_CELL) tooLarge()
      },
      onclosetag: (tag) => {
        silent = 0
        depth--
        const name = plainName(tag)
        if (IGNORED.has(name)) ignored--
        else if (isXml && name === 'worksheet') closeSheet()
        else if (ignored === 0 && !isOver) close(name)
      },
    },
    { xmlMode: isXml, lowerCaseTags: false, recognizeSelfClosing: true },
  )
  function* taken(progress) {
    for (const one of found) yield { ...one, progress }
    found = []
  }
  for await (const { text, progress } of texts) {
    silent += text.length
    parser.write(text)
    if (silent > LONGEST_TOKEN) tooLarge()
    yield* taken(progress)
  }
  parser.end()
  if (join) found.push(...join.end())
  if (sheets.length > 0) told?.({ names: sheets, sheet: chosen ?? sheets[0], ...(join && { leftOut: join.leftOut }) })
  else if (named.size > 1) told?.({ names: [...named.values()], sheet: asked ?? '', isPage: true })
  yield* taken(1)
}
