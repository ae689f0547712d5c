import { autoTable, type CellDef } from 'jspdf-autotable'
import { BLACK, type Colour, GREY, TEAL, type Wording } from './ink.ts'
import { linesOf } from './lines.ts'
import type { Paper } from './paper.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'

/** Millimetres from the upper left; the table continues at `nextTop` after a page break and leaves `bottom` free. */
type Place = { left: number; right: number; startY: number; nextTop: number; bottom: number; heading?: string }

const ZEBRA: Colour = [234, 242, 242]
const LABEL_PT = 9
const PADDING = 2.2
const TICK_COLUMN = 13
const TICK_BOX = 6
const WIDEST_NUMBER = 42
const NARROWEST_NAME = 50

/** Draws the rows with their labels on every page and a checkbox after each row. Returns the end of the table. */
export function drawTable(paper: Paper, columns: readonly Column[], rows: readonly SlotSheetRow[], place: Place): number {
  const widths = widthsOf(paper, columns, rows, place.right - place.left - TICK_COLUMN)
  const cell = (wording: Wording, sizePt: number, textColor: Colour, halign: 'left' | 'right', widthMm: number): CellDef => ({
    content: linesOf(wording.text, widthMm - 2 * PADDING, (text) => paper.widthOf({ ...wording, text }, sizePt)).join('\n'),
    styles: { font: wording.face, fontSize: sizePt, textColor: [...textColor], halign, cellPadding: paddingOf(sizePt) },
  })

  const labels = columns.map(({ label, align }, i) => cell(paper.word(label, 'bold'), LABEL_PT, TEAL, align, widths[i] ?? 0))
  const heading = place.heading === undefined ? [] : [headingRow(paper, place.heading, columns.length + 1)]
  const body = rows.map((row) => {
    const full = !/[1-9]/.test(row.missing)
    return columns.map(({ key, sizePt, weight, align }, i) => {
      const quiet = key === 'missing' && full
      return cell(paper.word(row[key], quiet ? 'regular' : weight), sizePt, quiet ? GREY : BLACK, align, widths[i] ?? 0)
    })
  })

  let end = place.startY
  autoTable(paper.doc, {
    theme: 'plain',
    startY: place.startY,
    margin: { top: place.nextTop, left: place.left, right: 210 - place.right, bottom: place.bottom },
    head: [...heading, [...labels, '']],
    body: body.map((cells) => [...cells, '']),
    rowPageBreak: 'avoid',
    styles: { fontStyle: 'normal', overflow: 'visible', valign: 'middle' },
    headStyles: { fontStyle: 'normal', valign: 'bottom', lineWidth: { bottom: 0.4 }, lineColor: [...TEAL] },
    bodyStyles: { minCellHeight: 9.6 },
    alternateRowStyles: { fillColor: [...ZEBRA] },
    columnStyles: Object.fromEntries([...widths, TICK_COLUMN].map((cellWidth, i) => [i, { cellWidth }])),
    didDrawCell({ section, column, cell: { x, y, width, height } }) {
      if (section === 'body' && column.index === columns.length) drawTickBox(paper, x + width - TICK_BOX - 1.5, y + (height - TICK_BOX) / 2)
    },
    didDrawPage({ cursor }) {
      end = cursor?.y ?? end
    },
  })
  return end
}

/** Text is drawn slightly above the middle of its box, more so at larger sizes; this aligns all sizes of a row. */
function paddingOf(sizePt: number) {
  const lowered = sizePt * 0.03
  return { top: 1.3 + lowered, bottom: 1.3 - lowered, horizontal: PADDING }
}

function headingRow(paper: Paper, text: string, colSpan: number): CellDef[] {
  const { text: content, face } = paper.word(text, 'bold')
  return [{ content, colSpan, styles: { font: face, fontSize: 14, textColor: [...BLACK], lineWidth: 0 } }]
}

/** Numeric columns get the width that they and their label need, up to a limit; the product's name gets the rest. */
function widthsOf(paper: Paper, columns: readonly Column[], rows: readonly SlotSheetRow[], room: number): number[] {
  const needed = columns.map(({ key, label, sizePt, weight }) => {
    const values = rows.map((row) => paper.widthOf(paper.word(row[key], weight), sizePt))
    const widest = Math.max(paper.widthOf(paper.word(label, 'bold'), LABEL_PT), ...values) + 2 * PADDING + 0.1
    return key === 'product' ? 0 : Math.min(widest, WIDEST_NUMBER)
  })
  const sum = needed.reduce((total, width) => total + width, 0)
  const share = Math.min(1, (room - NARROWEST_NAME) / sum)
  return columns.map(({ key }, i) => (key === 'product' ? room - sum * share : (needed[i] ?? 0) * share))
}

function drawTickBox({ doc }: Paper, x: number, y: number) {
  doc.setDrawColor(...BLACK)
  doc.setFillColor(255, 255, 255)
  doc.setLineWidth(0.35)
  doc.roundedRect(x, y, TICK_BOX, TICK_BOX, 0.8, 0.8, 'FD')
}
