import { expect, test } from 'vitest'
import { zoneNamed } from './zones.ts'

test.each([
  ['Central European Time', 'Europe/Berlin'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Eastern European Summer Time', 'Europe/Bucharest'],
  ['GMT Standard Time', 'Europe/London'],
  ['Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['Indian/Maldives', 'Indian/Maldives'],
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['Atlantic/Azores', 'Atlantic/Azores'],
])('zone %s is %s', (text, name) => expect(zoneNamed(text)).toEqual({ name }))

test.each(['CST', 'IST', 'Middle Earth Time', ''])('zone %j is unknown or means several', (text) => expect(zoneNamed(text)).toBeNull())
