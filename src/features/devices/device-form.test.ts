import * as v from 'valibot'
import { expect, it } from 'vitest'
import { schemaOf } from './device-form.ts'

const check = (imei: string, stored: string | null = null) => {
  const { success, output, issues } = v.safeParse(schemaOf(stored), { vendor: 'ROUNDSMAN', imei, msisdn: '', apnName: '' })
  return success ? output.imei : issues.map(({ message }) => message)
}

it('a wrong device number has a message in the language of the screen', () => {
  expect(check('')).toEqual(['wrong'])
  expect(check('1234567')).toEqual(['wrong'])
  expect(check('12 345 678')).toEqual(['wrong'])
  expect(check('1'.repeat(19))).toEqual(['wrong'])
  expect(check('356258611630570')).toEqual(['wrongImei'])
})

it('a device number is trimmed, and the stored one is valid as it is', () => {
  expect(check(' 356258611630579 ')).toBe('356258611630579')
  expect(check('356258611630570', '356258611630570')).toBe('356258611630570')
  expect(check('old one', 'old one')).toBe('old one')
})
