import { describe, expect, test } from 'vitest'
import { costIn, countedSince, countIn, EMPTY, purchaseOf, typedOf } from './purchase-draft.ts'

const NOW = Date.parse('2026-03-02T23:30:00.000Z')
const WAYS = { timezone: 'Europe/Warsaw', currency: 'EUR', locale: 'en-GB' }

describe('a purchase being typed', () => {
  test('accepts amounts with the decimals of the currency', () => {
    expect(['0.39', '٠,٣٩', '12', '999.99', '1000', '0', '0.395', '-1', '', 'x', '100001'].map((text) => costIn(text, WAYS))).toEqual([
      0.39,
      0.39,
      12,
      999.99,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect([
      costIn('99999', { ...WAYS, currency: 'JPY' }),
      costIn('120.5', { ...WAYS, currency: 'JPY' }),
      costIn('0.125', { ...WAYS, currency: 'KWD' }),
    ]).toEqual([99_999, null, 0.125])
  })

  test('counts whole pieces or packs', () => {
    expect(['1', '100000', '0', '-1', '1.5', '100001'].map((text) => countIn(text, 'en-GB'))).toEqual([1, 100_000, null, null, null, null])
  })

  test("is complete with supplier and lines, with days in the company's zone", () => {
    const typed = typedOf(null, { status: 'DELIVERED', orderedAt: '2026-02-20' }, WAYS, NOW)
    expect(purchaseOf(typed, WAYS)).toBe(null)
    const whole = { ...typed, supplier: 3, lines: [{ productId: 7, quantity: '24', unitCost: '0,39' }, EMPTY] }
    expect(purchaseOf(whole, WAYS)).toEqual({
      supplier: { identifier: 3 },
      status: 'DELIVERED',
      invoiceNumber: '',
      orderedAt: '2026-02-19T23:00:00.000Z',
      // In Warsaw it is already the third.
      deliveredAt: '2026-03-02T23:00:00.000Z',
      note: '',
      items: [{ productId: 7, quantity: 24, unitCost: 0.39 }],
    })
    expect(purchaseOf({ ...whole, lines: [...whole.lines, { ...EMPTY, quantity: '3' }] }, WAYS)).toBe(null)
    expect(purchaseOf({ ...whole, status: 'PLANNED' }, WAYS)).toMatchObject({ orderedAt: null, deliveredAt: null })
    expect(purchaseOf({ ...whole, status: 'ON_ORDER' }, WAYS)).toMatchObject({ deliveredAt: null })
  })
})

test('lists products counted since the day of the delivery', () => {
  const lines = [{ productId: 7, quantity: '24', unitCost: '0.39' }]
  const cola = (countedAt: string | null) => [{ product: { id: 7, name: 'Cola' }, countedAt }]
  const typed = { status: 'DELIVERED', deliveredAt: '2026-02-20', lines } as const
  expect(countedSince(typed, cola('2026-02-20T12:00:00.000Z'), WAYS)).toEqual(['Cola'])
  // Still the nineteenth in Warsaw.
  expect(countedSince(typed, cola('2026-02-19T22:30:00.000Z'), WAYS)).toEqual([])
  expect(countedSince(typed, cola(null), WAYS)).toEqual([])
  expect(countedSince({ ...typed, status: 'ON_ORDER' }, cola('2026-02-21T12:00:00.000Z'), WAYS)).toEqual([])
})

test('a delivery before its order is incomplete; earlier ones were ordered by then', () => {
  const lines = [{ productId: 7, quantity: '24', unitCost: '0.39' }]
  const typed = typedOf(null, { supplier: 3, status: 'DELIVERED', deliveredAt: '2026-02-20', lines }, WAYS, NOW)
  expect(typed.orderedAt).toBe('2026-02-20')
  expect(purchaseOf(typed, WAYS)).not.toBe(null)
  expect(purchaseOf({ ...typed, orderedAt: '2026-02-21' }, WAYS)).toBe(null)
})
