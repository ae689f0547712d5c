import { strToU8, Zip, ZipDeflate } from 'fflate'
import { SHEET_PATH, type SheetRow, type WorkbookHead, workbook } from './workbook.js'

/** Rows between two pauses: a few milliseconds of work on an ordinary computer. */
export const ROWS_AT_ONCE = 200

/**
 * A table of a device as xlsx. Rows are read and written in parts, with a pause after each, so that a page with thousands of rows keeps
 * responding. `server/files/sheet.ts` writes the tables of the server.
 */
export async function xlsxOf(rows: Iterable<SheetRow>, head: WorkbookHead, pause: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const { parts, begin, rows: texts, end } = workbook(head)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (path: string) => {
    const file = new ZipDeflate(path)
    zip.add(file)
    return file
  }
  for (const [path, text] of Object.entries(parts)) add(path).push(strToU8(text), true)
  const sheet = add(SHEET_PATH)
  sheet.push(strToU8(begin()))
  let some: SheetRow[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < ROWS_AT_ONCE) continue
    sheet.push(strToU8(texts(some)))
    some = []
    await pause()
  }
  sheet.push(strToU8(texts(some) + end), true)
  zip.end()
  return joined(chunks)
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
