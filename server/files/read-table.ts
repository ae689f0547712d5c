import { closeSync, openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Cell } from '#domain/imports/cell.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { inProgram } from '../folders.ts'
import { countdown } from './countdown.ts'

export type { Cell } from '#domain/imports/cell.ts'

/**
 * A row with its number in the file, from 1. `currencies`: of the numbers of a spreadsheet that show a currency, the text in their format, by
 * column.
 */
export type Line = { number: number; cells: Cell[]; currencies?: Readonly<Record<number, string>> }
export type Table = Line[]

/** Why a file was not read. `TOO_SLOW` and `OUT_OF_MEMORY`: the limits of the thread ended it, not those on its content. */
export type Unreadable = {
  unreadable:
    | 'NO_TABLE'
    | 'OPEN_QUOTE'
    /** A flat file, which is no archive. */
    | 'OPEN_DOCUMENT'
    | 'HAS_PASSWORD'
    | 'TOO_MANY_ROWS'
    | 'TOO_MANY_RECORDS'
    | 'TOO_MANY_COLUMNS'
    | 'TOO_LARGE_INSIDE'
    | 'HAS_DTD'
    | 'TOO_SLOW'
    | 'OUT_OF_MEMORY'
    | 'SEVERAL_LISTS'
    /** Two values of a name beside the list. */
    | 'DUPLICATE_FIELD'
    /** With the number of the record. */
    | `DUPLICATE_KEY ${number}`
}

/** The largest file in a single request, in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/**
 * Limits that are checked during reading. `text`: characters of all cells, because many cells can share one long text. `inflated`: bytes of
 * one part of an archive. `patience`: milliseconds of the thread, without the
 * time in which its rows are taken.
 */
type TableLimits = { rows: number; columns: number; cells: number; text: number; inflated: number; memoryMb: number; patience: number }

const MAX_COLUMNS = 256

/** For a file in a single request. */
export const SMALL: TableLimits = {
  rows: 10_050,
  columns: MAX_COLUMNS,
  cells: 1_000_000,
  text: 8_000_000,
  inflated: 64 * 1024 * 1024,
  memoryMb: 48,
  patience: 30 * SECOND,
}
/** For a file that is uploaded in parts. */
export const LARGE: TableLimits = {
  rows: 1_000_050,
  columns: MAX_COLUMNS,
  cells: 60_000_000,
  text: 1_000_000_000,
  inflated: 2 * 1024 * 1024 * 1024,
  memoryMb: 96,
  patience: 30 * MINUTE,
}

/** The location of a file: in memory, or on disk if it is large. */
type TableFile = { bytes: Buffer } | { path: string }

/**
 * The visible sheets of a workbook, and the one that is read. For a web page with several tables, `sheet` is empty if all are read.
 * `leftOut`: sheets that were not read with the others, because their headings differ. Of JSON, which has no sheets, `part`: the fields by
 * which the file is one page of several; `beside`: the fields beside the list of records, by their names; `list`: the list of objects in each
 * record, the columns of its objects, and the number of rows that repeat the other values of their record.
 */
export type Sheets = {
  names: string[]
  sheet: string
  isPage?: boolean
  leftOut?: string[]
  part?: string
  beside?: [path: string, value: Cell][]
  list?: { name: string; repeated: number; within: number[] }
}

type TableRows = { numbers: number[]; rows: Cell[][]; currencies: Line['currencies'][]; progress: number }
type WorkerMessage = { sheets: Sheets } | TableRows | { end: true } | Unreadable

/**
 * Reads CSV, JSON or a workbook row by row, in a thread with its own limits on memory and time, so that no file blocks the server. `take` receives the
 * rows in batches; the next batch is read after it resolves, and false stops the reading. Reads the named sheet of a workbook, else the
 * largest visible one; with `all` also the others that have the same headings.
 */
export function streamTable(
  file: TableFile,
  limits: TableLimits,
  take: (lines: Line[], progress: number) => Promise<boolean | undefined> | boolean | undefined,
  { sheet, all = false, onSheets }: { sheet?: string | undefined; all?: boolean; onSheets?: (sheets: Sheets) => void } = {},
): Promise<Unreadable | null> {
  if ('bytes' in file && file.bytes.length === 0) return Promise.resolve({ unreadable: 'NO_TABLE' })
  return new Promise((done, failed) => {
    const given =
      'bytes' in file
        ? { bytes: new Uint8Array(file.bytes), start: new Uint8Array(file.bytes.subarray(0, SIGNATURE)) }
        : { path: file.path, start: startOf(file.path) }
    const worker = new Worker(inProgram('server/files/read-table-worker.js'), {
      workerData: { ...given, limits, sheet, all },
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
      execArgv: [],
      stderr: true,
    })
    let isOver = false
    const clock = countdown(limits.patience, () => unread({ unreadable: 'TOO_SLOW' }))
    const end = (finish: () => void) => {
      if (isOver) return
      isOver = true
      clock.stop()
      void worker.terminate().then(finish, finish)
    }
    const unread = (result: Unreadable | null) => end(() => done(result))
    clock.start()
    let taking: Promise<void> = Promise.resolve()
    worker.on('message', (message: WorkerMessage) => {
      taking = taking.then(async () => {
        if (isOver) return
        if ('unreadable' in message) return unread(message)
        if ('end' in message) return unread(null)
        if ('sheets' in message) return onSheets?.(message.sheets)
        const lines = linesOf(message)
        clock.stop()
        if ((await take(lines, message.progress)) === false) return unread(null)
        if (isOver) return
        clock.start()
        worker.postMessage('more')
      })
      taking.catch((error: unknown) => end(() => failed(error)))
    })
    worker.once('error', () => unread({ unreadable: 'OUT_OF_MEMORY' }))
  })
}

const linesOf = ({ numbers, rows, currencies }: TableRows) =>
  numbers.map((number, index): Line => {
    const shown = currencies[index]
    return { number, cells: rows[index] ?? [], ...(shown && { currencies: shown }) }
  })

/** Reads a whole small table and lists the sheets of a workbook. */
export async function readSheet(
  bytes: Buffer,
  limits = SMALL,
  sheet?: string,
  all = false,
): Promise<{ table: Table; sheets: Sheets | null } | Unreadable> {
  const table: Table = []
  let sheets: Sheets | null = null
  const unreadable = await streamTable(
    { bytes },
    limits,
    (lines) => {
      for (const line of lines) table.push(line)
      return undefined
    },
    {
      sheet,
      all,
      onSheets: (of) => {
        sheets = of
      },
    },
  )
  return unreadable ?? { table, sheets }
}

/** Reads a whole small table. */
export async function readTable(bytes: Buffer, limits = SMALL): Promise<Table | Unreadable> {
  const read = await readSheet(bytes, limits)
  return 'unreadable' in read ? read : read.table
}

/** The number of bytes that identify a kind of file. */
const SIGNATURE = 8

function startOf(path: string): Uint8Array {
  const start = new Uint8Array(SIGNATURE)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, SIGNATURE, 0)
  } finally {
    closeSync(file)
  }
  return start
}
