import { hasDuplicateKeys, headInList, partIn } from './json-names.js'
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
const severalLists = () => new Unreadable('SEVERAL_LISTS')
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
const hasLists = (value) => hasObjects(value) || (isObject(value) && Object.values(value).some(hasLists))

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
  if (Array.isArray(value)) return cellText(JSON.stringify(value))
  return String(value)
}

/** The values of an object by their names; those of an object within it are named by both: `machine.name`. `lists`: those of objects. */
function valuesOf(object, lists = new Map(), before = '', values = []) {
  for (const [key, value] of Object.entries(object)) {
    if (isObject(value)) valuesOf(value, lists, `${before}${key}.`, values)
    else if (hasObjects(value)) lists.set(`${before}${key}`, value)
    // An empty list may be one of objects in other records.
    else if (!Array.isArray(value) || value.length > 0) values.push([`${before}${key}`, cellOf(value)])
  }
  return { values, lists }
}

const POSITION = /^(?:lat|lng|lon|long|latitude|longitude)$/i

/** A feature of GeoJSON with its point as two values, unless its properties contain a position. */
function featureOf(object) {
  const { type, geometry, ...rest } = object
  if (type !== 'Feature' || !isObject(rest.properties)) return object
  const { type: shape, coordinates } = isObject(geometry) ? geometry : {}
  const isPoint = shape === 'Point' && Array.isArray(coordinates) && coordinates.length >= 2 && !coordinates.some(hasLists)
  if (!isPoint || Object.keys({ ...rest, ...rest.properties }).some((name) => POSITION.test(name)))
    return geometry ? { ...rest, geometry } : rest
  const [longitude, latitude] = coordinates
  return { ...rest, longitude, latitude }
}

/** Objects in which formats wrap the values of a record: GeoJSON, ArcGIS and JSON:API, Airtable. */
const WRAPPER = /^(?:properties|attributes|fields)\./

/** The heading of a column: without the name of a wrapper, if no other column has the same. */
function headOf(name, all) {
  const short = name.replace(WRAPPER, '')
  const isOnly = [...all].every((other) => other === name || other.replace(WRAPPER, '') !== short)
  return isOnly ? short : name
}

const NOT_WITHIN = { skipped: 0, depth: 0, before: [] }

/**
 * Where the array of objects within an object begins, such as in `{"page":1,"data":[{…}]}`; 0 if the text is no such object. `depth`: the
 * number of objects around it, `before`: their values above it.
 */
function arrayWithin(beginning) {
  if (!/^\s*\{/.test(beginning)) return NOT_WITHIN
  const end = beginning.indexOf('\n', beginning.search(/\S/))
  if (end >= 0 && beginning.slice(end).trim() !== '' && isWhole(beginning.slice(0, end))) return NOT_WITHIN
  let [depth, isString] = [0, false]
  /** Whether the innermost open bracket is that of a list. */
  const inList = []
  const text = beginning.slice(0, LONGEST_OBJECT)
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '[' && !inList.includes(true) && /^\s*\{/.test(text.slice(at + 1, at + 200))) {
      return { skipped: at, depth, before: valuesOf(parsed(`${text.slice(0, at)}[]${'}'.repeat(depth)}`)).values }
    } else if (sign === '{' || sign === '[') {
      depth++
      inList.push(sign === '[')
    } else if (sign === '}' || sign === ']') {
      inList.pop()
      if (--depth === 0) return NOT_WITHIN
    }
  }
  return NOT_WITHIN
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
  const { skipped, depth: around, before } = arrayWithin(beginning)
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
  /** The values around the array. */
  const end = () => {
    if (depth > 0 || next === 'OPEN' || next === 'COMMA' || (isArray && next === 'OBJECT')) throw noTable()
    if (skipped === 0) {
      if (rest.trim() !== '') throw noTable()
      return []
    }
    const after = parsed(`${'{"":'.repeat(around)}[]${rest}`)
    if (hasLists(after)) throw severalLists()
    if (hasDuplicateKeys(`${beginning.slice(0, skipped)}[]${rest}`)) throw new Unreadable('DUPLICATE_FIELD')
    return [...before, ...valuesOf(after).values]
  }
  return { skipped, read, end }
}

/**
 * Reads JSON object by object: a row for each, below one with the names of their values. An object with a list of objects has a row for each
 * of these, with its other values repeated. `beginning`: of the text. Calls `told` with the structure of the file at its end.
 */
export async function* jsonRows(texts, beginning, limits, told) {
  /** Positions of columns by their names: those of the objects, and those of the objects in their list. */
  const [columns, columnsInList] = [new Map(), new Map()]
  const list = { name: null, repeated: 0 }
  let found = []
  let [number, records, cellsRead, characters, hasHeads, done] = [1, 0, 0, 0, false, 0]
  const put = (cells, of, values) => {
    for (const [name, value] of values) {
      if (value === null && hasHeads && !of.has(name)) continue
      if (!of.has(name)) of.set(name, columns.size + columnsInList.size)
      if (columns.size + columnsInList.size > limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
      const column = of.get(name)
      if ((cells[column] ?? null) !== null) throw noTable()
      while (cells.length < column) cells.push(null)
      cells[column] = value
    }
    return cells
  }
  const add = (cells) => {
    number++
    if (number > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
    cellsRead += cells.length
    if (cellsRead > limits.cells) throw new Unreadable('TOO_MANY_ROWS')
    if (cells.some((cell) => cell !== null)) found.push({ number, cells, progress: done })
  }
  const take = (text) => {
    records++
    characters += text.length
    const object = parsed(text)
    if (hasDuplicateKeys(text)) throw new Unreadable(`DUPLICATE_KEY ${records}`)
    const { values, lists } = valuesOf(featureOf(object))
    const [name, ...others] = lists.keys()
    if (others.length > 0 || (name !== undefined && list.name !== null && list.name !== name)) throw severalLists()
    const cells = put([], columns, values)
    if (name === undefined) return add(cells)
    list.name = name
    for (const [index, one] of lists.get(name).entries()) {
      const within = isObject(one) ? valuesOf(one) : null
      if (within === null || within.lists.size > 0) throw severalLists()
      if (index > 0) list.repeated++
      add(put([...cells], columnsInList, within.values))
    }
  }
  const objects = objectsOf(beginning, take)
  const headings = () => {
    const all = []
    for (const [name, column] of columns) all[column] = cellText(headOf(name, columns.keys()))
    for (const [name, column] of columnsInList) all[column] = cellText(headInList(list.name, name, columns))
    return all
  }
  const namedRows = (isEnd) => {
    if (!hasHeads) {
      if (!isEnd && found.length < FIRST_OBJECTS && characters < FIRST_CHARACTERS) return []
      hasHeads = true
      found.unshift({ number: 1, cells: headings(), progress: done })
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
  const beside = objects.end()
  const part = partIn(beside, records)
  told({
    names: [],
    sheet: '',
    ...(part && { part }),
    ...(beside.length > 0 && { beside: beside.slice(0, limits.columns) }),
    ...(list.name !== null && { list: { ...list, within: [...columnsInList.values()] } }),
  })
  if (records > 0) yield* namedRows(true)
}
