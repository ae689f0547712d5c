import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LOCALES } from './locales.ts'
import { type NumberRules, readNumber, writeNumber } from './numbers.ts'

const read = (typed: string, locale: string, rules: Partial<NumberRules> = {}) => {
  const found = readNumber(typed, { locale, ...rules })
  return found.state === 'number' ? found.value : found.state === 'wrong' ? found.problem : null
}
const money = { decimals: 2, min: 0, max: 1_000_000 }

describe('a typed number', () => {
  test.each([
    ['3.7', 'en-GB', 'notWhole'],
    ['3,7', 'de-DE', 'notWhole'],
    ['3.7', 'de-DE', 'notWhole'],
    ['1e3', 'en-GB', 'notANumber'],
    ['12 pieces', 'en-GB', 'notANumber'],
    ['-2', 'en-GB', 'tooSmall'],
    ['−2', 'pl-PL', 'tooSmall'],
    ['-', 'en-GB', 'notANumber'],
    ['.', 'en-GB', 'notANumber'],
    ['1-2', 'en-GB', 'notANumber'],
    ['', 'en-GB', null],
    ['  ', 'en-GB', null],
    ['3.0', 'en-GB', 3],
    ['1200', 'en-GB', 1200],
    ['1,200', 'en-GB', 1200],
    ['1.200', 'de-DE', 1200],
    ['1\u202f200', 'fr-FR', 1200],
    ['1\u00a0200', 'pl-PL', 1200],
    ['1 200', 'pl-PL', 1200],
    ['٤٢', 'ar-KW', 42],
    ['۴۲', 'ar-KW', 42],
    ['４２', 'ja-JP', 42],
    ['99999999999999999999', 'en-GB', 'tooLarge'],
  ])('of pieces: %s in %s is %s', (typed, locale, expected) => {
    expect(read(typed, locale, { min: 0, max: 5_000_000 })).toBe(expected)
  })

  test.each([
    ['1.234,50', 'de-DE', 1234.5],
    ['1.234,50', 'en-GB', 1234.5],
    ['1,234.50', 'en-US', 1234.5],
    ['1,234.50', 'de-DE', 1234.5],
    ['1.234,50', 'es-ES', 1234.5],
    ['1.234,50', 'it-IT', 1234.5],
    ['1.234,50', 'pt-BR', 1234.5],
    ['1 234,50', 'pl-PL', 1234.5],
    ['1\u202f234,50', 'fr-FR', 1234.5],
    ["1'234.50", 'de-CH', 1234.5],
    ['1’234.50', 'de-DE', 1234.5],
    ['2,50', 'pl-PL', 2.5],
    ['2.50', 'pl-PL', 2.5],
    ['2,50', 'en-US', 2.5],
    ['.5', 'en-US', 0.5],
    [',5', 'pl-PL', 0.5],
    ['5,', 'pl-PL', 5],
    ['0.500', 'de-DE', 0.5],
    ['1.234', 'de-DE', 1234],
    ['1,234', 'en-US', 1234],
    ['1,234', 'ja-JP', 1234],
    ['1.234', 'pl-PL', 'ambiguous'],
    ['1.234', 'fr-FR', 'ambiguous'],
    ['1.234', 'pt-PT', 'ambiguous'],
    ['1.234', 'en-US', 'tooFine'],
    ['1,234', 'de-DE', 'tooFine'],
    ['1.234.567', 'en-US', 'tooLarge'],
    ['1.234.56', 'en-US', 'notANumber'],
    ['12,34,567', 'en-US', 'notANumber'],
    ['١٬٢٣٤٫٥٠', 'ar-SA', 1234.5],
    ['１，２３４．５', 'ja-JP', 1234.5],
    ['-2', 'de-DE', 'tooSmall'],
    ['1000000,01', 'de-DE', 'tooLarge'],
  ])('of money: %s in %s is %s', (typed, locale, expected) => {
    expect(read(typed, locale, money)).toBe(expected)
  })

  it('whose limits exclude thousands has one meaning in every locale', () => {
    for (const locale of [...LOCALES, 'fr-FR']) {
      expect(read('52.123', locale, { decimals: 6, min: -90, max: 90 })).toBe(52.123)
      expect(read('-52,123', locale, { decimals: 6, min: -90, max: 90 })).toBe(-52.123)
      expect(read('-1', locale, { decimals: 2, min: 0, max: 100 })).toBe('tooSmall')
      expect(read('101', locale, { decimals: 2, min: 0, max: 100 })).toBe('tooLarge')
      expect(read('1,234.50', locale, { decimals: 2, min: 0, max: 999.99 })).toBe('tooLarge')
    }
  })

  const locale = fc.constantFrom(...LOCALES, 'fr-FR', 'de-CH', 'en-CA')
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
  it('is parsed as the locale formats it, grouped or not', () => {
    fc.assert(
      fc.property(locale, cents, (tag, minor) => {
        const value = minor / 100
        const rules = { decimals: 2 }
        for (const useGrouping of [true, false] as const)
          expect(read(new Intl.NumberFormat(tag, { useGrouping, maximumFractionDigits: 2 }).format(value), tag, rules)).toBe(value + 0)
        expect(read(writeNumber(value, tag), tag, rules)).toBe(value + 0)
        expect(read(writeNumber(value, tag, { decimals: 2, fixed: true }), tag, rules)).toBe(value + 0)
      }),
    )
  })

  it('never loses or gains a digit', () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789.,-+ e'\u202f"), minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(text, locale, (typed, tag) => {
        const found = read(typed, tag, { decimals: 9 })
        if (typeof found !== 'number') return
        const significant = (words: string) => words.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
        expect(significant(found.toFixed(9))).toBe(significant(typed))
      }),
    )
  })
})
