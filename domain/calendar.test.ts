import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../tests/support/seed.ts'
import { wallClock } from './calendar.ts'

const ZONES = ['Europe/Warsaw', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca']

const clockOf = (timeZone: string) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  return (at: number) => clock.format(at)
}
const utc = clockOf('UTC')

test('wall clocks match the platform, also when clocks change', () => {
  for (const zone of ZONES) {
    const platform = clockOf(zone)
    // Neighbouring moments hit the cached offset of their hour.
    const moment = fc.integer({ min: Date.UTC(1985) / 1000, max: Date.UTC(2030) / 1000 })
    fc.assert(
      fc.property(moment, fc.integer({ min: -7_200, max: 7_200 }), (second, more) => {
        for (const at of [second * 1000, (second + more) * 1000]) expect(utc(wallClock(at, zone))).toBe(platform(at))
      }),
      { seed, numRuns: 300 },
    )
    for (let at = Date.UTC(2006, 3, 2, 3); at < Date.UTC(2006, 3, 2, 5); at += 60_000) expect(utc(wallClock(at, zone))).toBe(platform(at))
  }
})
