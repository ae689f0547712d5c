import type { PaperFonts } from './fonts.ts'
import { BLACK, GREY, TEAL } from './ink.ts'
import { fewLinesOf } from './lines.ts'
import { openPaper, type Paper } from './paper.ts'
import type { Column, SlotSheetRow } from './slot-sheet-row.ts'
import { drawTable } from './slot-table.ts'

/** A document of tables with checkboxes, one below the other, each under its heading. */
type Sheet = {
  title: string
  subtitle: string
  /** Further lines below the subtitle. */
  facts?: readonly string[]
  /** As displayed text, and as the document's own date in milliseconds since 1970. */
  printedAt: string
  printedAtMs: number
  /** The translated word for a page. */
  page: string
  sections: readonly { heading?: string; columns: readonly Column[]; rows: readonly SlotSheetRow[] }[]
  /** The complete content, which determines the document's identity. */
  content: unknown
}

const LEFT = 12
const RIGHT = 198
const BOTTOM = 297
const FOOT = 18
/** Where a table continues after a page break. */
const NEXT_TOP = 25
const HEADING_WITH_FIRST_ROW = 35
const MAX_FACT_LINES = 3

export function drawSheet(sheet: Sheet, fonts: PaperFonts): ArrayBuffer {
  const paper = openPaper(fonts, sheet.title, sheet.printedAtMs, sheet.content)
  const heading = layHeading(paper, sheet)
  const place = { left: LEFT, right: RIGHT, nextTop: NEXT_TOP, bottom: FOOT }

  let startY = heading.bottom + 4
  for (const { heading: words, columns, rows } of sheet.sections) {
    if (words !== undefined && startY + HEADING_WITH_FIRST_ROW > BOTTOM - FOOT) {
      paper.doc.addPage()
      startY = NEXT_TOP
    }
    startY = 10 + drawTable(paper, columns, rows, { ...place, startY, ...(words === undefined ? {} : { heading: words }) })
  }

  const pages = paper.doc.getNumberOfPages()
  for (let page = 1; page <= pages; page++) {
    paper.doc.setPage(page)
    if (page === 1) heading.draw()
    else drawRunningHead(paper, sheet)
    drawFoot(paper, `${sheet.page} ${page} / ${pages}`)
  }
  return paper.doc.output('arraybuffer')
}

/** The first page's heading: laid out before the table, which starts below it, and drawn after it. */
function layHeading(paper: Paper, { title, subtitle, printedAt, facts = [] }: Sheet) {
  const date = paper.word(printedAt, 'regular')
  const room = RIGHT - LEFT - paper.widthOf(date, 9.5) - 8
  const name = { ...paper.word(title, 'bold'), sizePt: 21 }
  const about = { ...paper.word(subtitle, 'regular'), sizePt: 11 }
  const nameLines = fewLinesOf(name.text, 3, room, (text) => paper.widthOf({ ...name, text }, name.sizePt))
  const aboutLines = [about, ...facts.map((fact) => paper.word(fact, 'regular'))].flatMap(({ text: words }) =>
    fewLinesOf(words, MAX_FACT_LINES, RIGHT - LEFT, (text) => paper.widthOf({ ...about, text }, about.sizePt)),
  )
  const nameTop = 19
  const aboutTop = nameTop + (nameLines.length - 1) * 8.5 + 7
  const bottom = aboutTop + (aboutLines.length - 1) * 5 + 4
  return {
    bottom,
    draw() {
      nameLines.forEach((text, i) => {
        paper.write({ ...name, text }, LEFT, nameTop + i * 8.5, { sizePt: name.sizePt, colour: BLACK })
      })
      aboutLines.forEach((text, i) => {
        paper.write({ ...about, text }, LEFT, aboutTop + i * 5, { sizePt: about.sizePt, colour: GREY })
      })
      paper.write(date, RIGHT, nameTop, { sizePt: 9.5, colour: GREY, align: 'right' })
      drawRule(paper, bottom, 0.9)
    },
  }
}

function drawRunningHead(paper: Paper, { title, printedAt }: Sheet) {
  const date = paper.word(printedAt, 'regular')
  const name = paper.word(title, 'bold')
  const [line = ''] = fewLinesOf(name.text, 1, RIGHT - LEFT - paper.widthOf(date, 9.5) - 8, (text) => paper.widthOf({ ...name, text }, 12))
  paper.write({ ...name, text: line }, LEFT, 17, { sizePt: 12, colour: BLACK })
  paper.write(date, RIGHT, 17, { sizePt: 9.5, colour: GREY, align: 'right' })
  drawRule(paper, 20.5, 0.4)
}

function drawRule({ doc }: Paper, y: number, thickness: number) {
  doc.setDrawColor(...TEAL)
  doc.setLineWidth(thickness)
  doc.line(LEFT, y, RIGHT, y)
}

function drawFoot(paper: Paper, page: string) {
  paper.write(paper.word('Roundsman', 'bold'), LEFT, BOTTOM - 9, { sizePt: 8.5, colour: TEAL })
  paper.write(paper.word(page, 'regular'), RIGHT, BOTTOM - 9, { sizePt: 9.5, colour: GREY, align: 'right' })
}
