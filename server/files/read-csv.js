import { unmarked } from './marked-text.js'
import { textOf } from './read-text.js'
import { Unreadable } from './unreadable.js'

const LONGEST_CELL = 32_767

/** Beginnings of documents and data for programs, some of which are called .xls or .csv. */
const NO_TABLE = /^\s*(?:%PDF|\{\\rtf|[[{]\s*[[{"])/i

const SEPARATORS = [';', '\t', ',', '|']

/** Reads comma-separated values (RFC 4180) with any common separator. */
export async function* csvRows(file, limits, texts = textOf(file)) {
  let separator = null
  let [quote, closing] = ['"', '"']
  let [row, cell, isQuoted, wasQuote, isStart, hadLines] = [[], '', false, false, true, false]
  let number = 0
  let rows = 0
  let found = []
  let done = 0

  const endCell = () => {
    row.push(unmarked(cell.trim()))
    cell = ''
    isStart = true
    hadLines = false
    if (row.length > limits.columns + 1) throw new Unreadable('TOO_MANY_COLUMNS')
  }
  const endRow = () => {
    endCell()
    number++
    while (row.length > 0 && row.at(-1) === '') row.pop()
    if (row.length > limits.columns) throw new Unreadable('TOO_MANY_COLUMNS')
    if (row.length > 0) {
      // Checked here and not by the consumer, because one chunk may contain a hundred thousand short rows.
      if (++rows > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
      found.push({ number, cells: row, progress: done })
    } else if (number > limits.rows * 2 + 100) throw new Unreadable('TOO_MANY_ROWS')
    row = []
  }
  // Lines that end with a single carriage return, as in spreadsheets of old Macintoshes.
  let hasOldLines = false
  const read = (given) => {
    const text = hasOldLines ? given.replaceAll('\r', '\n') : given
    let from = 0
    let at = 0
    for (; at < text.length; at++) {
      const sign = text[at]
      if (isQuoted) {
        if (wasQuote) {
          wasQuote = false
          if (sign === closing) {
            cell += closing
            from = at + 1
            continue
          }
          isQuoted = false
          from = at
          hadLines = cell.includes('\n')
        } else {
          if (sign !== closing) continue
          cell += text.slice(from, at)
          if (quote === "'" && cell.endsWith('\\') && /[^;\t,|\n]/.test(text[at + 1] ?? '')) {
            cell = cell.slice(0, -1)
            from = at
            continue
          }
          if (cell.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
          wasQuote = true
          from = at + 1
          continue
        }
      }
      if (sign === separator || sign === '\n') {
        cell += text.slice(from, at)
        if (cell.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
        from = at + 1
        if (sign === '\n') endRow()
        else endCell()
      } else if (sign === quote && isStart) {
        cell = ''
        isQuoted = true
        isStart = false
        from = at + 1
      } else if (sign !== ' ' && sign !== '\r') {
        isStart = false
        // The quote that closed this cell begins another one, and the rows between them would be lost.
        if (hadLines) throw new Unreadable('OPEN_QUOTE')
      }
    }
    if (!wasQuote) cell += text.slice(from)
    if (cell.length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
  }

  for await (const part of texts) {
    done = part.progress
    if (separator === null) {
      if (NO_TABLE.test(part.text.slice(0, 200))) throw new Unreadable('NO_TABLE')
      ;[quote, closing] = quotesOf(part.text)
      separator = separatorOf(part.text, quote, closing)
      hasOldLines = !part.text.includes('\n') && part.text.includes('\r')
    }
    read(part.text)
    for (const one of found) yield one
    found = []
  }
  if (isQuoted && !wasQuote) throw new Unreadable(rows > 0 ? 'OPEN_QUOTE' : 'NO_TABLE')
  if (cell !== '' || row.length > 0) endRow()
  for (const one of found) yield one
}

const EXAMINED = 20_000

const firstLines = (text) =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, 30)

/** A cell in single quotes, with the separator before it. */
const SINGLE_QUOTED = /(?:^|[;\t,|]) *'(?:[^'\\]|''|\\.)*' *(?=$|[;\t,|])/g

/** Typographic quotation marks, with which word processors replace plain ones. */
const TYPOGRAPHIC = ['„“', '„”', '“”', '”', '«»', '»«', '‟”', '「」', '＂'].map((pair) => [pair[0], pair.at(-1)])

/** The quotation marks of the cells. Typographic ones are part of names, unless each heading is in them. */
function quotesOf(text) {
  const lines = firstLines(text.slice(0, EXAMINED))
  const heads = lines[0]?.trim() ?? ''
  const typographic = TYPOGRAPHIC.find(([open, close]) => {
    const cell = `${open}[^${open}${close}\n]*${close}`
    return new RegExp(`^${cell}(?: *[;\\t,|] *${cell})+$`).test(heads)
  })
  if (typographic) return typographic
  const quote = quoteOf(lines)
  return [quote, quote]
}

/** Some programs write their texts in single quotes. They may then contain separators. */
function quoteOf(lines) {
  if (lines.some((line) => /(?:^|[;\t,|]) *"/.test(line))) return '"'
  const counts = lines.map((line) => line.match(SINGLE_QUOTED)?.length ?? 0)
  const isUsual = counts.filter((count) => count > 0).length * 2 >= lines.length
  return isUsual && counts.reduce((sum, count) => sum + count, 0) > 1 ? "'" : '"'
}

/**
 * The separator that divides most lines of the beginning into the same number of cells, outside of quotes. The comma is none if another one
 * divides most lines and one of these has no comma.
 */
function separatorOf(text, quote, closing) {
  const said = /^\s*sep=(.)\s*[\r\n]/i.exec(text)?.[1]
  if (said !== undefined && SEPARATORS.includes(said)) return said
  const lines = firstLines(text.slice(0, EXAMINED).replaceAll(new RegExp(`${quote}[^${closing}]*${closing}`, 'g'), 'q'))
  // A comma between digits is a decimal mark if another separator divides the lines.
  const isDivided = SEPARATORS.some((sign) => sign !== ',' && lines.filter((line) => line.includes(sign)).length > lines.length * 0.7)
  const countIn = (line, sign) => (sign === ',' && isDivided ? line.replaceAll(/\d,\d/g, '') : line).split(sign).length - 1
  const weigh = (sign) => {
    const counts = lines.map((line) => countIn(line, sign))
    const widest = Math.max(0, ...counts)
    return widest === 0 ? 0 : counts.filter((count) => count > 0 && Math.abs(count - widest) <= 1).length * 100 + widest
  }
  const isBesideCommas = SEPARATORS.some((sign) => {
    const divided = sign === ',' ? [] : lines.filter((line) => line.includes(sign))
    return divided.length * 2 > lines.length && divided.some((line) => !line.includes(','))
  })
  return SEPARATORS.filter((sign) => sign !== ',' || !isBesideCommas)
    .map((sign) => ({ sign, weight: weigh(sign) }))
    .reduce((a, b) => (b.weight > a.weight ? b : a)).sign
}
