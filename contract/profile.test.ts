import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { changeProfile, PasswordChange, PasswordTwice, ProfileFields } from './profile.ts'

const wrong = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value)
  return result.success ? null : [v.getDotPath(result.issues[0]), result.issues[0].message]
}
const profile = { firstName: 'Ada', lastName: 'Nowak', phoneNumber: '+48123456' }

describe('profile fields', () => {
  test('are trimmed', () => {
    expect(v.parse(ProfileFields, { ...profile, firstName: ' Ada ' }).firstName).toBe('Ada')
  })

  test.each([
    [{ firstName: ' ' }, ['firstName', 'FIRST_NAME_REQUIRED']],
    [{ lastName: '' }, ['lastName', 'LAST_NAME_REQUIRED']],
    [{ phoneNumber: '12345' }, ['phoneNumber', 'PHONE_INVALID']],
    [{ phoneNumber: 'call me' }, ['phoneNumber', 'PHONE_INVALID']],
    [{ phoneNumber: '' }, null],
    [{ phoneNumber: '123456' }, null],
    [{ phoneNumber: '12345678901234' }, null],
    [{ firstName: 'x'.repeat(30), lastName: 'y'.repeat(30) }, null],
  ])('%o', (fields, expected) => {
    expect(wrong(ProfileFields, { ...profile, ...fields })).toEqual(expected)
  })

  test.each([{ firstName: 'x'.repeat(31) }, { lastName: 'x'.repeat(31) }, { phoneNumber: '123456789012345' }])(
    '%o is too long',
    (fields) => {
      expect(wrong(ProfileFields, { ...profile, ...fields })).not.toBeNull()
    },
  )
})

describe('a new password', () => {
  test.each([
    ['sixsix', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(51), 'PASSWORD_TOO_LONG'],
  ])('rejects %s', (newPassword, message) => {
    expect(wrong(PasswordTwice, { newPassword, repeat: newPassword })).toEqual(['newPassword', message])
  })

  test.each(['sevenxx', 'x'.repeat(50)])('accepts %s', (newPassword) => {
    expect(wrong(PasswordTwice, { newPassword, repeat: newPassword })).toBeNull()
  })

  test('must match its repetition', () => {
    expect(wrong(PasswordTwice, { newPassword: 'sevenxx', repeat: 'sevenxy' })).toEqual(['repeat', 'PASSWORDS_MUST_MATCH'])
  })

  test('needs the old one, in the form and on the server', () => {
    const change = { oldPassword: '', newPassword: 'sevenxx', repeat: 'sevenxx' }
    expect(wrong(PasswordChange, change)).toEqual(['oldPassword', 'OLD_PASSWORD_IS_REQUIRED'])
    expect(wrong(changeProfile.body, { newPassword: 'sevenxx' })).toEqual(['oldPassword', 'OLD_PASSWORD_IS_REQUIRED'])
    expect(wrong(changeProfile.body, { newPassword: 'sevenxx', oldPassword: 'x' })).toBeNull()
  })
})
