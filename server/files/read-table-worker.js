import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Unreadable } from './unreadable.js'

const { path, bytes, start, limits, sheet, all } = workerData
const file = path ? { path } : { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }

const ZIP = Buffer.from('PK\u0003\u0004')
const beginsWith = (sign) => Buffer.from(start.subarray(0, sign.length)).equals(sign)

/** Rows and characters per batch, and the number of batches that may be sent before the main thread requests more. */
const BATCH = 250
const BATCH_TEXT = 1_000_000
const AHEAD = 4

let credit = AHEAD
parentPort.on('message', () => credit++)

let numbers = []
let rows = []
let currencies = []
let progress = 0
const send = async () => {
  while (credit <= 0) await once(parentPort, 'message')
  credit--
  parentPort.postMessage({ numbers, rows, currencies, progress })
  numbers = []
  rows = []
  currencies = []
}

const told = (sheets) => parentPort.postMessage({ sheets })

/** The first bytes of workbooks of Excel 5 to 2003, and of later ones with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Loading the parsers of workbooks and pages takes longer than reading a small file of text. */
async function rowsOf() {
  if (beginsWith(COMPOUND_FILE)) return (await import('./read-xls.js')).xlsRows(file, limits, { sheet, all, told })
  if (beginsWith(ZIP)) return (await import('./read-xlsx.js')).xlsxRows(file, limits, { sheet, all, told })
  const [{ isJson, isMarkup, textOf }, { csvRows }, { alignedRows, isAligned }] = await Promise.all([
    import('./read-text.js'),
    import('./read-csv.js'),
    import('./read-aligned.js'),
  ])
  const texts = textOf(file)
  const first = await texts.next()
  const withBeginning = withFirst(first, texts)
  const beginning = first.value?.text ?? ''
  if (isJson(beginning)) return (await import('./read-json.js')).jsonRows(withBeginning, beginning, limits, told)
  if (isMarkup(beginning) && beginning.includes('urn:oasis:names:tc:opendocument')) throw new Unreadable('OPEN_DOCUMENT')
  if (!isMarkup(beginning) && isAligned(beginning)) return alignedRows(withBeginning, beginning, limits)
  if (!isMarkup(beginning)) return csvRows(file, limits, withBeginning)
  return (await import('./read-markup.js')).markupRows(withBeginning, beginning, limits, { sheet, all, told })
}

async function* withFirst({ value, done }, rest) {
  if (!done) yield value
  yield* rest
}

try {
  let [taken, text, sent] = [0, 0, 0]
  for await (const row of await rowsOf()) {
    progress = row.progress
    if (++taken > limits.rows) throw new Unreadable('TOO_MANY_ROWS')
    numbers.push(row.number)
    if (row.currencies) currencies[rows.length] = row.currencies
    rows.push(row.cells)
    for (const cell of row.cells) if (typeof cell === 'string') text += cell.length
    if (text > limits.text) throw new Unreadable('TOO_LARGE_INSIDE')
    if (rows.length < BATCH && text - sent < BATCH_TEXT) continue
    sent = text
    await send()
  }
  if (taken === 0) throw new Unreadable('NO_TABLE')
  await send()
  parentPort.postMessage({ end: true })
} catch (error) {
  parentPort.postMessage({ unreadable: error instanceof Unreadable ? error.why : 'NO_TABLE' })
}
parentPort.close()
