import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { intlLocaleOf, languageOf, wordsOf } from './languages.ts'

describe('a locale', () => {
  test('is read in a language that the app speaks, else in English', () => {
    expect(languageOf('en-GB')).toBe('en')
    for (const locale of ['tlh', '', '..', '../../etc', 'x'.repeat(20)]) expect(languageOf(locale)).toBe('en')
  })

  test('writes numbers as its own country does, and Japanese under its old name too', () => {
    expect(intlLocaleOf('pl_PL')).toBe('pl-PL')
    expect(intlLocaleOf('jp')).toBe('ja')
    for (const locale of ['', 'no such locale', '../..']) expect(intlLocaleOf(locale)).toBe('en')
  })
})

test('words that a language lacks are the English ones', () => {
  const Words = v.object({ sheet: v.object({ slot: v.string() }) })
  expect(wordsOf('zz', 'slots', Words)).toEqual(wordsOf('en', 'slots', Words))
})
