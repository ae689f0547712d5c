import { describe, expect, it } from 'vitest'
import { paperFonts } from '../tests/support/paper-fonts.ts'
import { type Pdf, readPdf } from '../tests/support/pdf.ts'
import { readFont } from '../tests/support/sfnt.ts'
import type { PaperFonts } from './fonts.ts'
import { type SlotSheet, slotSheet } from './slot-sheet.ts'
import type { SlotSheetRow } from './slot-sheet-row.ts'

const PAPER_WIDTH_PT = (210 / 25.4) * 72
const MARGIN_PT = (12 / 25.4) * 72
const latin = paperFonts('latin')
const japanese = paperFonts('japanese')

const row = (slot: Partial<SlotSheetRow> = {}): SlotSheetRow => ({
  slotNumber: '11',
  product: 'Woda',
  price: '2,50\u00a0zł',
  maxQuantity: '12',
  currentQuantity: '5',
  missing: '7',
  ...slot,
})

const sheet = (of: Partial<SlotSheet> = {}): SlotSheet => ({
  title: 'Dworzec Główny',
  subtitle: 'Automaty Łódź · ul. Świętej Jadwigi 12',
  printedAt: '14 lutego 2026, 07:40',
  printedAtMs: Date.UTC(2026, 1, 14, 6, 40),
  labels: {
    slot: 'Slot',
    product: 'Produkt',
    price: 'Cena',
    maximum: 'Maksimum',
    quantity: 'Ilość',
    missing: 'Brakuje',
    page: 'Strona',
    ingredients: 'Składniki',
  },
  rows: [row()],
  ...of,
})

const printed = (of: Partial<SlotSheet>, fonts: PaperFonts = latin) => readPdf(slotSheet(sheet(of), fonts))
const allText = ({ pages }: Pdf) => pages.map(({ text }) => text).join('\n')

/** Letters whose glyph in the PDF is empty or differs from the glyph of the bundled font. */
function drawingErrors({ pages, fonts }: Pdf, from: PaperFonts): string[] {
  const embedded = new Map([...fonts].map(([name, font]) => [name, readFont(font)]))
  const shipped = new Map([
    [`${from.name}-Regular`, readFont(from.regular)],
    [`${from.name}-Bold`, readFont(from.bold)],
  ])
  return pages.flatMap(({ drawn }) =>
    drawn.flatMap(({ text, glyphs, font }) =>
      [...text].filter((letter, i) => {
        const glyph = glyphs[i] ?? 0
        const empty = /\S/.test(letter) && (embedded.get(font)?.outlineBytes(glyph) ?? 0) === 0
        return empty || glyph === 0 || shipped.get(font)?.glyphOf(letter) !== glyph
      }),
    ),
  )
}

describe('the slot list on paper', () => {
  it('contains all data of a slot', () => {
    const { pages } = printed({})
    expect(pages).toHaveLength(1)
    expect(pages[0]?.drawn.map(({ text }) => text)).toEqual(expect.arrayContaining(['11', 'Woda', '2,50 zł', '12', '5', '7']))
    expect(pages[0]?.drawn.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Dworzec Główny', '14 lutego 2026, 07:40', 'Strona 1 / 1']),
    )
  })

  it('draws Polish with the outlines of Polish letters', () => {
    const pdf = printed({ rows: [row({ product: 'Zażółć gęślą jaźń' }), row({ product: 'ZAŻÓŁĆ GĘŚLĄ JAŹŃ' })] })
    expect(allText(pdf)).toContain('Zażółć gęślą jaźń')
    expect(allText(pdf)).toContain('ZAŻÓŁĆ GĘŚLĄ JAŹŃ')
    expect(drawingErrors(pdf, latin)).toEqual([])
  })

  it('draws Japanese, Polish next to it, and kanji that bold lacks', () => {
    const pdf = printed({ title: '麒麟麦酒 﨑山工場', rows: [row({ product: '珈琲「特上」ﾎｯﾄ' }), row({ product: 'Pączek' })] }, japanese)
    expect(allText(pdf)).toContain('麒麟麦酒 﨑山工場')
    expect(allText(pdf)).toContain('珈琲「特上」ﾎｯﾄ')
    expect(allText(pdf)).toContain('Pączek')
    expect(drawingErrors(pdf, japanese)).toEqual([])
  })

  it('marks a letter that could not be drawn', () => {
    expect(allText(printed({ rows: [row({ product: 'Sok 🍊 1' })] }))).toContain('Sok \ufffd 1')
    expect(allText(printed({ rows: [row({ product: 'Sok 🍊 1' })] }, japanese))).toContain('Sok 〓 1')
  })

  it('treats user text as plain text', () => {
    const product = '(Cola) Tj\\ ET <</JS (app.alert(1))>> \u0007'
    const pdf = printed({ title: 'a) /OpenAction (b', rows: [row({ product })] })
    expect(allText(pdf)).toContain('(Cola) Tj\\ ET')
    expect(pdf.title).toBe('a) /OpenAction (b')
  })

  it.each(['Dworzec Główny', 'Jídelna č. 2', '不二家 本店', 'Lobby'])('has the title %s', (title) => {
    expect(printed({ title }, japanese).title).toBe(title)
  })

  it('has a checkbox in every row', () => {
    expect(printed({ rows: [row(), row(), row()] }).pages[0]?.outlined).toBe(3)
  })

  it('numbers its pages, names the machine on each and contains every slot', () => {
    const slots = Array.from({ length: 60 }, (_, i) => `S${i + 1}`)
    const { pages } = printed({ rows: slots.map((slotNumber) => row({ slotNumber })) })
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach(({ text }, i) => {
      expect(text).toContain(`Strona ${i + 1} / ${pages.length}`)
      expect(text).toContain('Dworzec Główny')
      expect(text).toContain('Brakuje')
    })
    expect(pages.flatMap(({ drawn }) => drawn.map(({ text }) => text)).filter((text) => /^S\d+$/.test(text))).toEqual(slots)
  })

  it('keeps the longest name complete and on the page', () => {
    const product = `${'Bardzodługanazwa'.repeat(20)} ${'świeży '.repeat(60)}`.trim()
    const pdf = printed({
      title: 'Ł'.repeat(300),
      rows: [
        row({ product }),
        row({ slotNumber: '9'.repeat(40) }),
        row({ price: '9'.repeat(40), maxQuantity: '9'.repeat(40), missing: '9'.repeat(40) }),
      ],
    })
    const widths = new Map([...pdf.fonts].map(([name, font]) => [name, readFont(font)]))
    const rightEnds = pdf.pages.flatMap(({ drawn }) =>
      drawn.map(
        ({ glyphs, font, sizePt, x }) => x + sizePt * glyphs.reduce((ems, glyph) => ems + (widths.get(font)?.widthOf(glyph) ?? 0), 0),
      ),
    )
    expect(Math.max(...rightEnds)).toBeLessThanOrEqual(PAPER_WIDTH_PT - MARGIN_PT + 1)
    expect(allText(pdf).replace(/\s/g, '')).toContain(product.replace(/\s/g, ''))
  })

  it('lists ingredients under their own heading, without unused columns', () => {
    const beans = row({ slotNumber: '', price: '', product: 'Kawa ziarnista', maxQuantity: '3000 g' })
    const text = allText(printed({ rows: [], ingredients: [beans] }))
    expect(text).toContain('Składniki')
    expect(text).toContain('3000 g')
    expect(text).not.toContain('Slot')
    expect(text).not.toContain('Cena')
  })

  it('never ends a page with the heading of the ingredients', () => {
    for (let slots = 15; slots <= 26; slots++) {
      const rows = Array.from({ length: slots }, () => row())
      const { pages } = printed({ rows, ingredients: [row({ product: 'Kawa ziarnista' })] })
      expect(pages.filter(({ text }) => text.includes('Składniki'))).toEqual(pages.filter(({ text }) => text.includes('Kawa')))
    }
  })

  it('is deterministic and dated by its input', () => {
    const once = slotSheet(sheet(), latin)
    expect(new Uint8Array(slotSheet(sheet(), latin))).toEqual(new Uint8Array(once))
    expect(readPdf(once).date).toBe("D:20260214064000+00'00'")
    expect(printed({ rows: [row({ missing: '8' })] }).id).not.toBe(readPdf(once).id)
  })

  it('can be printed at any clock time', () => {
    expect(printed({ printedAtMs: Date.UTC(2099, 0, 1) }).pages).toHaveLength(1)
    expect(printed({ printedAtMs: -1 }).pages).toHaveLength(1)
  })
})
