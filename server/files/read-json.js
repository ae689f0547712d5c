import { Unreadable } from './unreadable.js'

const LONGEST_CELL = 32_767
/** The longest object, and the longest text around the array of objects, in characters. */
const LONGEST_OBJECT = 256 * 1024
const DEEPEST = 32
/** Columns are named by the first objects: at most this many, or this many characters of them. */
const FIRST_OBJECTS = 500
const FIRST_CHARACTERS = 2 * 1024 * 1024

/** Characters that do not occur in text. */
const NO_TEXT = /(?![\t\n\r\v\f\u0080-\u009f])\p{Cc}/u
/** Strings, so that digits in them stay, and numbers. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu
/** The most digits that a number keeps. */
const EXACT_DIGITS = 15

const noTable = () => new Unreadable('NO_TABLE')
const tooLarge = () => new Unreadable('TOO_LARGE_INSIDE')

function parsed(text) {
  // Longer ids are no exact numbers, so they are read as texts.
  const exact = /\d{16}/.test(text)
    ? text.replaceAll(VALUE, (value) =>
        value.startsWith('"') || value.replaceAll(/\D/g, '').length <= EXACT_DIGITS ? value : JSON.stringify(value),
      )
    : text
  try {
    return JSON.parse(exact)
  } catch {
    throw noTable()
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasObjects = (value) => Array.isArray(value) && value.some(isObject)

/** A text as in a cell; null if it is empty. */
function cellText(text) {
  if (text.length > LONGEST_CELL) throw tooLarge()
  if (NO_TEXT.test(text) || !text.isWellFormed()) throw noTable()
  return text.trim() || null
}

/** The value of a cell. Lists are shown as written, because a cell has one value. */
function cellOf(value) {
  if (typeof value === 'number' || value === null) return value
  if (typeof value === 'string') return cellText(value)
  if (Array.isArray(value)) return value.length === 0 ? null : cellText(JSON.stringify(value))
  return String(value)
}

/** The values of an object by their names; those of an object within it are named by both: `machine.name`. */
function* valuesOf(object, before = '') {
  for (const [key, value] of Object.entries(object)) {
    if (isObject(value)) yield* valuesOf(value, `${before}${key}.`)
    else yield [`${before}${key}`, cellOf(value)]
  }
}

/** Where the array of objects within an object begins, such as in `{"page":1,"data":[{…}]}`; 0 if the text is no such object. */
function arrayWithin(beginning) {
  if (!/^\s*\{/.test(beginning)) return 0
  const end = beginning.indexOf('\n', beginning.search(/\S/))
  if (end >= 0 && beginning.slice(end).trim() !== '' && isWhole(beginning.slice(0, end))) return 0
  let [depth, isString] = [0, false]
  const text = beginning.slice(0, LONGEST_OBJECT)
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '[' && depth === 1 && /^\s*\{/.test(text.slice(at + 1, at + 200))) {
      if (Object.values(parsed(`${text.slice(0, at)}[]}`)).some(hasObjects)) throw noTable()
      return at
    } else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth === 0) return 0
  }
  return 0
}

function isWhole(text) {
  try {
    return isObject(JSON.parse(text.slice(0, LONGEST_OBJECT)))
  } catch {
    return false
  }
}

/**
 * Divides a text into its objects, of which at most one is held. Calls `take` with each, and returns functions for the next part and for the
 * end of the text.
 */
function objectsOf(beginning, take) {
  const skipped = arrayWithin(beginning)
  const isArray = skipped > 0 || /^\s*\[/.test(beginning)
  let [depth, isString, isEscaped, held] = [0, false, false, '']
  /** What may follow between objects. */
  let next = isArray ? 'OPEN' : 'OBJECT'
  let rest = ''
  const between = (sign) => {
    if (next === 'REST') {
      rest += sign
      if (rest.length > LONGEST_OBJECT) throw tooLarge()
    } else if (/\s/.test(sign)) return
    else if (sign === '[' && next === 'OPEN') next = 'OBJECT'
    else if (sign === ',' && next === 'COMMA') next = 'OBJECT'
    else if (sign === ']' && next === 'COMMA') next = 'REST'
    else if (sign === '{' && next === 'OBJECT') depth = 1
    else throw noTable()
  }
  const read = (text) => {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isString = false
      } else if (depth === 0) {
        between(sign)
        from = at
      } else if (sign === '"') isString = true
      else if (sign === '{' || sign === '[') {
        if (++depth > DEEPEST) throw tooLarge()
      } else if ((sign === '}' || sign === ']') && --depth === 0) {
        held += text.slice(from, at + 1)
        if (held.length > LONGEST_OBJECT) throw tooLarge()
        take(held)
        held = ''
        if (isArray) next = 'COMMA'
      }
    }
    if (depth > 0) held += text.slice(from)
    if (held.length > LONGEST_OBJECT) throw tooLarge()
  }
  const end = () => {
    if (depth > 0 || next === 'OPEN' || next === 'COMMA' || (isArray && next === 'OBJECT')) throw noTable()
    if (skipped === 0 ? rest.trim() !== '' : Object.values(parsed(`{"":[]${rest}`)).some(hasObjects)) throw noTable()
  }
  return { skipped, read, end }
}

/** Reads JSON object by object: a row for each, below one with the names of their values. `beginning`: of the text. */
export async function* jsonRows(texts, beginning, limits) {
  const columns = new Map()
  let found = []
  let [number, cellsRead, characters, hasHeads, done] = [1, 0, 0, false, 0]
  const take = (text) => {
    number++
    if (number > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
    characters += text.length
    const cells = []
    for (const [name, value] of valuesOf(parsed(text))) {
      if (value === null && hasHeads && !columns.has(name)) continue
      if (!columns.has(name)) columns.set(name, columns.size)
      if (columns.size > limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
      const column = columns.get(name)
      if ((cells[column] ?? null) !== null) throw noTable()
      while (cells.length < column) cells.push(null)
      cells[column] = value
    }
    cellsRead += cells.length
    if (cellsRead > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
    if (cells.some((cell) => cell !== null)) found.push({ number, cells, progress: done })
  }
  const objects = objectsOf(beginning, take)
  const namedRows = (isEnd) => {
    if (!hasHeads) {
      if (!isEnd && found.length < FIRST_OBJECTS && characters < FIRST_CHARACTERS) return []
      hasHeads = true
      found.unshift({ number: 1, cells: [...columns.keys()].map(cellText), progress: done })
    }
    const rows = found
    found = []
    return rows
  }
  let isFirst = true
  for await (const part of texts) {
    done = part.progress
    objects.read(isFirst ? part.text.slice(objects.skipped) : part.text)
    isFirst = false
    yield* namedRows(false)
  }
  objects.end()
  if (number > 1) yield* namedRows(true)
}
