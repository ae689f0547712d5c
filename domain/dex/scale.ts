import { decimalsOf } from '../money.ts'
import { numberIn } from './numbers.ts'
import type { Segment } from './segments.ts'
import type { Warn } from './warnings.ts'

// ISO 4217: alphabetic code and number.
const CODES =
  'AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108 BMD060 BND096 ' +
  'BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170 CRC188 CUP192 CVE132 CZK203 DJF262 ' +
  'DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 ' +
  'HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 ' +
  'KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 ' +
  'MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 ' +
  'PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 ' +
  'STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 ' +
  'VES928 VND704 VUV548 WST882 XAF950 XCD951 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWL932'

const byNumber = new Map(CODES.split(' ').map((entry) => [entry.slice(3), entry.slice(0, 3)]))
const codes = new Set([...byNumber.values()])

// The rouble's number before 1998, which coin changers still report.
byNumber.set('810', 'RUB')

export const isCurrency = (code: string): boolean => codes.has(code)

/** `1978` is EUR: a one followed by the ISO 4217 number. Any other form is a telephone country code or meaningless. */
const currencyOf = (code: string): string | null => (/^1\d{3}$/.test(code) ? (byNumber.get(code.slice(1)) ?? null) : null)

/** How to interpret the amounts of an audit. */
export type Scale = {
  /** ISO 4217; null if neither the machine nor the caller has it. */
  currency: string | null
  /** Number of decimals of amounts: those of the currency, or the machine's if there is no currency. */
  digits: number
  /** The machine's own number of decimals, and its smallest step in minor units. */
  decimals: number
  unit: number
}

const USUAL_DECIMALS = 2
const MAX_DECIMALS = 4

/** `assumed` is the company's currency, for machines that report none. */
export function scaleOf(id4: Segment | undefined, assumed: string | null, warn: Warn): Scale {
  const [, place, numeric = '', alpha = ''] = id4?.elements.map((element) => element.trim()) ?? []
  const value = numberIn(place)
  const isAbsurd = value === 'junk' || (typeof value === 'number' && value > MAX_DECIMALS)
  if (isAbsurd) warn('DECIMALS_ABSURD', id4?.line ?? 1)
  const decimals = typeof value === 'number' && !isAbsurd ? value : USUAL_DECIMALS
  const own = currencyOf(numeric) ?? (isCurrency(alpha) ? alpha : null)
  if (!own && (numeric || alpha)) warn('CURRENCY_UNKNOWN', id4?.line ?? 1)
  const currency = own ?? assumed
  const digits = currency ? decimalsOf(currency) : decimals
  return { currency, digits, decimals, unit: 10 ** (digits - decimals) }
}
