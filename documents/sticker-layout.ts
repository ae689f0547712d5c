import { BLACK, type Colour, GREY, type Pen, TEAL, type Weight, type Wording } from './ink.ts'
import { fewLinesOf } from './lines.ts'
import { QUIET_MODULES, qrCodeOf, type Run } from './qr-code.ts'

/** A sticker of a machine. `url` is the content of the code: the full address `/m/{token}`. */
export type Sticker = { url: string; machineName: string; labels: { scan: string; hint: string } }

export const STICKER_WIDTH_MM = 95
export const STICKER_HEIGHT_MM = 54

export type StickerText = Wording & {
  xMm: number
  baselineMm: number
  sizePt: number
  weight: Weight
  colour: Colour
  align: 'left' | 'center'
}

/** Position of each element, in millimetres from the sticker's upper left; the same on a screen and on a sheet. */
type StickerLayout = { code: { xMm: number; yMm: number; moduleMm: number; runs: Run[] }; texts: StickerText[] }

const CODE_MM = 44
const CODE_AT = 2.5
const COLUMN = { x: 50, width: 41 }

type Block = { text: string; weight: Weight; sizePt: number; colour: Colour; most: number; leadingMm: number }

export function laySticker({ url, machineName, labels }: Sticker, pen: Pen): StickerLayout {
  const { size, runs } = qrCodeOf(url)
  const moduleMm = CODE_MM / (size + 2 * QUIET_MODULES)
  const inset = CODE_AT + QUIET_MODULES * moduleMm

  const scan = linesIn(pen, COLUMN.width, { text: labels.scan, weight: 'bold', sizePt: 13.5, colour: BLACK, most: 3, leadingMm: 5.6 })
  const hint = linesIn(pen, COLUMN.width, {
    text: labels.hint,
    weight: 'regular',
    sizePt: 8.5,
    colour: GREY,
    most: 6 - scan.length,
    leadingMm: 3.7,
  })
  const name = linesIn(pen, COLUMN.width, { text: machineName, weight: 'bold', sizePt: 9.5, colour: BLACK, most: 2, leadingMm: 4.1 })
  const mark = linesIn(pen, COLUMN.width, { text: 'Roundsman', weight: 'bold', sizePt: 6.5, colour: TEAL, most: 1, leadingMm: 0 })
  const address = addressIn(pen, url.replace(/^https?:\/\//, ''))

  const top = 10.4
  const left = { xMm: COLUMN.x, align: 'left' } as const
  return {
    code: { xMm: inset, yMm: inset, moduleMm, runs },
    texts: [
      ...scan.map(({ downMm, ...line }) => ({ ...line, ...left, baselineMm: top + downMm })),
      ...hint.map(({ downMm, ...line }) => ({ ...line, ...left, baselineMm: top + (scan.length - 1) * 5.6 + 5.6 + downMm })),
      ...name.map(({ downMm, ...line }) => ({ ...line, ...left, baselineMm: 44.4 - (name.length - 1) * 4.1 + downMm })),
      ...mark.map(({ downMm, ...line }) => ({ ...line, ...left, baselineMm: 49.2 + downMm })),
      ...address.map(({ downMm, ...line }) => ({
        ...line,
        xMm: CODE_AT + CODE_MM / 2,
        align: 'center' as const,
        baselineMm: 48.2 + downMm,
      })),
    ],
  }
}

/** Shrunk to fit completely, because its end, the token, identifies the machine. */
function addressIn(pen: Pen, text: string) {
  const lines = (sizePt: number, most: number) =>
    linesIn(pen, CODE_MM - 2, { text, weight: 'regular', sizePt, colour: GREY, most, leadingMm: 2.3 })
  return lines([5.6, 4.9, 4.2].find((sizePt) => lines(sizePt, 3).length <= 2) ?? 4.2, 2)
}

function linesIn(pen: Pen, widthMm: number, { text, weight, sizePt, colour, most, leadingMm }: Block) {
  const wording = pen.word(text, weight)
  const lines = fewLinesOf(wording.text, most, widthMm, (part) => pen.widthOf({ ...wording, text: part }, sizePt))
  return lines.map((line, i) => ({ ...wording, text: line, weight, sizePt, colour, downMm: i * leadingMm }))
}
