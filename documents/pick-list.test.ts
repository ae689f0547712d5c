import { describe, expect, it } from 'vitest'
import { paperFonts } from '../tests/support/paper-fonts.ts'
import { readPdf } from '../tests/support/pdf.ts'
import type { PaperFonts } from './fonts.ts'
import { type PickList, pickListSheet } from './pick-list.ts'

const latin = paperFonts('latin')
const list = (of: Partial<PickList> = {}): PickList => ({
  title: 'Lista do załadunku',
  subtitle: 'Automaty Łódź',
  printedAt: '14 lutego 2026, 07:40',
  printedAtMs: Date.UTC(2026, 1, 14, 6, 40),
  labels: { product: 'Produkt', quantity: 'Ilość', cases: 'Zgrzewki', all: 'Z magazynu', page: 'Strona' },
  all: [
    { product: 'Woda źródlana 0,50 l', quantity: '24', cases: '' },
    { product: 'Orzeszki', quantity: '9', cases: '' },
  ],
  machines: [
    { name: 'Dworzec Główny', rows: [{ product: 'Woda źródlana 0,50 l', quantity: '14', cases: '' }] },
    { name: 'Szpital św. Jadwigi', rows: [{ product: 'Woda źródlana 0,50 l', quantity: '10', cases: '' }] },
  ],
  ...of,
})
const printed = (of: Partial<PickList> = {}, fonts: PaperFonts = latin) => readPdf(pickListSheet(list(of), fonts))
const texts = (pdf: ReturnType<typeof printed>) => pdf.pages.flatMap(({ drawn }) => drawn.map(({ text }) => text))

describe('the pick list on paper', () => {
  it('lists the total first, then each machine', () => {
    const drawn = texts(printed())
    const places = ['Z magazynu', '24', 'Dworzec Główny', '14', 'Szpital św. Jadwigi', '10'].map((text) => drawn.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('shows cases next to the quantity, and no case column without cases', () => {
    const all = [{ product: 'Woda źródlana 0,50 l', quantity: '27', cases: '2 zgrzewki + 3 sztuki' }]
    expect(texts(printed({ all })).join(' ')).toContain('2 zgrzewki + 3 sztuki')
    expect(texts(printed({ all }))).toContain('Zgrzewki')
    expect(texts(printed())).not.toContain('Zgrzewki')
  })

  it('has a checkbox for every line', () => {
    expect(printed().pages[0]?.outlined).toBe(4)
  })

  it('is correct in Japanese', () => {
    const drawn = texts(
      printed({ title: '積込リスト', all: [{ product: '麦茶「特上」', quantity: '12', cases: '' }] }, paperFonts('japanese')),
    )
    expect(drawn.join('\n')).toContain('積込リスト')
    expect(drawn.join('\n')).toContain('麦茶「特上」')
  })

  it('is complete over many pages and never ends a page with a machine’s name', () => {
    const machines = Array.from({ length: 60 }, (_, i) => ({
      name: `M${i + 1}.`,
      rows: [{ product: `P${i + 1}.`, quantity: '1', cases: '' }],
    }))
    const { pages } = printed({ machines })
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, { name }] of machines.entries()) {
      const of = pages.filter(({ drawn }) => drawn.some(({ text }) => text === name))
      expect(of.map(({ drawn }) => drawn.some(({ text }) => text === `P${index + 1}.`))).toEqual([true])
    }
  })
})
