import { expect, test } from 'vitest'
import { currencyOfPlace } from './currency-of-place.ts'
import { CURRENCIES } from './locales.ts'

test.each([
  ['Europe/Warsaw', 'pl-PL', 'PLN'],
  ['Europe/Warsaw', 'en-GB', 'PLN'],
  ['Asia/Tokyo', 'ja-JP', 'JPY'],
  ['America/Sao_Paulo', 'pt-BR', 'BRL'],
  ['Europe/London', 'en-GB', 'GBP'],
  ['Europe/London', 'pl-PL', 'GBP'],
  ['America/Indiana/Knox', 'pl-PL', 'USD'],
  ['America/New_York', 'es-ES', 'USD'],
  ['Europe/Zagreb', 'hr-HR', 'EUR'],
  // Zones without a place.
  ['UTC', 'ja-JP', 'JPY'],
  ['Etc/GMT+3', 'pt-BR', 'BRL'],
  ['', 'de', 'EUR'],
  ['UTC', 'not a locale', 'USD'],
  // Places whose currency is not supported.
  ['Asia/Kolkata', 'en-GB', 'USD'],
])('%s with %s uses %s', (timezone, locale, currency) => {
  expect(currencyOfPlace(timezone, locale)).toBe(currency)
})

test('every browser time zone in the countries of a currency is listed', () => {
  const zonesOf = (country: string) => {
    const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
    return locale.getTimeZones?.() ?? locale.timeZones ?? []
  }
  const wrong = [
    ['PL', 'PLN'],
    ['BR', 'BRL'],
    ['US', 'USD'],
    ['CA', 'CAD'],
    ['AU', 'AUD'],
    ['MX', 'MXN'],
    ['RU', 'RUB'],
    ['AR', 'ARS'],
    ['DE', 'EUR'],
    ['ES', 'EUR'],
    ['PT', 'EUR'],
    ['FR', 'EUR'],
    ['GB', 'GBP'],
    ['NZ', 'NZD'],
  ].flatMap(([country = '', currency]) => zonesOf(country).filter((zone) => currencyOfPlace(zone, 'und') !== currency))
  expect(wrong).toEqual([])
  expect(CURRENCIES).toContain(currencyOfPlace('Europe/Zurich', 'de-CH'))
})
