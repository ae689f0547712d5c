import { LONGEST_CELL, MOST_IDLE, MOST_SHEETS, parse, parseWhole, plainly } from './archive.js'
import { sheetJoin } from './join-sheets.js'
import { unmarked } from './marked-text.js'
import { localMoment } from './moments.js'
import { Unreadable } from './unreadable.js'

/** Reads the rows of one sheet of an OpenDocument spreadsheet, or of all sheets with the same headings. */
export async function* odsRows(zip, { content, manifest }, limits, { asked, all, told }) {
  await parseWhole(zip, manifest, limits, {
    open: (name) => {
      // Without a password, the content is no XML.
      if (name === 'encryption-data') throw new Unreadable('HAS_PASSWORD')
    },
  })
  // All sheets are in one part, so a first reading finds the largest of them.
  const sheets = await sheetsOf(zip, content, limits)
  const visible = sheets.some(({ isHidden }) => !isHidden) ? sheets.filter(({ isHidden }) => !isHidden) : sheets
  const chosen =
    visible.find(({ name }) => name === asked) ??
    visible.toSorted((a, b) => Number(isTable(b)) - Number(isTable(a)) || b.cells - a.cells)[0]
  if (!chosen) throw new Unreadable('NO_TABLE')
  const names = visible.slice(0, MOST_SHEETS).map(({ name }) => name)
  told?.({ names, sheet: chosen.name })
  const count = { cells: 0 }
  const rowsIn = (read) => rowsOfSheets(zip, content, { limits, indexes: new Set(read.map(({ index }) => index)), count })
  if (!all) return yield* rowsIn([chosen])
  const join = sheetJoin()
  const others = visible.filter((other) => other !== chosen).slice(0, MOST_SHEETS - 1)
  // The largest sheet has the headings that the others must have.
  for (const read of others.length > 0 ? [[chosen], others] : [[chosen]]) {
    let current
    for await (const row of rowsIn(read)) {
      if (row.sheet !== current) yield* join.begin(sheets[row.sheet].name)
      current = row.sheet
      yield* join.take(row)
    }
  }
  yield* join.end()
  told?.({ names, sheet: chosen.name, leftOut: [...join.leftOut, ...visible.slice(MOST_SHEETS).map(({ name }) => name)] })
}

/** Sheets with fewer columns are covers and legends. */
const isTable = ({ widest }) => widest >= 3

/** The sheets with their number of cells. Styles say which of them are hidden, and come before the sheets. */
async function sheetsOf(zip, content, limits) {
  const sheets = []
  const hiddenStyles = new Set()
  let [style, depth, width] = ['', 0, 0]
  await parseWhole(zip, content, limits, {
    open: (name, attributes) => {
      if (name === 'style') style = plainly(attributes).name ?? ''
      else if (name === 'table-properties' && plainly(attributes).display === 'false') hiddenStyles.add(style)
      else if (name === 'table' && ++depth === 1) {
        const { name: title = '', 'style-name': own } = plainly(attributes)
        if (sheets.length > MOST_SHEETS * 10) throw new Unreadable('TOO_LARGE_INSIDE')
        sheets.push({ index: sheets.length, name: title.slice(0, 255), isHidden: hiddenStyles.has(own), cells: 0, widest: 0 })
      } else if (name === 'table-row') width = 0
      else if (name === 'p' && depth === 1) {
        const sheet = sheets.at(-1)
        sheet.cells++
        sheet.widest = Math.max(sheet.widest, ++width)
      }
    },
    close: (name) => {
      if (name === 'table') depth--
    },
  })
  return sheets
}

const DAY_MS = 86_400_000
/** The day that a spreadsheet shows for a time without a date. */
const DAY_OF_TIMES = -25_568 * DAY_MS

/** A duration such as PT10H05M30S, in milliseconds. */
function timeIn(duration) {
  const [, hours, minutes, seconds] = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2}(?:[.,]\d{1,9})?)S$/.exec(duration ?? '') ?? []
  return hours === undefined
    ? null
    : (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds.replace(',', '.')) * 1_000)
}

/** The value of a cell: the stored one, because the text depends on the format. Zeros in front of a number are only in its text. */
function valueIn(attributes, text) {
  const {
    'value-type': type,
    value,
    'date-value': date,
    'time-value': time,
    'boolean-value': truth,
    'string-value': string,
  } = plainly(attributes)
  if (type === 'error') return ''
  if (type === 'string' || type === undefined) return unmarked((text === '' ? (string ?? '') : text).trim())
  if (type === 'boolean') return truth === 'true' ? 'true' : 'false'
  if (type === 'date') {
    return localMoment(date ?? '') ?? text
  }
  if (type === 'time') {
    const duration = timeIn(time)
    return duration === null ? text : new Date(DAY_OF_TIMES + duration)
  }
  if (/^0\d+(?:-\d+)?$/.test(text) && Number(text.replace('-', '')) === Number(value)) return text
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : text
}

/** The currency of a number in the form of a number format. It is a symbol if the currency is not that of a country. */
function currencyIn(attributes) {
  const { 'value-type': type, currency } = plainly(attributes)
  return type === 'currency' && /^[^\s\]-]{1,8}$/.test(currency ?? '') ? `[$${currency}]` : null
}

/** Remarks, pictures, shapes and controls of a cell, whose texts are not part of its own. */
const BESIDE = new Set(['annotation', 'frame', 'custom-shape', 'g', 'rect', 'line', 'ellipse', 'polygon', 'polyline', 'path', 'control'])

const timesIn = (attributes, name) => {
  const times = Number(plainly(attributes)[name] ?? 1)
  if (!Number.isInteger(times) || times < 1) throw new Unreadable('NO_TABLE')
  return times
}

/** The rows of the sheets with these indexes, in one reading. `sheet`: the index of the row's sheet. */
async function* rowsOfSheets(zip, content, { limits, indexes, count }) {
  const last = Math.max(...indexes)
  let found = []
  let [index, depth, number, times, idle] = [-1, 0, 0, 1, 0]
  let cells = []
  let currencies
  let cell = null
  let [column, text, paragraphs, notes] = [0, '', 0, 0]
  let isOver = false
  const isOwn = () => depth === 1 && indexes.has(index) && notes === 0
  const add = (more) => {
    text += more
    if (text.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
  }
  const handlers = {
    open: (name, attributes) => {
      if (name === 'table' && ++depth === 1) [index, number] = [index + 1, 0]
      if (BESIDE.has(name)) notes++
      if (!isOwn()) return
      if (++idle > MOST_IDLE) throw new Unreadable('TOO_LARGE_INSIDE')
      if (name === 'table-row') {
        times = timesIn(attributes, 'number-rows-repeated')
        ;[cells, column, currencies] = [[], 0, undefined]
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = { attributes, times: timesIn(attributes, 'number-columns-repeated') }
        ;[text, paragraphs] = ['', 0]
      } else if (!cell) return
      else if (name === 'p') {
        if (paragraphs++ > 0) add('\n')
      } else if (name === 's') add(' '.repeat(Math.min(Number(plainly(attributes).c ?? 1) || 1, LONGEST_CELL)))
      else if (name === 'tab' || name === 'line-break') add(name === 'tab' ? '\t' : '\n')
    },
    close: (name) => {
      if (BESIDE.has(name)) notes--
      if (name === 'table' && --depth === 0 && index >= last) isOver = true
      if (!isOwn()) return
      if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        const value = valueIn(cell.attributes, text)
        if (value !== '') {
          if (column + cell.times > limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
          idle = 0
          while (cells.length < column) cells.push(null)
          const currency = typeof value === 'number' ? currencyIn(cell.attributes) : null
          if (currency !== null) currencies ??= {}
          for (let more = 0; more < cell.times; more++) {
            if (currency !== null) currencies[cells.length] = currency
            cells.push(value)
          }
        }
        column += cell.times
        cell = null
      } else if (name === 'table-row') {
        if (cells.length > 0) {
          count.cells += cells.length * times
          if (number + times > limits.rows + 100 || count.cells > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
          found.push({ sheet: index, number, times, cells, currencies })
        }
        number += times
      }
    },
    text: (more) => {
      if (cell && paragraphs > 0 && isOwn()) add(more)
    },
  }
  for await (const progress of parse(zip, content, limits, handlers)) {
    for (const { times, ...row } of found) for (let more = 1; more <= times; more++) yield { ...row, number: row.number + more, progress }
    found = []
    if (isOver) return
  }
}
