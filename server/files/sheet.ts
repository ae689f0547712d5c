import { Worker } from 'node:worker_threads'
import type { SheetColumn, SheetRow, WorkbookHead } from '#documents/workbook.js'
import { inProgram } from '../folders.ts'

export type { SheetColumn, SheetRow }

/** A table to write as a file. A `moment` is milliseconds of `wallClock`, an `amount` a number with this many decimals. */
export type Sheet = WorkbookHead & { rows: Iterable<SheetRow> | AsyncIterable<SheetRow> }

/** A large table and its number of rows. */
export type LargeTable = { name: string; count: number; sheet: Sheet }

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Cells per batch, and the number of batches that may be sent before the thread has written one. */
const CELLS_AT_ONCE = 2_000
const AHEAD = 4

type WorkerMessage = { piece: Uint8Array } | { more: true } | { end: true }

/**
 * Writes a table as xlsx piece by piece in a separate thread, so that it does not block other requests and is never in memory as a whole.
 */
export async function* streamSheet({ rows, ...head }: Sheet): AsyncGenerator<Buffer> {
  const worker = new Worker(inProgram('server/files/sheet-worker.js'), {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    // The thread is plain JavaScript and must not inherit the loader of the process.
    execArgv: [],
  })
  const pieces: Buffer[] = []
  let [credit, isOver] = [AHEAD, false]
  let failure: unknown = null
  let wake = () => {}
  const workerMessage = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  worker.on('message', (message: WorkerMessage) => {
    if ('piece' in message) pieces.push(Buffer.from(message.piece.buffer, message.piece.byteOffset, message.piece.byteLength))
    else if ('more' in message) credit++
    else isOver = true
    wake()
  })
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  worker.once('error', fail)
  worker.once('exit', () => isOver || fail(new Error('the worker exited before the table was written')))
  const taken = function* () {
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      yield piece
      worker.postMessage('taken')
    }
  }
  /** Yields written pieces until the condition holds. */
  const until = async function* (isMet: () => boolean) {
    for (;;) {
      yield* taken()
      if (failure) throw failure
      if (isMet()) return
      await workerMessage()
    }
  }
  try {
    const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, head.columns.length)))
    let batch: SheetRow[] = []
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < atOnce) continue
      yield* until(() => credit > 0)
      credit--
      worker.postMessage(batch)
      batch = []
    }
    worker.postMessage(batch)
    worker.postMessage('end')
    yield* until(() => isOver && pieces.length === 0)
  } finally {
    await worker.terminate()
  }
}

/** Writes a table as xlsx. */
export async function writeSheet(sheet: Sheet): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of streamSheet(sheet)) pieces.push(piece)
  return Buffer.concat(pieces)
}
