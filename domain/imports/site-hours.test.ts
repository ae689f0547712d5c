import { describe, expect, test } from 'vitest'
import { siteHoursIn } from './site-hours.ts'

describe('opening hours in a file', () => {
  test.each([
    ['Mo-Fr 8-17; Sa 09:00-12:00', 'Mo-Fr 08:00-17:00; Sa 09:00-12:00'],
    ['Mo–Do 08:00 – 17:00; Fr 8-12', 'Mo-Th 08:00-17:00; Fr 08:00-12:00'],
    ['Mo-Fr 7-18 Uhr', 'Mo-Fr 07:00-18:00'],
    ['lun-ven 07:30-18:00', 'Mo-Fr 07:30-18:00'],
    ['月〜金 9:00〜17:00', 'Mo-Fr 09:00-17:00'],
    ['Monday-Friday 06:00-22:00', 'Mo-Fr 06:00-22:00'],
  ])('reads %s', (text, hours) => expect(siteHoursIn(text)).toBe(hours))

  test.each(['always', '24/7', 'Mo-Fr', 'Mo-Fr 17-8', '8-17'])('does not read %s', (text) => expect(siteHoursIn(text)).toBeNull())
})
