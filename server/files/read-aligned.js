import { Unreadable } from './unreadable.js'

const LONGEST_LINE = 32_767
const EXAMINED = 20_000
const FEWEST_LINES = 3
const FEWEST_COLUMNS = 3

/** Blanks between two values of a line. */
const WIDE_GAP = /\S {2,}(?=\S)/g
const gapsIn = (line) => line.match(WIDE_GAP)?.length ?? 0
/** A separator, apart from commas in numbers and names. */
const SEPARATED = /[;|\t]|(?<!\d),(?=\S)|,(?=[^\s\d])| ,|, {2}/

const beginningLines = (text) => {
  const lines = text.slice(0, EXAMINED).split('\n')
  if (text.length > EXAMINED) lines.pop()
  return lines.filter((line) => line.trim() !== '')
}

/** Whether values are below each other by blanks, without separators. */
export function isAligned(beginning) {
  const lines = beginningLines(beginning)
  const rows = lines.filter((line) => gapsIn(line) >= FEWEST_COLUMNS - 1)
  const separated = lines.filter((line) => SEPARATED.test(line))
  return rows.length >= FEWEST_LINES && rows.length >= lines.length * 0.6 && separated.length < lines.length * 0.5
}

/** Blanks that all rows have in common, from which position to which, of two or more between columns. */
function commonGaps(lines) {
  const rows = lines.filter((line) => gapsIn(line) >= FEWEST_COLUMNS - 1)
  const width = Math.max(...rows.map((line) => line.trimEnd().length))
  const isBlank = (at) => rows.every((line) => (line[at] ?? ' ') === ' ')
  const gaps = []
  let [from, hasText] = [-1, false]
  for (let at = 0; at < width; at++) {
    if (isBlank(at)) {
      if (from < 0) from = at
      continue
    }
    if (from >= 0 && hasText && at - from >= 2) gaps.push({ from, until: at })
    from = -1
    hasText = true
  }
  return gaps
}

/** The values of a line; `isSure` is false if fewer than two blanks remain between those of two columns. */
function cellsOf(line, gaps) {
  const cells = []
  let [start, isSure] = [0, true]
  for (const { from, until } of gaps) {
    // A value may reach into the blanks from either side.
    const left = /^\S*/.exec(line.slice(from, until))[0]
    const right = left.length === until - from ? '' : /\S*$/.exec(line.slice(from, until))[0]
    const [end, next] = [from + left.length, Math.min(until, line.length) - right.length]
    const isBlank = line.slice(end, next).trim() === ''
    const blanks =
      next -
      end +
      (right === '' ? /^ */.exec(line.slice(until))[0].length : 0) +
      (left === '' ? / *$/.exec(line.slice(0, from))[0].length : 0)
    const isAlone = (left !== '' && line[from - 1] === ' ') || (right !== '' && (line[until] ?? ' ') === ' ')
    if (isAlone) isSure = false
    if (end < line.length && (!isBlank || blanks < 2)) isSure = false
    cells.push(line.slice(start, end).trim() || null)
    start = end
  }
  cells.push(line.slice(start).trim() || null)
  return { cells, isSure }
}

/** Titles stand within this many lines, and each page may repeat them with its own number. */
const BEGINNING = 15
const titleOf = (line) => line.trim().replaceAll(/\d+/g, '0').replaceAll(/ {2,}/g, ' ')

/** Reads a table whose columns are aligned by blanks. A line that does not keep to them has one cell more, so that its row is refused. */
export async function* alignedRows(texts, beginning, limits) {
  const gaps = commonGaps(beginningLines(beginning))
  if (gaps.length < FEWEST_COLUMNS - 1) throw new Unreadable('NO_TABLE')
  if (gaps.length >= limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
  let [number, rows, held] = [0, 0, '']
  const titles = new Set()
  const rowOf = (line, progress) => {
    number++
    if (line.length > LONGEST_LINE) throw new Unreadable('TOO_LARGE_INSIDE')
    if (number > limits.rows * 2 + 100) throw new Unreadable('TOO_MANY_ROWS')
    const text = line.trim()
    if (text === '') return null
    if (++rows > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
    const isTitle = gapsIn(line) < FEWEST_COLUMNS - 1 && titles.has(titleOf(line))
    if (isTitle || gapsIn(line) === 0) return { number, cells: [text], progress }
    if (number <= BEGINNING && gapsIn(line) < FEWEST_COLUMNS - 1) titles.add(titleOf(line))
    const { cells, isSure } = cellsOf(line, gaps)
    return { number, cells: isSure ? cells : [...cells, text], progress }
  }
  for await (const { text, progress } of texts) {
    const lines = `${held}${text}`.split('\n')
    held = lines.pop()
    if (held.length > LONGEST_LINE) throw new Unreadable('TOO_LARGE_INSIDE')
    for (const line of lines) {
      const row = rowOf(line, progress)
      if (row) yield row
    }
  }
  const last = rowOf(held, 1)
  if (last) yield last
}
