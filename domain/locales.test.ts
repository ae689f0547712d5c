import { describe, expect, test } from 'vitest'
import { countryIn, fittingLocale } from './locales.ts'

describe('the locale of a new company', () => {
  test.each([
    ['en-US', 'en-US'],
    ['en', 'en-US'],
    ['en-NZ', 'en-AU'],
    ['en-IE', 'en-AU'],
    ['en_IN', 'en-AU'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-BR'],
    ['es-CL', 'es-ES'],
    ['es-MX', 'es-ES'],
    ['ar-EG', 'ar-KW'],
    ['PL', 'pl-PL'],
    ['nl-NL', 'en-GB'],
    ['not a tag', 'en-GB'],
    ['', 'en-GB'],
  ])('for %s is %s, with the same order of day and month', (tag, locale) => expect(fittingLocale(tag)).toBe(locale))

  test.each([
    ['en-NZ', 'NZ'],
    ['es_cl', 'CL'],
    ['zh-Hant-TW', 'TW'],
    ['en', null],
    ['es-419', null],
    ['tlh-QQ', null],
  ])('%s is in the country %s', (tag, country) => expect(countryIn(tag)).toBe(country))
})
