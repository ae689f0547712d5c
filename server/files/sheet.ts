import { Worker } from 'node:worker_threads'
import { inProgram } from '../folders.ts'

/** A column of a table: what stands in its cells, and how wide it is, in letters. A moment is what the clock on the wall showed. */
export type SheetColumn = { head: string; kind: 'text' | 'whole' | 'amount' | 'decimal' | 'moment'; width: number }

/** A table to write as a file. A moment is milliseconds of `wallClock`, an amount a number with so many decimals. */
export type Sheet = { name: string; columns: readonly SheetColumn[]; rows: readonly (string | number | null)[][]; decimals: number }

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes a table as xlsx, in a thread of its own: everybody else is answered meanwhile. */
export function writeSheet(sheet: Sheet): Promise<Buffer> {
  return new Promise((written, failed) => {
    const worker = new Worker(inProgram('server/files/sheet-worker.js'), {
      workerData: sheet,
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
      // The thread is plain JavaScript, whatever the process was started by.
      execArgv: [],
    })
    worker.once('message', (file: Uint8Array) => written(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))
    worker.once('error', failed)
    worker.once('exit', () => failed(new Error('The table was not written.')))
  })
}
