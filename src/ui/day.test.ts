import { expect, test } from 'vitest'
import { dayIn, dayText } from './day.ts'

test('a day is written as dd-MM-yyyy', () => {
  expect([dayText('2026-03-31'), dayText('')]).toEqual(['31-03-2026', ''])
})

test('a day is read with any separator', () => {
  expect(['31-03-2026', '31.03.2026', '31/3/2026', '31032026', ' 1-2-2018 '].map(dayIn)).toEqual([
    '2026-03-31',
    '2026-03-31',
    '2026-03-31',
    '2026-03-31',
    '2018-02-01',
  ])
})

test('an impossible date is not a day', () => {
  expect(['', '31-02-2026', '29-02-2025', '2026-03-31', '00-01-2026', '31-03-26', 'today'].map(dayIn)).toEqual(Array(7).fill(null))
})
