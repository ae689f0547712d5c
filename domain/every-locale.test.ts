import { describe, expect, test } from 'vitest'
import { latinDigits } from './digits.ts'
import { formatsOf } from './formats.ts'
import { CURRENCIES, LOCALES } from './locales.ts'
import { decimalsOf, toDecimal } from './money.ts'
import { readNumber } from './numbers.ts'

const AMOUNTS = [0, 1, 5, 99, 100, 12_345, 1_234_567]

/** Parses a number with the separators of the locale. */
function readBack(text: string, locale: string): number {
  const signs = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
  const decimal = signs.find(({ type }) => type === 'decimal')?.value ?? '.'
  const figure = latinDigits(text).replaceAll(new RegExp(`[^0-9${decimal === '.' ? '\\.' : decimal}-]`, 'gu'), '')
  return Number(figure.replace(decimal, '.').replaceAll(/\.$/g, ''))
}

describe.each(LOCALES)('in %s', (locale) => {
  test.each(CURRENCIES)('an amount in %s keeps its exact decimals', (currency) => {
    const { money, decimals } = formatsOf({ locale, currency, timezone: 'UTC' })
    expect(decimals).toBe(decimalsOf(currency))
    const style = { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
    for (const minor of AMOUNTS) {
      const amount = toDecimal(minor, currency)
      const figure = new Intl.NumberFormat(locale, style)
        .formatToParts(amount)
        .filter(({ type }) => ['integer', 'group', 'decimal', 'fraction'].includes(type))
        .map(({ value }) => value)
        .join('')
      expect(money(amount)).toContain(figure)
      expect(readBack(figure, locale)).toBe(amount)
      expect(latinDigits(figure).replace(/^.*\D(?=\d*$)/u, '')).toHaveLength(
        decimals === 0 ? latinDigits(figure).replace(/^.*\D/u, '').length : decimals,
      )
    }
  })

  test('a displayed quantity can be typed back', () => {
    const { number } = formatsOf({ locale, currency: 'EUR', timezone: 'UTC' })
    for (const quantity of [0, 7, 999, 1_000, 12_345])
      expect(readNumber(number(quantity), { locale })).toEqual({ state: 'number', value: quantity })
  })

  test('dates and times are formatted', () => {
    const { date, time, dateTime } = formatsOf({ locale, currency: 'EUR', timezone: 'Asia/Kuwait' })
    const at = Date.parse('2026-03-31T22:30:00Z')
    for (const text of [date(at), time(at), dateTime(at)]) expect(latinDigits(text)).toMatch(/\d/)
  })
})

test('right-to-left text is isolated from left-to-right text', () => {
  for (const locale of ['ar-KW', 'ar-SA', 'he-IL'])
    expect(formatsOf({ locale, currency: 'KWD', timezone: 'UTC' }).money(1.5)).toMatch(/^\u2068.*\u2069$/su)
  expect(formatsOf({ locale: 'de-DE', currency: 'KWD', timezone: 'UTC' }).money(1.5)).not.toMatch(/[\u2066-\u2069]/u)
})
