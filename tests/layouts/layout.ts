import { strToU8, zipSync } from 'fflate'

/** A file layout of another system with its expected result. Amounts are in cents, times in UTC, for a company in Warsaw. */
export type Layout = {
  name: string
  file: string | Buffer
  choices?: object
  /** New sales: their number, their total, and the first and last time. */
  new: number
  sum: number
  from?: string
  until?: string
  known?: number
  refused?: number
  notes?: Record<string, number>
  doubts?: string[]
  holds?: string
  types?: string[]
  slots?: (string | null)[]
  problems?: string[]
}

export const rows = (...of: string[]) => of.join('\r\n')

/** Single-byte code pages that Node decodes but does not encode. */
export function encoded(text: string, page: string): Buffer {
  const bytes = new Map<string, number[]>()
  const decoder = () => new TextDecoder(page, { fatal: true })
  const add = (of: number[]) => {
    try {
      // Node.js 20 decodes windows-1252 as ISO 8859-1 without `stream`.
      const sign = decoder().decode(new Uint8Array(of), { stream: true })
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, of)
    } catch {
      // These bytes are undefined in the code page.
    }
  }
  for (let one = 0; one < 256; one++) add([one])
  if (!page.startsWith('windows')) for (let one = 0x81; one < 0xff; one++) for (let two = 0x40; two < 0xff; two++) add([one, two])
  return Buffer.from([...text].flatMap((sign) => bytes.get(sign) ?? [0x3f]))
}

export const wide = (text: string, isBig: boolean) => {
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? little.swap16() : little
}

type XlsxCell = string | number | { formula: string; value: number } | { date: number } | { zeros: number } | null
type XlsxSheet = { name: string; rows: XlsxCell[][]; hidden?: boolean; columns?: string; merged?: string }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const reference = (column: number, row: number) =>
  `${column > 25 ? String.fromCharCode(64 + Math.floor(column / 26)) : ''}${String.fromCharCode(65 + (column % 26))}${row}`

/** A workbook with several sheets, formulas, dates, hidden columns and merged cells. */
export function workbookOf(sheets: XlsxSheet[], { from1904 = false } = {}): Buffer {
  const cell = (value: XlsxCell, at: string) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    if ('zeros' in value) return `<c r="${at}" s="2"><v>${value.zeros}</v></c>`
    return 'date' in value ? `<c r="${at}" s="1"><v>${value.date}</v></c>` : `<c r="${at}"><f>${value.formula}</f><v>${value.value}</v></c>`
  }
  const sheet = ({ rows, columns = '', merged = '' }: XlsxSheet) =>
    `<worksheet>${columns}<sheetData>${rows
      .map((cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, reference(column, row + 1))).join('')}</row>`)
      .join('')}</sheetData>${merged}</worksheet>`
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets.map(({ name, hidden }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"${hidden ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, at) => `<Relationship Id="r${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  }
  for (const [at, one] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheet(one)
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))))
}

/** Excel's serial number of a local time. */
export const serial = (iso: string) => Date.parse(`${iso}Z`) / 86_400_000 + 25_569
