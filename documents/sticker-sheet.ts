import type { PaperFonts } from './fonts.ts'
import { openPaper, type Paper } from './paper.ts'
import { laySticker, STICKER_HEIGHT_MM, STICKER_WIDTH_MM, type Sticker } from './sticker-layout.ts'

const COLUMNS = 2
const ROWS = 5
const LEFT = (210 - COLUMNS * STICKER_WIDTH_MM) / 2
const TOP = (297 - ROWS * STICKER_HEIGHT_MM) / 2
const CUT_ARM = 2

/** Creates an A4 PDF with ten stickers per page to cut out; the same input produces the same bytes. `printedAtMs` since 1970. */
export function stickerSheet(stickers: readonly Sticker[], fonts: PaperFonts, printedAtMs: number): ArrayBuffer {
  const paper = openPaper(fonts, 'Roundsman', printedAtMs, stickers)
  stickers.forEach((sticker, i) => {
    const place = i % (COLUMNS * ROWS)
    if (i > 0 && place === 0) paper.doc.addPage()
    if (place === 0) drawCutMarks(paper)
    drawSticker(paper, sticker, LEFT + (place % COLUMNS) * STICKER_WIDTH_MM, TOP + Math.floor(place / COLUMNS) * STICKER_HEIGHT_MM)
  })
  return paper.doc.output('arraybuffer')
}

function drawSticker(paper: Paper, sticker: Sticker, x: number, y: number) {
  const { code, texts } = laySticker(sticker, paper)
  paper.doc.setFillColor(0, 0, 0)
  for (const run of code.runs) {
    const side = code.moduleMm
    paper.doc.rect(x + code.xMm + run.x * side, y + code.yMm + run.y * side, run.length * side, side, null)
  }
  // One fill for the whole code, because rows filled one by one show hairlines on a screen.
  paper.doc.fill()
  for (const { xMm, baselineMm, ...text } of texts) paper.write(text, x + xMm, y + baselineMm, text)
}

function drawCutMarks({ doc }: Paper) {
  doc.setDrawColor(150, 160, 160)
  doc.setLineWidth(0.12)
  for (let column = 0; column <= COLUMNS; column++) {
    for (let row = 0; row <= ROWS; row++) {
      const x = LEFT + column * STICKER_WIDTH_MM
      const y = TOP + row * STICKER_HEIGHT_MM
      doc.line(x - CUT_ARM, y, x + CUT_ARM, y)
      doc.line(x, y - CUT_ARM, x, y + CUT_ARM)
    }
  }
}
