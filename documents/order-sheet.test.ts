import { expect, test } from 'vitest'
import { paperFonts } from '../tests/support/paper-fonts.ts'
import { readPdf } from '../tests/support/pdf.ts'
import { type OrderSheet, orderSheet } from './order-sheet.ts'

const order: OrderSheet = {
  title: 'Zamówienie 17',
  subtitle: 'Automaty Łódź',
  facts: ['Dostawca: Hurtownia Łakotka', 'Dostawa do: ul. Żeglarska 21', 'Uwagi: proszę dzwonić'],
  printedAt: '14 lutego 2026',
  printedAtMs: Date.UTC(2026, 1, 14, 6, 40),
  labels: {
    article: 'Artykuł',
    product: 'Produkt',
    cases: 'Kartony',
    quantity: 'Sztuki',
    price: 'Cena',
    sum: 'Razem',
    total: 'Suma netto',
    page: 'Strona',
  },
  rows: [{ article: 'COLA', product: 'Cola 330 ml', cases: '2 × 24', quantity: '48', price: '1,10 zł', sum: '52,80 zł' }],
  total: '52,80 zł',
}

test('an order names both sides, each line and the total', () => {
  const { pages } = readPdf(orderSheet(order, paperFonts('latin')))
  expect(pages.length).toBe(1)
  const text = pages.map((page) => page.text).join('\n')
  for (const words of [
    order.title,
    order.subtitle,
    ...order.facts,
    'COLA',
    'Cola 330 ml',
    '2 × 24',
    '48',
    '52,80 zł',
    'Suma netto: 52,80 zł',
  ])
    expect(text).toContain(words)
})

test('a long order continues on further pages', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ ...order.rows[0], product: `Cola ${index}` }) as OrderSheet['rows'][number])
  const { pages } = readPdf(orderSheet({ ...order, rows }, paperFonts('latin')))
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.map((page) => page.text).join('\n')).toContain('Cola 99')
})
