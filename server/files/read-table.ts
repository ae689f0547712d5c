import { Worker } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { SECOND } from '#domain/time.ts'
import { inProgram } from '../folders.ts'
import { MOST_ROWS, readCsv } from './read-csv.ts'

/** What stands in a cell of a file that somebody brought. A moment is what a clock on the wall showed, as if it were UTC. */
export type Cell = string | number | Date | null
export type Table = Cell[][]

/** Why a file is not read. */
export type Unreadable = { unreadable: 'NO_TABLE' | 'TOO_MANY_ROWS' | 'TOO_MANY_COLUMNS' | 'TOO_LARGE_INSIDE' | 'HAS_DTD' }

/** The largest file that is read, in bytes as it comes. */
export const LARGEST_FILE = 2 * 1024 * 1024

const MOST_FILES_INSIDE = 200
const MOST_BYTES_INSIDE = 16 * 1024 * 1024
const MOST_CELLS = 150_000
const PATIENCE = 20 * SECOND

const ZIP = Buffer.from('PK\u0003\u0004')

/** Reads a table from CSV or xlsx, whichever it is. */
export async function readTable(file: Buffer): Promise<Table | Unreadable> {
  if (file.length === 0) return { unreadable: 'NO_TABLE' }
  if (!file.subarray(0, ZIP.length).equals(ZIP)) return readCsv(file)
  const parts = await inflated(file)
  if ('unreadable' in parts) return parts
  const wrong = wrongIn(parts.files)
  return wrong ? { unreadable: wrong } : parsed(parts.files)
}

type Files = Map<string, Buffer>

/** What is in an archive; what its directory says is looked at before anything is inflated, and held to while it is. */
async function inflated(file: Buffer): Promise<{ files: Files } | Unreadable> {
  const zip = await new Promise<ZipFile | null>((opened) =>
    fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, opening) => opened(error ? null : opening)),
  )
  if (!zip) return { unreadable: 'NO_TABLE' }
  try {
    if (zip.entryCount > MOST_FILES_INSIDE) return { unreadable: 'TOO_LARGE_INSIDE' }
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MOST_BYTES_INSIDE)
      return { unreadable: 'TOO_LARGE_INSIDE' }
    const files: Files = new Map()
    // Pictures, macros and other guests are not read at all.
    for (const entry of entries.filter(({ fileName }) => /\.(xml|rels)$/i.test(fileName))) {
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
      files.set(entry.fileName, Buffer.concat(chunks))
    }
    return { files }
  } catch {
    return { unreadable: 'NO_TABLE' }
  } finally {
    zip.close()
  }
}

/** What is seen in the parts before anybody builds anything of them. */
function wrongIn(files: Files): Unreadable['unreadable'] | null {
  for (const [name, content] of files) {
    // UTF-8 alone: in another encoding a DTD would look otherwise.
    if (content.includes(0) || /<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(content.subarray(0, 200).toString('latin1')))
      return 'HAS_DTD'
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) return 'HAS_DTD'
    if (!name.includes('worksheets/')) continue
    if (hasMore(content, '<row', MOST_ROWS + 1)) return 'TOO_MANY_ROWS'
    if (hasMore(content, '<c ', MOST_CELLS) || /<c r="[A-Z]{3,}/.test(content.toString('latin1'))) return 'TOO_MANY_COLUMNS'
  }
  return null
}

/** Whether a word stands there more often than this; nobody counts on after that. */
function hasMore(content: Buffer, word: string, most: number): boolean {
  const sought = Buffer.from(word)
  let found = 0
  for (let at = content.indexOf(sought); at >= 0 && found <= most; at = content.indexOf(sought, at + sought.length)) found++
  return found > most
}

/** Builds the table in a thread with little memory and an end: from what was looked at, and nothing else of the archive. */
function parsed(files: Files): Promise<Table | Unreadable> {
  const archive = zipSync(Object.fromEntries(files), { level: 0 })
  return new Promise((done) => {
    const worker = new Worker(inProgram('server/files/read-sheet-worker.js'), {
      workerData: archive,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      execArgv: [],
    })
    const end = (result: Table | Unreadable) => {
      clearTimeout(late)
      void worker.terminate()
      done(result)
    }
    const late = setTimeout(() => end({ unreadable: 'NO_TABLE' }), PATIENCE)
    worker.once('message', (table: Table | null) => end(table ?? { unreadable: 'NO_TABLE' }))
    worker.once('error', () => end({ unreadable: 'NO_TABLE' }))
  })
}
