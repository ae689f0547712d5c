import { describe, expect, test } from 'vitest'
import { loginFor, strengthOf } from './employees.ts'
import { isGuessable } from './passwords.ts'

describe('a login', () => {
  test.each([
    ['Anna', 'Nowak', 'anowak_aaaaa'],
    ['  Łucja', 'van der Berg', 'łvanderberg_aaaaa'],
    ['Zoe\u0308', 'O’Neil', 'zo’neil_aaaaa'],
  ])('of %s %s is %s', (first, last, login) => {
    expect(loginFor(first, last, () => 0)).toBe(login)
  })

  test('ends in five unambiguous characters', () => {
    for (const at of [0, 0.25, 0.5, 0.75, 0.999_999]) expect(loginFor('Anna', 'Nowak', () => at)).toMatch(/^anowak_[a-hjkmnp-z2-9]{5}$/)
  })
})

test.each([
  ['abcde', 'tooShort'],
  ['     abc     ', 'tooShort'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['vending1', 'weak'],
  ['abcdef', 'weak'],
  ['tomato12', 'ok'],
  ['tomatosoup', 'ok'],
  ['Tomato-soup7', 'good'],
  ['correct horse battery', 'good'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password, (one) => isGuessable(one))).toBe(strength)
})
