import { expect, test } from 'vitest'
import { HOUR } from '../time.ts'
import { bagKey, MAX_BAG_AGE, matchCounts } from './bags.ts'
import { expectedOf } from './expected.ts'

const collected = (id: string, hour: number, day = 'Monday') => ({ id, at: hour * HOUR, day })
const counted = (id: string, hour: number) => ({ id, at: hour * HOUR })
const matched = (...input: Parameters<typeof matchCounts>) => Object.fromEntries(matchCounts(...input))

test('bag numbers are compared without spaces and case', () => {
  expect(bagKey(' ab 12-7 ')).toBe(bagKey('AB12-7'))
  expect(bagKey('ＡＢ１２')).toBe('AB12')
})

test('count belongs to the latest collection before it', () => {
  const uses = [collected('old', 1, 'Sunday'), collected('new', 30), collected('later', 60, 'Tuesday')]
  expect(matched(uses, [counted('c', 40)])).toEqual({ c: 'new' })
  expect(matched(uses, [counted('c', 0.5)])).toEqual({ c: null })
  expect(matched(uses.slice(0, 1), [counted('c', 1 + MAX_BAG_AGE / HOUR)])).toEqual({ c: null })
})

test('second count of a bag counts the same collection again', () => {
  expect(matched([collected('a', 1)], [counted('c1', 2), counted('c2', 3)])).toEqual({ c1: 'a', c2: 'a' })
})

test('number used twice on one day gives each collection a count', () => {
  const uses = [collected('a', 1), collected('b', 2)]
  expect(matched(uses, [counted('c2', 4), counted('c1', 3), counted('c3', 5)])).toEqual({ c1: 'b', c2: 'a', c3: 'b' })
  expect(matched(uses, [counted('c1', 3)], new Map([['b', 2 * HOUR]]))).toEqual({ c1: 'a' })
  expect(matched(uses, [counted('c1', 3)], new Map([['b', 9 * HOUR]]))).toEqual({ c1: 'b' })
})

test('expected amount is the difference of comparable counters, else the cash sales', () => {
  const meter = (cashBox: number, bills: number | null = null) => ({ cashBox, bills })
  expect(expectedOf(meter(100, 500), meter(350, 1500), 9)).toEqual({ basis: 'METER', expected: 1250, meter: 1250, sales: 9 })
  expect(expectedOf(meter(100), meter(350), 9)).toMatchObject({ basis: 'METER', expected: 250 })
  for (const [before, now] of [
    [null, meter(350)],
    [meter(100), null],
    [meter(100, 5), meter(350)],
    [meter(400), meter(350)],
    [meter(100, 50), meter(350, 20)],
  ] as const)
    expect(expectedOf(before, now, 9)).toEqual({ basis: 'SALES', expected: 9, meter: null, sales: 9 })
})
