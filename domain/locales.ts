/** The supported currencies of a company. */
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

/** The supported locales for numbers, money and dates. */
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

/** Defaults without any indication of locale and currency. */
export const DEFAULT_WAYS = { currency: 'USD', timezone: 'Europe/Warsaw', locale: 'en-GB' } as const

/**
 * A supported locale: the same one, else one of the same language with the same order of day and month and, if there is one, the same
 * decimal sign, else the default. This avoids US dates in New Zealand.
 */
export function fittingLocale(tag: string): string {
  const normalized = tag.replace('_', '-').toLowerCase()
  const [language = ''] = normalized.split('-')
  const alike = LOCALES.filter((locale) => locale.startsWith(`${language}-`))
  const own = waysOf(normalized)
  return (
    LOCALES.find((locale) => locale.toLowerCase() === normalized) ??
    alike.find((locale) => waysOf(locale)?.join() === own?.join()) ??
    alike.find((locale) => waysOf(locale)?.[0] === own?.[0]) ??
    alike[0] ??
    DEFAULT_WAYS.locale
  )
}

/** Whether the day comes before the month, and the decimal sign; null if the text is not a locale. */
function waysOf(locale: string): [isDayFirst: boolean, decimal: string | undefined] | null {
  try {
    const date = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
    const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
    return [date.indexOf('day') < date.indexOf('month'), decimal]
  } catch {
    return null
  }
}

/** The country of a locale, by ISO 3166. */
export const countryIn = (tag: string): string | null => {
  const [, region = ''] = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})\b/i.exec(tag) ?? []
  return COUNTRIES.find((country) => country === region.toUpperCase()) ?? null
}

export const fittingCurrency = (code: string): string =>
  CURRENCIES.find((currency) => currency === code.trim().toUpperCase()) ?? DEFAULT_WAYS.currency

/** The given time zone if the platform supports it, else the default. */
export function fittingTimezone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === undefined || zone === ''
      ? DEFAULT_WAYS.timezone
      : zone
  } catch {
    return DEFAULT_WAYS.timezone
  }
}

/** The countries of a company: those of ISO 3166, and Kosovo with its commonly used code. */
export const COUNTRIES: readonly string[] = `
  AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG
  CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
  GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY
  KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG
  NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
  SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE
  YT ZA ZM ZW`
  .trim()
  .split(/\s+/)
