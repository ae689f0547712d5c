import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { SHEET_PATH, workbook } from '../../documents/workbook.js'

const book = workbook(workerData)

/** Number of file pieces that may be sent before the main thread has taken one. */
const AHEAD = 8
let credit = AHEAD
const waiting = []
let isOver = false
parentPort.on('message', (told) => {
  if (told === 'taken') credit++
  else if (told === 'end') isOver = true
  else waiting.push(told)
})

const zip = new Zip((error, piece) => {
  if (error) throw error
  if (piece.length === 0) return
  credit--
  parentPort.postMessage({ piece })
})
for (const [path, content] of Object.entries(book.parts)) {
  const part = new ZipDeflate(path, { level: 6 })
  zip.add(part)
  part.push(strToU8(content), true)
}
const sheet = new ZipDeflate(SHEET_PATH, { level: 6 })
zip.add(sheet)
sheet.push(strToU8(book.begin()))
for (;;) {
  if (credit <= 0 || (waiting.length === 0 && !isOver)) {
    await once(parentPort, 'message')
    continue
  }
  const rows = waiting.shift()
  if (!rows) break
  sheet.push(strToU8(book.rows(rows)))
  parentPort.postMessage({ more: true })
}
sheet.push(strToU8(book.end), true)
zip.end()
parentPort.postMessage({ end: true })
parentPort.close()
