import { LONGEST_CELL, MAX_PARTS, MOST_IDLE, MOST_SHEETS, opened, parse, parseWhole, partsOf, plainly, plainName } from './archive.js'
import { sheetJoin } from './join-sheets.js'
import { odsRows } from './read-ods.js'
import { Unreadable } from './unreadable.js'

const MOST_STYLES = 20_000
const MOST_EMPTY = 1_000
/** The total length of all texts that cells share. */
const MOST_SHARED = 4_000_000
const MOST_SHARED_BYTES = 128 * 1024 * 1024

/** Reads the rows of one sheet of a workbook, or of all sheets with the same headings. All limits are checked during reading. */
export async function* xlsxRows(file, limits, { sheet: asked, all, told } = {}) {
  const zip = await opened(file)
  try {
    const parts = await partsOf(zip)
    const part = (path) => parts.get(path.toLowerCase())
    const [content, manifest] = [part('content.xml'), part('meta-inf/manifest.xml')]
    if (content && manifest && !part('xl/workbook.xml')) return yield* odsRows(zip, { content, manifest }, limits, { asked, all, told })
    const book = await bookOf(zip, part, limits)
    const sizeOf = ({ path }) => part(path)?.uncompressedSize ?? 0
    const sheets = book.sheets.filter(({ path }) => part(path))
    const visible = sheets.some(({ isHidden }) => !isHidden) ? sheets.filter(({ isHidden }) => !isHidden) : sheets
    // By default the largest sheet is read, because a cover or a summary often comes first.
    const chosen = visible.find(({ name }) => name === asked) ?? visible.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
    const names = visible.slice(0, MOST_SHEETS).map(({ name }) => name)
    told?.({ names, sheet: chosen?.name ?? '' })
    const sheet =
      (chosen && part(chosen.path)) ?? [...parts.values()].find(({ fileName }) => /(^|\/)worksheets\/[^/]+\.xml$/i.test(fileName))
    if (!sheet) throw new Unreadable('NO_TABLE')
    const styles = part('xl/styles.xml')
    const cellStyles = styles ? await stylesOf(zip, styles, limits) : []
    const strings = part('xl/sharedStrings.xml')
    const shared = strings ? await sharedOf(zip, strings, limits) : sharedTexts()
    const ways = { cellStyles, shared, from1904: book.from1904, limits, count: { cells: 0 } }
    if (!all || !chosen) return yield* rowsOf(zip, sheet, ways)
    const join = sheetJoin()
    // The largest sheet has the headings that the others must have.
    for (const one of [chosen, ...visible.filter((other) => other !== chosen)].slice(0, MOST_SHEETS)) {
      yield* join.begin(one.name)
      for await (const row of rowsOf(zip, part(one.path), ways)) yield* join.take(row)
    }
    yield* join.end()
    told?.({ names, sheet: chosen.name, leftOut: [...join.leftOut, ...visible.slice(MOST_SHEETS).map(({ name }) => name)] })
  } finally {
    zip.close()
  }
}

/** The sheets and the date system of the workbook. */
async function bookOf(zip, part, limits) {
  const [workbook, relations] = [part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels')]
  const targets = new Map()
  if (relations)
    await parseWhole(zip, relations, limits, {
      open: (name, attributes) => {
        if (name !== 'Relationship') return
        const { Id, Target = '' } = plainly(attributes)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
        if (targets.size > MAX_PARTS) throw new Unreadable('TOO_LARGE_INSIDE')
      },
    })
  let from1904 = false
  const sheets = []
  if (workbook)
    await parseWhole(zip, workbook, limits, {
      open: (name, attributes) => {
        const said = plainly(attributes)
        if (name === 'workbookPr') from1904 = said.date1904 === '1' || said.date1904 === 'true'
        if (name === 'sheet' && sheets.length < MAX_PARTS)
          sheets.push({
            name: (said.name ?? '').slice(0, 255),
            path: targets.get(said.id) ?? '',
            isHidden: /hidden/i.test(said.state ?? ''),
          })
      },
    })
  return { sheets, from1904 }
}

const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])
/** The limit of spreadsheets. The search for brackets takes quadratic time. */
const LONGEST_FORMAT = 255
/** Whether a number format shows a date: letters for days, months, years or hours outside of quotes, brackets and escapes. */
const showsDate = (code) =>
  /[dmyhs]/i.test(code.slice(0, LONGEST_FORMAT).replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')) &&
  !/general/i.test(code.slice(0, LONGEST_FORMAT))

/** Zeros that fill a number to a fixed length, such as that of a postal code or a machine. */
const ZEROS = /^0{2,12}(?:\\?-0{2,6})?$/
/** A whole number as its format of zeros shows it; null if it is another number. */
function filledBy(format, value) {
  if (!Number.isInteger(value) || value < 0) return null
  const zeros = format.replaceAll('\\', '')
  const digits = String(value).padStart(zeros.replace('-', '').length, '0')
  const end = zeros.includes('-') ? zeros.length - 1 - zeros.indexOf('-') : 0
  return end === 0 ? digits : `${digits.slice(0, -end)}-${digits.slice(-end)}`
}

/** The numbers of the cell styles that show dates, and the formats of those that fill numbers with zeros. */
async function stylesOf(zip, entry, limits) {
  const formats = new Map()
  const styles = []
  let isInside = false
  await parseWhole(zip, entry, limits, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInside = true
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = plainly(attributes)
        formats.set(Number(numFmtId), ZEROS.test(formatCode) ? formatCode : formatCode.length < 1_000 && showsDate(formatCode))
      } else if (name === 'xf' && isInside) {
        const id = Number(plainly(attributes).numFmtId ?? 0)
        styles.push(formats.get(id) ?? DATE_FORMATS.has(id))
      }
      if (styles.length > MOST_STYLES || formats.size > MOST_STYLES) throw new Unreadable('TOO_LARGE_INSIDE')
    },
    close: (name) => {
      if (name === 'cellXfs') isInside = false
    },
  })
  return styles
}

/** Stores texts in a few large buffers, because a million strings would take several times the memory. */
function sharedTexts() {
  const BLOCK = 4 * 1024 * 1024
  const blocks = []
  let starts = new Float64Array(1_024)
  let [count, end, empty] = [0, 0, 0]
  return {
    add(text) {
      if (text.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
      if (text === '' && ++empty > MOST_EMPTY) throw new Unreadable('TOO_LARGE_INSIDE')
      const length = Buffer.byteLength(text)
      // A text is stored within one block.
      if (blocks.length === 0 || (end % BLOCK) + length > BLOCK || end === blocks.length * BLOCK) {
        end = blocks.length * BLOCK
        blocks.push(Buffer.allocUnsafeSlow(BLOCK))
      }
      if (end + length > MOST_SHARED_BYTES || count >= MOST_SHARED) throw new Unreadable('TOO_LARGE_INSIDE')
      blocks.at(-1).write(text, end % BLOCK)
      if (count * 2 + 2 > starts.length) {
        const more = new Float64Array(starts.length * 2)
        more.set(starts)
        starts = more
      }
      starts[count * 2] = end
      starts[count * 2 + 1] = length
      count++
      end += length
    },
    at(index) {
      if (!(index >= 0 && index < count)) return null
      const [start, length] = [starts[index * 2], starts[index * 2 + 1]]
      return blocks[Math.floor(start / BLOCK)].toString('utf8', start % BLOCK, (start % BLOCK) + length)
    },
  }
}

async function sharedOf(zip, entry, limits) {
  const shared = sharedTexts()
  let text = ''
  let [isText, isPhonetic] = [false, false]
  await parseWhole(zip, entry, limits, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    close: (name) => {
      if (name === 'si') shared.add(text)
      else if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
    },
    text: (more) => {
      if (!isText) return
      text += more
      if (text.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
    },
  })
  return shared
}

const DAY_MS = 86_400_000
/** The local time of an Excel serial as if it were UTC, to the millisecond. */
const momentOf = (serial, from1904) =>
  new Date(Math.round((serial + (from1904 ? 1_462 : 0) - (serial < 60 && !from1904 ? 25_568 : 25_569)) * DAY_MS))

/** The column of a reference such as AB12, from 0. */
function columnIn(reference) {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > 20_000) throw new Unreadable('TOO_MANY_COLUMNS')
  }
  return column - 1
}

const attributeOf = (attributes, name) => {
  const plain = attributes[name]
  if (plain !== undefined) return plain
  for (const key in attributes) if (plainName(key) === name) return attributes[key]
}

async function* rowsOf(zip, entry, { cellStyles, shared, from1904, limits, count }) {
  let found = []
  let number = 0
  let cells = []
  let cell = null
  let column = -1
  let text = ''
  let isValue = false
  let isPhonetic = false
  let idle = 0
  let isOver = false
  const valueIn = () => {
    const { kind, style } = cell
    if (kind === 's') return shared.at(Number(text))
    if (kind === 'inlineStr' || kind === 'str') return text
    if (kind === 'b') return text === '1' ? 'true' : 'false'
    if (kind === 'e') return null
    if (kind === 'd') {
      const at = Date.parse(/[zZ]$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
      return Number.isFinite(at) ? new Date(at) : text
    }
    if (text === '') return null
    const value = Number(text)
    if (!Number.isFinite(value)) return text
    const shownAs = cellStyles[style]
    if (typeof shownAs === 'string') return filledBy(shownAs, value) ?? value
    return shownAs && value > 0 && value < 3_000_000 ? momentOf(value, from1904) : value
  }
  const handlers = {
    open: (name, attributes) => {
      if (++idle > MOST_IDLE) throw new Unreadable('TOO_LARGE_INSIDE')
      if (name === 'row') {
        const said = Number(attributeOf(attributes, 'r') ?? number + 1)
        if (!Number.isInteger(said) || said <= number) throw new Unreadable('NO_TABLE')
        number = said
        if (number > limits.rows + 100) throw new Unreadable('TOO_MANY_ROWS')
        cells = []
        column = -1
      } else if (name === 'c') {
        const reference = attributeOf(attributes, 'r')
        column = reference === undefined ? column + 1 : columnIn(reference)
        if (++count.cells > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
        cell = { kind: attributeOf(attributes, 't') ?? 'n', style: Number(attributeOf(attributes, 's') ?? 0) }
        text = ''
      } else if (name === 'rPh') isPhonetic = true
      else if (name === 'v' || name === 't') isValue = cell !== null && !isPhonetic
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c' && cell) {
        const value = valueIn()
        cell = null
        if (value === null || value === '') return
        if (column < 0 || column >= limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
        idle = 0
        while (cells.length < column) cells.push(null)
        cells[column] = typeof value === 'string' ? value.trim() : value
      } else if (name === 'sheetData') isOver = true
      else if (name === 'row') {
        if (cells.some((one) => one !== null && one !== '')) found.push({ number, cells })
        cells = []
      }
    },
    text: (more) => {
      if (!isValue) return
      text += more
      if (text.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
    },
  }
  for await (const progress of parse(zip, entry, limits, handlers)) {
    for (const row of found) yield { ...row, progress }
    found = []
    // Elements after the rows are ignored.
    if (isOver) return
  }
}
