import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClock } from '../calendar.ts'
import { HOUR, MINUTE } from '../time.ts'
import { DAY_MINUTES } from '../time-of-day.ts'
import { MAX_HELD, quietUntil } from './quiet-hours.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const NIGHT = { from: 22 * 60, to: 6 * 60, days: EVERY_DAY }
const at = (iso: string) => Date.parse(iso)
const until = (hours: typeof NIGHT, iso: string, zone: string) => {
  const end = quietUntil(hours, at(iso), zone)
  return end === null ? null : new Date(end).toISOString()
}

describe('quiet hours', () => {
  test('night lasts over midnight, its end excluded', () => {
    expect(until(NIGHT, '2026-01-14T20:59:59Z', 'Europe/Berlin')).toBeNull()
    expect(until(NIGHT, '2026-01-14T21:00:00Z', 'Europe/Berlin')).toBe('2026-01-15T05:00:00.000Z')
    expect(until(NIGHT, '2026-01-15T04:59:59Z', 'Europe/Berlin')).toBe('2026-01-15T05:00:00.000Z')
    expect(until(NIGHT, '2026-01-15T05:00:00Z', 'Europe/Berlin')).toBeNull()
  })

  test('weekday is the one on which the period begins', () => {
    // 16 January 2026 is a Friday.
    const friday = { ...NIGHT, days: [5] }
    expect(until(friday, '2026-01-16T02:00:00Z', 'UTC')).toBeNull()
    expect(until(friday, '2026-01-17T02:00:00Z', 'UTC')).toBe('2026-01-17T06:00:00.000Z')
    expect(until({ ...NIGHT, days: [] }, '2026-01-17T02:00:00Z', 'UTC')).toBeNull()
  })

  test('end follows the wall clock when clocks change', () => {
    expect(until(NIGHT, '2026-03-28T23:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T04:00:00.000Z')
    expect(until(NIGHT, '2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T05:00:00.000Z')
    // 02:30 does not exist on this night.
    expect(until({ ...NIGHT, to: 150 }, '2026-03-28T23:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns']

  test('an end lies within a day and has its wall clock time', () => {
    const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
    const moment = fc.oneof(
      fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') }),
      // Around the clock changes of these zones.
      ...['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z', '2026-04-04T15:00:00Z'].map(
        (iso) => fc.integer({ min: at(iso) - 30 * HOUR, max: at(iso) + 30 * HOUR }),
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), minute, minute, fc.subarray(EVERY_DAY), moment, (zone, from, to, days, now) => {
        fc.pre(from !== to)
        const end = quietUntil({ from, to, days }, now, zone)
        const wall = (time: number) => (((wallClock(time, zone) / MINUTE) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
        const isInside = from < to ? wall(now) >= from && wall(now) < to : wall(now) >= from || wall(now) < to
        // A clock change of up to an hour moves the beginning or the end of the periods of its day.
        const isSteady = wallClock(now - 26 * HOUR, zone) - now + 26 * HOUR === wallClock(now + 26 * HOUR, zone) - now - 26 * HOUR
        if (isSteady && days.length === 7) expect(end !== null).toBe(isInside)
        if (end === null) return
        expect(days.length).toBeGreaterThan(0)
        expect(end).toBeGreaterThan(now)
        expect(end - now).toBeLessThanOrEqual(MAX_HELD)
        if (isSteady) expect(wall(end)).toBe(to)
      }),
      { numRuns: 2_000 },
    )
  })
})
