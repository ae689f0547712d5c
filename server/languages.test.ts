import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { intlLocaleOf, languageOf, wordsOf } from './languages.ts'

describe('locale', () => {
  test("has the app's language, or English if unsupported", () => {
    expect(languageOf('en-GB')).toBe('en')
    for (const locale of ['tlh', '', '..', '../../etc', 'x'.repeat(20)]) expect(languageOf(locale)).toBe('en')
  })

  test('formats numbers by its country, and supports the legacy code of Japanese', () => {
    expect(intlLocaleOf('pl_PL')).toBe('pl-PL')
    expect(intlLocaleOf('jp')).toBe('ja')
    for (const locale of ['', 'no such locale', '../..']) expect(intlLocaleOf(locale)).toBe('en')
  })
})

test('texts missing in a language fall back to English', () => {
  const Words = v.object({ sheet: v.object({ slot: v.string() }) })
  expect(wordsOf('zz', 'slots', Words)).toEqual(wordsOf('en', 'slots', Words))
})
