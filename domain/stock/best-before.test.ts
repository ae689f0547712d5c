import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiringBy, lotsLeft, parseBestBefore } from './best-before.ts'

const lot = (quantity: number, bestBefore: string | null) => ({ quantity, bestBefore })

describe('lots', () => {
  test('the oldest leave first', () => {
    const lots = [lot(5, '2026-12-24'), lot(4, '2026-12-03'), lot(6, '2026-11-01')]
    expect(lotsLeft(7, lots)).toEqual([lot(5, '2026-12-24'), lot(2, '2026-12-03')])
    expect(lotsLeft(0, lots)).toEqual([])
    expect(lotsLeft(-3, lots)).toEqual([])
    expect(lotsLeft(40, lots)).toEqual(lots)
  })

  test('each date up to the day has its own pieces, the earliest first', () => {
    // A fresh restock may have an earlier date than an older one.
    const lots = [lot(5, '2026-12-01'), lot(4, null), lot(2, '2026-12-20'), lot(1, '2026-12-01'), lot(9, '2026-11-01')]
    expect(expiringBy('2026-12-24', 12, lots)).toEqual([lot(6, '2026-12-01'), lot(2, '2026-12-20')])
    expect(expiringBy('2026-12-10', 12, lots)).toEqual([lot(6, '2026-12-01')])
    expect(expiringBy('2026-11-30', 12, lots)).toEqual([])
  })

  test('never more than the stock', () => {
    const someLots = fc.array(fc.record({ quantity: fc.nat(50), bestBefore: fc.constantFrom(null, '2026-12-01') }))
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 200 }), someLots, (balance, lots) => {
        const total = lotsLeft(balance, lots).reduce((sum, { quantity }) => sum + quantity, 0)
        expect(total).toBeLessThanOrEqual(Math.max(0, balance))
      }),
    )
  })
})

describe('typed date', () => {
  const today = { year: 2026, month: 11, day: 26 }
  test.each([
    ['0312', true, '2026-12-03'],
    ['1203', false, '2026-12-03'],
    ['03.12.', true, '2026-12-03'],
    ['1501', true, '2027-01-15'],
    ['2511', true, '2026-11-25'],
    ['3006', true, '2026-06-30'],
    ['2505', true, '2027-05-25'],
    ['2902', true, '2028-02-29'],
    ['3002', true, null],
    ['290228', true, '2028-02-29'],
    ['03122027', true, '2027-12-03'],
    ['3113', true, null],
    ['312', true, null],
    ['', true, null],
  ])('%s, day first %s, is %s', (typed, isDayFirst, expected) => {
    expect(parseBestBefore(typed, { isDayFirst, today })).toBe(expected)
  })
  test('at the beginning of a year, a day of December has passed', () => {
    const january = { year: 2027, month: 1, day: 10 }
    expect(parseBestBefore('2012', { isDayFirst: true, today: january })).toBe('2026-12-20')
    expect(parseBestBefore('1107', { isDayFirst: true, today: january })).toBe('2026-07-11')
    expect(parseBestBefore('0907', { isDayFirst: true, today: january })).toBe('2027-07-09')
  })
})
