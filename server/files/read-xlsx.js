import { LONGEST_CELL, MAX_PARTS, MOST_IDLE, MOST_SHEETS, opened, parse, parseWhole, partsOf, plainly, plainName } from './archive.js'
import { shownAs, stylesOf } from './cell-styles.js'
import { sheetJoin } from './join-sheets.js'
import { unmarked } from './marked-text.js'
import { localMoment } from './moments.js'
import { odsRows } from './read-ods.js'
import { Unreadable } from './unreadable.js'

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
    const bySize = visible.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const styles = part('xl/styles.xml')
    const cellStyles = styles ? await stylesOf(zip, styles, limits) : []
    const strings = part('xl/sharedStrings.xml')
    const shared = strings ? await sharedOf(zip, strings, limits) : sharedTexts()
    const ways = { cellStyles, shared, from1904: book.from1904, limits, count: { cells: 0, text: 0 } }
    const isWide = ({ path }) => hasColumns(zip, part(path), { ...ways, count: { cells: 0, text: 0 } })
    const chosen = visible.find(({ name }) => name === asked) ?? (await firstOf(bySize.slice(0, MOST_TRIED), isWide)) ?? bySize[0]
    const names = visible.slice(0, MOST_SHEETS).map(({ name }) => name)
    told?.({ names, sheet: chosen?.name ?? '' })
    const sheet =
      (chosen && part(chosen.path)) ?? [...parts.values()].find(({ fileName }) => /(^|\/)worksheets\/[^/]+\.xml$/i.test(fileName))
    if (!sheet) throw new Unreadable('NO_TABLE')
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

/** The number of sheets and of their first rows that are searched for a table. */
const MOST_TRIED = 5
const MOST_BEFORE = 60
/** Fewer columns are a cover or a legend. */
const FEWEST_COLUMNS = 3

async function firstOf(sheets, isFound) {
  if (sheets.length < 2) return sheets[0]
  for (const sheet of sheets) if (await isFound(sheet)) return sheet
}

/** Whether a sheet begins with a table. By default the largest such sheet is read, because a cover or a summary often comes first. */
async function hasColumns(zip, entry, ways) {
  let before = 0
  for await (const { cells } of rowsOf(zip, entry, ways)) {
    if (cells.filter((cell) => cell !== null).length >= FEWEST_COLUMNS) return true
    if (++before >= MOST_BEFORE) return false
  }
  return false
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
      if (name === 'si') shared.add(unescaped(text))
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

/** Characters that XML does not allow, as spreadsheets write them: `_x000D_` is a carriage return. */
const unescaped = (text) =>
  text.includes('_x') ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) : text

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
  /** The currencies that the formats of numbers name, by column. */
  let currencies
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
    if (kind === 'inlineStr' || kind === 'str') return unescaped(text)
    if (kind === 'b') return text === '1' ? 'true' : 'false'
    if (kind === 'e') return null
    if (kind === 'd') return localMoment(text) ?? text
    if (text === '') return null
    const value = Number(text)
    if (!Number.isFinite(value)) return text
    const format = cellStyles[style]
    if (format?.currency) {
      currencies ??= {}
      currencies[column] = format.currency
    }
    return shownAs(value, format, from1904)
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
        currencies = undefined
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
        cells[column] = typeof value === 'string' ? unmarked(value.trim()) : value
        count.text += typeof value === 'string' ? value.length : 0
        if (count.text > limits.text) throw new Unreadable('TOO_LARGE_INSIDE')
      } else if (name === 'sheetData') isOver = true
      else if (name === 'row') {
        if (cells.some((one) => one !== null && one !== '')) found.push({ number, cells, currencies })
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
