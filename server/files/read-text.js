import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { codePageOf } from './code-page.js'
import { Unreadable } from './unreadable.js'

/** The least of a file from which its format is detected, in characters. */
const BEGINNING = 64 * 1024
const CHUNK = 256 * 1024

/** Characters that do not occur in text. */
const NO_TEXT = /(?![\t\n\r\v\f\u0080-\u009f])\p{Cc}/u

const chunksOf = ({ path, bytes }) => {
  if (path) return createReadStream(path, { highWaterMark: CHUNK })
  const parts = []
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(bytes.subarray(at, at + CHUNK))
  return Readable.from(parts)
}

/** The beginning of a spreadsheet in SYLK or DIF, whose lines are not rows. */
const IS_OTHER = /^(?:ID;P[A-Z\d]*(?:;[EN])*\n(?:[A-Z]+;[^\n]*\n)*?C;[XY]\d+;|TABLE\n0,\d+\n)/

/** The beginning of a web page or of XML. */
export const isMarkup = (beginning) => /^\s*<[!?a-z]/i.test(beginning)

/** An array of objects, an object around one, or objects one after another. */
export const isJson = (beginning) => /^\s*(?:\[\s*\{|\{\s*")/.test(beginning)

/** The text of a file in its detected code page, in parts, of which the first is long enough to detect the format. */
export async function* textOf(file) {
  const page = await codePageOf(() => chunksOf(file))
  if (page === null) throw new Unreadable('NO_TABLE')
  const decoder = new TextDecoder(page)
  const size = file.path ? statSync(file.path).size : file.bytes.length
  const checked = (text, progress) => {
    if (NO_TEXT.test(text)) throw new Unreadable('NO_TABLE')
    return { text, progress }
  }
  let held = ''
  let isBeginning = true
  let done = 0
  for await (const chunk of chunksOf(file)) {
    done += chunk.length
    held += decoder.decode(chunk, { stream: true }).replaceAll('\r\n', '\n')
    if (isBeginning && held.length < BEGINNING && done < size) continue
    if (isBeginning && IS_OTHER.test(held)) throw new Unreadable('NO_TABLE')
    isBeginning = false
    yield checked(held, done / Math.max(1, size))
    held = ''
  }
  yield checked(held + decoder.decode(), 1)
}
