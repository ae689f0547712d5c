import { strToU8, zipSync } from 'fflate'
import { SHEET_PATH, type SheetRow, type WorkbookHead, workbook } from './workbook.js'

/** A small table as xlsx. `server/files/sheet.ts` writes large ones. */
export function xlsxOf(rows: readonly SheetRow[], head: WorkbookHead): Uint8Array<ArrayBuffer> {
  const { parts, begin, rows: texts, end } = workbook(head)
  const files = { ...parts, [SHEET_PATH]: begin() + texts(rows) + end }
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))))
}
