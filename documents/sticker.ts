import type { Colour, Pen } from './ink.ts'
import { printable } from './printable.ts'
import { laySticker, STICKER_HEIGHT_MM, STICKER_WIDTH_MM, type Sticker, type StickerText } from './sticker-layout.ts'

export type { Sticker } from './sticker-layout.ts'

const MM_PER_POINT = 25.4 / 72
const FAMILY = "'Noto Sans', 'BIZ UDPGothic', 'Noto Sans JP', 'Hiragino Sans', Arial, sans-serif"

/** The viewer supplies the font, so widths are estimated, with a tendency to be too wide. */
const guessingPen: Pen = {
  word: (text) => ({ text: printable(text), face: FAMILY }),
  widthOf: ({ text }, sizePt) => [...text].reduce((ems, letter) => ems + emsOf(letter), 0) * sizePt * MM_PER_POINT,
}

function emsOf(letter: string): number {
  if (letter > '\u2e7f') return 1
  if (/[iljtfrI.,:;'|!()/ -]/.test(letter)) return 0.38
  return /[mwMW@—…]|\p{Lu}/u.test(letter) ? 0.8 : 0.62
}

/** Creates a sticker as an SVG file to print: the code, its purpose, the machine and its address. */
export function stickerSvg(sticker: Sticker): string {
  const { code, texts } = laySticker(sticker, guessingPen)
  const modules = code.runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
  const place = `translate(${millimetres(code.xMm)} ${millimetres(code.yMm)}) scale(${code.moduleMm.toFixed(5)})`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${STICKER_WIDTH_MM}mm" height="${STICKER_HEIGHT_MM}mm" viewBox="0 0 ${STICKER_WIDTH_MM} ${STICKER_HEIGHT_MM}" role="img">`,
    `<title>${escaped(printable(sticker.machineName))}</title>`,
    `<rect width="${STICKER_WIDTH_MM}" height="${STICKER_HEIGHT_MM}" rx="3" fill="#fff"/>`,
    `<path transform="${place}" fill="#000" shape-rendering="crispEdges" d="${modules}"/>`,
    ...texts.map(textElement),
    '</svg>',
    '',
  ].join('\n')
}

function textElement({ text, face, xMm, baselineMm, sizePt, weight, colour, align }: StickerText): string {
  const place = `x="${millimetres(xMm)}" y="${millimetres(baselineMm)}" text-anchor="${align === 'center' ? 'middle' : 'start'}"`
  const type = `font-family="${face}" font-size="${millimetres(sizePt * MM_PER_POINT)}" font-weight="${weight === 'bold' ? 700 : 400}"`
  return `<text ${place} ${type} fill="${hex(colour)}">${escaped(text)}</text>`
}

const millimetres = (value: number) => String(Number(value.toFixed(3)))

const hex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
