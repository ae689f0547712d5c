/** A text that a spreadsheet would treat as a formula after an edit. Japanese spreadsheets also accept full-width characters. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes characters that XML changes or cannot contain, and text that looks like such an escape (ECMA-376, ST_Xstring). */
const escaped = (text) =>
  text
    .toWellFormed()
    .replaceAll(/_x[0-9A-Fa-f]{4}_/g, '_x005F$&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    .replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>"]/g, (sign) => XML[sign])

/** Days since the end of 1899, plus a tenth of a millisecond, because readers truncate and would show the previous millisecond. */
const serial = (wall) => 25_569 + (wall + 0.1) / 86_400_000

/** Cell styles by index: plain, bold, forced text, and one per kind of number. */
const STYLE = { plain: 0, head: 1, quoted: 2, whole: 3, amount: 4, decimal: 5, moment: 6 }

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The files of a workbook with one sheet: those before the sheet by path, and the sheet as a beginning, rows and an end. JavaScript, because
 * a thread of the server also runs it.
 */
export function workbook({ name, columns, decimals }) {
  const amount = decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0'
  const formatOf = { whole: '#,##0', amount, decimal: '#,##0.00', moment: 'dd/mm/yyyy hh:mm:ss' }

  const formats = Object.entries(formatOf)
  const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats
    .map(([, code], index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${3 + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf quotePrefix="1" numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${formats
    .map((_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

  /** Sheet names have at most 31 characters, some of which are not allowed, and no apostrophe at either end. */
  const sheetName =
    name
      .replaceAll(/[\\/?*[\]:]/g, ' ')
      .slice(0, 31)
      .replaceAll(/^[\s']+|[\s']+$/g, '') || 'Sheet1'

  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  }

  const letters = columns.map((_, index) => {
    let [text, rest] = ['', index + 1]
    for (; rest > 0; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(65 + ((rest - 1) % 26)) + text
    return text
  })
  let number = 0
  const textCell = (reference, text, style) =>
    `<c r="${reference}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  const cell = (value, column) => {
    if (value === null || value === '') return ''
    const reference = `${letters[column]}${number}`
    const { kind } = columns[column]
    if (kind === 'text') return textCell(reference, value, LOOKS_LIKE_FORMULA.test(value) ? STYLE.quoted : STYLE.plain)
    return `<c r="${reference}" s="${STYLE[kind]}"><v>${kind === 'moment' ? serial(value) : value}</v></c>`
  }
  const rowOf = (cells) => {
    number++
    return `<row r="${number}">${cells(number)}</row>`
  }

  const wide = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')
  const beginning = `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${wide && `<cols>${wide}</cols>`}<sheetData>`

  return {
    parts: Object.fromEntries(Object.entries(parts).map(([path, content]) => [path, HEADER + content])),
    begin: () =>
      HEADER + beginning + rowOf((at) => columns.map(({ head }, index) => textCell(`${letters[index]}${at}`, head, STYLE.head)).join('')),
    rows: (rows) => rows.map((row) => rowOf(() => row.map(cell).join(''))).join(''),
    end: '</sheetData></worksheet>',
  }
}

export const SHEET_PATH = 'xl/worksheets/sheet1.xml'
