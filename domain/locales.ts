/** The currencies that a company may keep its books in. */
export const CURRENCIES = [
  'PLN',
  'USD',
  'EUR',
  'BRL',
  'AED',
  'CAD',
  'AUD',
  'RON',
  'CZK',
  'JPY',
  'HRK',
  'HUF',
  'KWD',
  'ILS',
  'GBP',
  'SAR',
  'LTL',
  'LVL',
  'MXN',
  'NOK',
  'NZD',
  'RUB',
  'SEK',
  'SGD',
  'ARS',
  'CHF',
] as const

/** The ways of a country to write numbers, money and dates. */
export const LOCALES = [
  'pl-PL',
  'en-US',
  'en-AU',
  'de-DE',
  'pt-BR',
  'pt-PT',
  'es-ES',
  'ro-RO',
  'en-GB',
  'it-IT',
  'cs-CZ',
  'ja-JP',
  'ar-KW',
  'he-IL',
  'ar-SA',
] as const

/** Where nothing tells how somebody writes and counts. */
export const DEFAULT_WAYS = { currency: 'USD', timezone: 'Europe/Warsaw', locale: 'en-GB' } as const

/** One of ours: the same, else the first of the same language, else the default. */
export function fittingLocale(tag: string): string {
  const wanted = tag.replace('_', '-').toLowerCase()
  const [language = ''] = wanted.split('-')
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ??
    LOCALES.find((locale) => locale.startsWith(`${language}-`)) ??
    DEFAULT_WAYS.locale
  )
}

export const fittingCurrency = (code: string): string =>
  CURRENCIES.find((currency) => currency === code.trim().toUpperCase()) ?? DEFAULT_WAYS.currency

/** A zone whose clock this machine knows, else the default. */
export function fittingTimezone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === undefined || zone === ''
      ? DEFAULT_WAYS.timezone
      : zone
  } catch {
    return DEFAULT_WAYS.timezone
  }
}
