import { plainDigits } from './digits.ts'

/** Signs and words for currencies. A sign that several countries use names all of them. */
const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL'
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  '￥': 'JPY CNY',
  円: 'JPY',
  元: 'CNY TWD',
  '₺': 'TRY',
  tl: 'TRY',
  '₽': 'RUB',
  руб: 'RUB',
  '₹': 'INR',
  rs: 'INR',
  '₴': 'UAH',
  грн: 'UAH',
  '₩': 'KRW',
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
  us$: 'USD',
  c$: 'CAD',
  a$: 'AUD',
  $: DOLLARS,
  'د.إ': 'AED',
  'ر.س': 'SAR',
  ر: 'SAR QAR OMR',
  'ج.م': 'EGP',
  'د.ك': 'KWD',
}
/** Codes that files name; a code of three letters that is a word of a language is left out. */
const CODES = new Set(
  'EUR USD GBP CHF PLN CZK HUF RON BGN SEK NOK DKK ISK TRY RUB UAH JPY CNY KRW INR THB SGD HKD TWD MYR IDR PHP VND AUD NZD CAD MXN BRL ARS CLP COP PEN UYU ZAR ILS AED SAR QAR KWD EGP MAD TND RSD MKD GEL KZT UZS BYN MDL HRK XAF XOF KES NGN'.split(
    ' ',
  ),
)

/** No amount is longer, and the patterns below take time by the square of the length. */
const LONGEST = 100

/** The currencies that a text such as "US$ 2.50" or "PLN" may mean; null where it names none. */
export function currenciesIn(text: string): readonly string[] | null {
  if (text.length > LONGEST) return null
  const words = plainDigits(text)
    .replaceAll(/[\d\s.,'’()+\u2212-]*\d[\d\s.,'’()+\u2212-]*/gu, ' ')
    .replaceAll(/^[\s(-]+|[\s).-]+$/g, '')
  if (words === '' || words.length > 6) return null
  if (CODES.has(words.toUpperCase())) return [words.toUpperCase()]
  return SIGNS[words.toLowerCase()]?.split(' ') ?? null
}

/** The currencies that the brackets or the end of a head may name: "Amount (USD)". */
export function currenciesOfHead(head: string): readonly string[] | null {
  if (head.length > LONGEST) return null
  const named = /[([（]([^)\]）]{1,4})[)\]）]\s*$/u.exec(head.trim())?.[1] ?? /\s([A-Z]{3}|\p{Sc})$/u.exec(head.trim())?.[1]
  return named === undefined || named !== named.toUpperCase() ? null : currenciesIn(named)
}

/** A text without the sign or code of a currency at its beginning or end. */
export function withoutCurrency(plain: string): string {
  if (plain.length > LONGEST) return plain
  const [, before = '', number = '', after = ''] = /^(-?[^\d.,(-]*)(.*?)([^\d.,)-]*\.?)$/su.exec(plain) ?? []
  const names = [before.replace(/^-/, ''), after].filter((part) => part !== '')
  if (names.some((part) => currenciesIn(part) === null)) return plain
  return `${before.startsWith('-') ? '-' : ''}${number}${after === '.' ? after : ''}`
}
