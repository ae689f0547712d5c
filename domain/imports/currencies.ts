import { plainDigits } from './cell.ts'

/** Symbols and words for currencies. A symbol that several countries use lists all of them. */
const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL'
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  '￥': 'JPY CNY',
  円: 'JPY',
  元: 'CNY TWD',
  '₺': 'TRY',
  tl: 'TRY',
  '₽': 'RUB',
  руб: 'RUB',
  р: 'RUB',
  '₹': 'INR',
  rs: 'INR',
  kd: 'KWD',
  sr: 'SAR',
  qr: 'QAR',
  dhs: 'AED',
  dh: 'AED MAD',
  บาท: 'THB',
  '₴': 'UAH',
  грн: 'UAH',
  '₩': 'KRW',
  원: 'KRW',
  won: 'KRW',
  '฿': 'THB',
  '₪': 'ILS',
  zł: 'PLN',
  zl: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  kr: 'SEK NOK DKK ISK',
  fr: 'CHF',
  sfr: 'CHF',
  r$: 'BRL',
  '₫': 'VND',
  đ: 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₸': 'KZT',
  '₾': 'GEL',
  rp: 'IDR',
  rm: 'MYR',
  r: 'ZAR',
  ksh: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
  '৳': 'BDT',
  '₡': 'CRC',
  '₲': 'PYG',
  bs: 'BOB',
  din: 'RSD',
  ден: 'MKD',
  'gh₵': 'GHS',
  's/': 'PEN',
  us$: 'USD',
  c$: 'CAD',
  a$: 'AUD',
  nt$: 'TWD',
  hk$: 'HKD',
  mx$: 'MXN',
  $: DOLLARS,
  دإ: 'AED',
  رس: 'SAR',
  ر: 'SAR QAR OMR',
  جم: 'EGP',
  دك: 'KWD',
}
/** Currency codes in files, without codes that are words of a language. */
const CODES = new Set(
  'EUR USD GBP CHF PLN CZK HUF RON BGN SEK NOK DKK ISK TRY RUB UAH JPY CNY KRW INR THB SGD HKD TWD MYR IDR PHP VND AUD NZD CAD MXN BRL ARS CLP COP PEN UYU ZAR ILS AED SAR QAR KWD EGP MAD TND RSD MKD GEL KZT UZS BYN MDL HRK XAF XOF KES NGN BDT PKR LKR NPR GHS TZS UGX CRC GTQ HNL BOB PYG DOP AZN AMD IQD IRR JOD LBP BHD OMR DZD KHR MMK MNT'.split(
    ' ',
  ),
)

/** Longer than any amount; the patterns below take quadratic time. */
const MAX_LENGTH = 100

/** The currencies that a text such as "US$ 2.50" or "PLN" may mean; null if it contains none. */
export function currenciesIn(text: string): readonly string[] | null {
  // Most amounts are a number without a currency.
  if (text.length > MAX_LENGTH || /^-?\d+(?:[.,]\d+)?$/.test(text)) return null
  const words = plainDigits(text)
    .replaceAll(/[\d\s.,'’()+\u2212-]*\d[\d\s.,'’()+\u2212-]*/gu, ' ')
    .replaceAll(/^[\s(-]+|[\s).-]+$/g, '')
  if (words === '' || words.length > 6) return null
  if (CODES.has(words.toUpperCase())) return [words.toUpperCase()]
  return SIGNS[words.toLowerCase().replaceAll('.', '')]?.split(' ') ?? null
}

/** The currencies in brackets, at the end or behind a comma of a header: "Amount (USD)". */
export function currenciesOfHead(head: string): readonly string[] | null {
  if (head.length > MAX_LENGTH) return null
  const text = head.trim()
  // Words behind a comma name the unit of a column: "Сума, грн". Small letters in brackets may be any other word.
  const unit = /,\s*(\p{L}{2,4}\.?|\p{Sc})$/u.exec(text)?.[1]
  if (unit !== undefined) return currenciesIn(unit)
  const named = /[([（]([^)\]）]{1,4})[)\]）]\s*$/u.exec(text)?.[1] ?? /\s([A-Z]{3}|\p{Sc})$/u.exec(text)?.[1]
  return named === undefined || named !== named.toUpperCase() ? null : currenciesIn(named)
}

/** The currencies of locales whose symbol other countries use too: numbers of Windows, with the language, and countries. */
const OF_LOCALE: Readonly<Record<string, string>> = {
  '409': 'USD',
  '540a': 'USD',
  '1009': 'CAD',
  c0c: 'CAD',
  c09: 'AUD',
  '1409': 'NZD',
  '1004': 'SGD',
  '4809': 'SGD',
  c04: 'HKD',
  '3c09': 'HKD',
  '404': 'TWD',
  '80a': 'MXN',
  '2c0a': 'ARS',
  '340a': 'CLP',
  '240a': 'COP',
  '416': 'BRL',
  '411': 'JPY',
  '804': 'CNY',
  '41d': 'SEK',
  '414': 'NOK',
  '814': 'NOK',
  '406': 'DKK',
  '40f': 'ISK',
  '401': 'SAR',
  '4001': 'QAR',
  '2001': 'OMR',
  us: 'USD',
  ca: 'CAD',
  au: 'AUD',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
  tw: 'TWD',
  mx: 'MXN',
  ar: 'ARS',
  cl: 'CLP',
  co: 'COP',
  br: 'BRL',
  jp: 'JPY',
  cn: 'CNY',
  se: 'SEK',
  no: 'NOK',
  dk: 'DKK',
  is: 'ISK',
  sa: 'SAR',
  qa: 'QAR',
  om: 'OMR',
}

/**
 * The currencies that the number format of a cell may show. In `[$¥-411]`, a locale follows the symbol; other formats are only a symbol, a word
 * or a code.
 */
export function currenciesOfFormat(format: string): readonly string[] | null {
  const [, symbol = format, locale = ''] = /^\[\$([^\]-]+)(?:-([^\]]*))?\]$/.exec(format) ?? []
  // Every code is a currency in brackets; without them it may be a word.
  if (symbol !== format && /^[A-Z]{3}$/.test(symbol)) return [symbol]
  const currencies = currenciesIn(symbol)
  // The number of a calendar or of digits comes before the last four digits of a locale.
  const own =
    OF_LOCALE[
      locale
        .toLowerCase()
        .replace(/^.*-/, '')
        .replace(/^[0-9a-f]*?0*([1-9a-f][0-9a-f]{2,3})$/, '$1')
    ]
  return currencies !== null && own !== undefined && currencies.includes(own) ? [own] : currencies
}

/** Removes a currency symbol or code from the start or end of a text. */
export function withoutCurrency(plain: string): string {
  if (plain.length > MAX_LENGTH) return plain
  const [, before = '', number = '', after = ''] = /^(-?[^\d.,(-]*)(.*?)([^\d.,)-]*\.?)$/su.exec(plain) ?? []
  const names = [before.replace(/^-/, ''), after].filter((part) => part !== '')
  if (names.some((part) => currenciesIn(part) === null)) return plain
  return `${before.startsWith('-') ? '-' : ''}${number}${after === '.' ? after : ''}`
}
