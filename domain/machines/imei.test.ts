import { expect, test } from 'vitest'
import { isDeviceNumber } from './device.ts'

test.each([
  ['490154203237518', true],
  ['356938035643809', true],
  ['490154203237519', false],
  ['490154203273518', false],
  ['abcdefghijklmno', false],
  ['49015420323751', true],
  ['4901542032375185', true],
  ['UNIT-0012', true],
])('%s as a telemetry unit is accepted: %s', (number, isRight) => expect(isDeviceNumber(number, 'ROUNDSMAN')).toBe(isRight))

test('numbers of other makers have no check digit', () => expect(isDeviceNumber('490154203237519', 'PEP')).toBe(true))
