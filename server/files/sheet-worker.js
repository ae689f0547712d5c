import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'

/** A text that a spreadsheet would take for a formula once somebody has touched it. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/

const TEXT = '@'

/** As OOXML writes what XML would change, or what would be read as such an escape (ECMA-376, ST_Xstring). */
const escaped = (text) => text.replaceAll(/_x[0-9A-Fa-f]{4}_/g, '_x005F$&').replaceAll('\r', '_x000D_')

/** Days since the end of 1899, a breath later: readers cut fractions of a millisecond off, and would show the one before. */
const serial = (wall) => 25_569 + (wall + 0.1) / 86_400_000

/** Says of the cells that are formatted as text that they are quoted: what stands in them stays as it is, also after an edit. */
const quoted = {
  files: {
    transform: {
      'xl/styles.xml': {
        transform: (content) => {
          const id = /<numFmt numFmtId="(\d+)" formatCode="@"/.exec(content)?.[1]
          return id ? content.replaceAll(`<xf numFmtId="${id}"`, `<xf quotePrefix="1" numFmtId="${id}"`) : content
        },
      },
    },
  },
}

const { name, columns, rows, decimals } = workerData
const cells = {
  text: (value) => ({ value: escaped(value), type: String, ...(LOOKS_LIKE_FORMULA.test(value) ? { format: TEXT } : {}) }),
  whole: (value) => ({ value, type: Number, format: '#,##0' }),
  amount: (value) => ({ value, type: Number, format: decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0' }),
  decimal: (value) => ({ value, type: Number, format: '#,##0.00' }),
  moment: (value) => ({ value: serial(value), type: Number, format: 'dd/mm/yyyy hh:mm:ss' }),
}
const cell = (value, column) => (value === null || value === '' ? null : cells[columns[column].kind](value))
const heads = columns.map(({ head }) => ({ value: head, type: String, fontWeight: 'bold' }))

const file = await writeXlsxFile(
  [heads, ...rows.map((row) => row.map(cell))],
  {
    sheet: name,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  },
  { features: [quoted] },
).toBuffer()
parentPort.postMessage(file)
