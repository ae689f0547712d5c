import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { paperFonts } from '../tests/support/paper-fonts.ts'
import { readPdf } from '../tests/support/pdf.ts'
import { readCode } from '../tests/support/qr-reader.ts'
import { type Sticker, stickerSvg } from './sticker.ts'
import { STICKER_HEIGHT_MM, STICKER_WIDTH_MM } from './sticker-layout.ts'
import { stickerSheet } from './sticker-sheet.ts'

const latin = paperFonts('latin')
const POINTS_PER_MM = 72 / 25.4

const sticker = (of: Partial<Sticker> = {}): Sticker => ({
  url: 'https://vending.example.com/m/7hK2pQ9xWv3RtY8',
  machineName: 'Dworzec Główny',
  labels: { scan: 'Zeskanuj, aby zgłosić problem', hint: 'Napisz do nas, odpowiemy.' },
  ...of,
})

const sheet = (...stickers: Sticker[]) => stickerSheet(stickers, latin, Date.UTC(2026, 1, 14))

/** The dark rectangles of the drawing, in millimetres. */
function modulesOf(svg: string) {
  const [, left = 0, top = 0, side = 0] = (/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/.exec(svg) ?? []).map(Number)
  return [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, length]) => ({
    x: left + Number(x) * side,
    y: top + Number(y) * side,
    width: Number(length) * side,
    height: side,
  }))
}

/** Tokens as long as real ones, the same in each run. */
const tokens = (many: number) =>
  Array.from({ length: many }, (_, n) => createHash('sha256').update(`${n}`).digest('base64url').slice(0, 22))

function readAt(scale: number, modules: ReturnType<typeof modulesOf>): string | null {
  try {
    return readCode(
      50 * scale,
      modules.map(({ x, y, width, height }) => ({ x: x * scale, y: y * scale, width: width * scale, height: height * scale })),
    )
  } catch {
    return null
  }
}

const textOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

describe('a sticker on a screen', () => {
  it('is scanned as the address of its machine', () => {
    const pixels = modulesOf(stickerSvg(sticker())).map(({ x, y, width, height }) => ({
      x: x * 10,
      y: y * 10,
      width: width * 10,
      height: height * 10,
    }))
    expect(readCode(500, pixels)).toBe('https://vending.example.com/m/7hK2pQ9xWv3RtY8')
  })

  // A scanner that mistakes part of a code for a corner never reads that sticker, however it is held.
  it('is scanned with any token, from near and far', () => {
    const unread = tokens(200).flatMap((token) => {
      const url = `https://vending.example.com/m/${token}`
      const modules = modulesOf(stickerSvg(sticker({ url })))
      return [10, 4].filter((scale) => readAt(scale, modules) !== url).map((scale) => `${token} x ${scale}`)
    })
    expect(unread).toEqual([])
  })

  it('is scanned with a tenth of its code scratched off', () => {
    const pixels = modulesOf(stickerSvg(sticker()))
      .filter(({ x, y }) => !(x > 22 && x < 34 && y > 22 && y < 34))
      .map(({ x, y, width, height }) => ({ x: x * 10, y: y * 10, width: width * 10, height: height * 10 }))
    expect(readCode(500, pixels)).toBe('https://vending.example.com/m/7hK2pQ9xWv3RtY8')
  })

  it('keeps four quiet modules around the code', () => {
    const modules = modulesOf(stickerSvg(sticker()))
    const side = modules[0]?.height ?? 0
    expect(Math.min(...modules.map(({ x }) => x))).toBeGreaterThanOrEqual(4 * side)
    expect(Math.min(...modules.map(({ y }) => y))).toBeGreaterThanOrEqual(4 * side)
    const bottom = Math.max(...modules.map(({ y, height }) => y + height))
    const lines = [...stickerSvg(sticker()).matchAll(/<text x="[\d.]+" y="([\d.]+)" text-anchor="middle"/g)].map(([, y]) => Number(y))
    expect(Math.min(...lines) - 5.6 / POINTS_PER_MM).toBeGreaterThanOrEqual(bottom + 4 * side - 1)
  })

  it('contains the machine and its address', () => {
    const text = textOf(stickerSvg(sticker())).join(' ')
    expect(text).toContain('Dworzec Główny')
    expect(text).toContain('vending.example.com/ m/7hK2pQ9xWv3RtY8')
  })

  it('treats a name as text, including markup', () => {
    const svg = stickerSvg(sticker({ machineName: `</text><script>alert("1")</script>&'\u0000` }))
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0000')
    expect(svg).toContain('&lt;script&gt;')
  })

  it('needs no inline style that a strict CSP refuses', () => {
    expect(stickerSvg(sticker())).not.toMatch(/style|@import|href|<image|foreignObject/)
  })

  it('keeps the token of the longest address', () => {
    const url = 'https://roundsman.eine-sehr-lange-domain-gesellschaft.example.com/m/7hK2pQ9xWv3RtY8Abc'
    expect(textOf(stickerSvg(sticker({ url }))).join('')).toContain('/m/7hK2pQ9xWv3RtY8Abc')
  })

  it('shortens a name that does not fit', () => {
    const svg = stickerSvg(sticker({ machineName: 'Universitätsklinikum Heidelberg '.repeat(8) }))
    expect(textOf(svg).some((text) => text?.endsWith('…'))).toBe(true)
  })
})

describe('a sheet of stickers', () => {
  it('has ten per page', () => {
    const stickers = Array.from({ length: 12 }, (_, i) => sticker({ machineName: `Automat ${i + 1}` }))
    const { pages } = readPdf(sheet(...stickers))
    expect(pages.map(({ text }) => text.match(/Automat \d+/g)?.length)).toEqual([10, 2])
  })

  it('is scanned at each position', () => {
    const { pages } = readPdf(sheet(sticker(), sticker({ url: 'https://vending.example.com/m/second' })))
    const top = (297 - 5 * STICKER_HEIGHT_MM) / 2
    const read = (column: number) => {
      const left = (210 - 2 * STICKER_WIDTH_MM) / 2 + column * STICKER_WIDTH_MM
      const dark = (pages[0]?.rectangles ?? [])
        .map(({ x, y, width, height }) => ({
          x: (x / POINTS_PER_MM - left) * 10,
          y: (297 - y / POINTS_PER_MM - top) * 10,
          width: (width / POINTS_PER_MM) * 10,
          height: (Math.abs(height) / POINTS_PER_MM) * 10,
        }))
        .filter(({ x }) => x >= 0 && x < STICKER_WIDTH_MM * 10)
      return readCode(500, dark)
    }
    expect(read(0)).toBe('https://vending.example.com/m/7hK2pQ9xWv3RtY8')
    expect(read(1)).toBe('https://vending.example.com/m/second')
  })

  it('is the same file for the same machines', () => {
    expect(new Uint8Array(sheet(sticker()))).toEqual(new Uint8Array(sheet(sticker())))
  })
})
