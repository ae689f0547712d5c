import { describe, expect, test } from 'vitest'
import { HOUR } from '#domain/time.ts'
import { dayIn, EARLIEST } from './day-search.ts'

const now = Date.parse('2026-03-29T22:30:00.000Z')

describe('a day of stock changes', () => {
  test("is at most today in the company's time zone", () => {
    expect(dayIn(undefined, now, 'Europe/Berlin')).toMatchObject({ day: '2026-03-30', previous: '2026-03-29', next: null })
    expect(dayIn(undefined, now, 'UTC')).toMatchObject({ day: '2026-03-29', next: null })
    expect(dayIn('2026-03-31', now, 'UTC').day).toBe('2026-03-29')
  })

  test('has the length of that day', () => {
    const { span, next } = dayIn('2026-03-29', now, 'Europe/Berlin')
    expect([span.until - span.from, next]).toEqual([23 * HOUR, '2026-03-30'])
  })

  test('is not before the first records', () => {
    expect(dayIn('2017-01-01', now, 'UTC')).toMatchObject({ day: EARLIEST, previous: null, next: '2018-02-02' })
  })
})
