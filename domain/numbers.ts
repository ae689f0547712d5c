import { latinDigits } from './digits.ts'

/** The rules of a number field. */
export type NumberRules = {
  /** The account's locale, whose decimal and grouping signs take precedence. */
  locale: string
  /** Maximum number of decimals; 0 for whole numbers. */
  decimals?: number | undefined
  min?: number | undefined
  max?: number | undefined
}

type NumberProblem = 'notANumber' | 'ambiguous' | 'notWhole' | 'tooFine' | 'tooSmall' | 'tooLarge'

export type ReadNumber = { state: 'empty' } | { state: 'number'; value: number } | { state: 'wrong'; problem: NumberProblem }

/** Maximum length of the input, because the pattern takes quadratic time. */
const MAX_LENGTH = 100

/**
 * Parses a typed or pasted number, including digits of other scripts, grouping signs and either minus sign.
 *
 * The locale's own signs take precedence, so "1.234" is 1234 in German. Text that does not match them is parsed with the other decimal sign
 * if that leaves one meaning: "2.50" is 2.5 in Polish. With two meanings ("1.234" in Polish) it is ambiguous. A field whose limits exclude
 * thousands has no grouping, so a latitude of "52.123" is parsed the same everywhere.
 */
export function readNumber(typed: string, rules: NumberRules): ReadNumber {
  const text = plainSigns(typed)
  if (text === '') return { state: 'empty' }
  if (text.length > MAX_LENGTH) return wrong('notANumber')
  const [, sign, digits] = /^([+-]?)\s*([\d.,٫٬' ]+)$/.exec(text) ?? []
  if (digits === undefined || !/\d/.test(digits)) return wrong('notANumber')
  const amount = /^\d+$/.test(digits) ? digits : decimalText(digits, rules)
  if (amount === null) return wrong('notANumber')
  if (amount === 'ambiguous') return wrong('ambiguous')
  const value = (sign === '-' ? -1 : 1) * Number(amount) + 0
  return checked(value, amount, rules)
}

const fieldFormats = new Map<string, Intl.NumberFormat>()

/** Formats are kept, because creating one takes many times as long as using it, and tables have hundreds of fields. */
function fieldFormat(locale: string, decimals: number, fixed: boolean): Intl.NumberFormat {
  const key = `${locale} ${decimals} ${fixed}`
  const known = fieldFormats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    useGrouping: false,
    numberingSystem: 'latn',
    minimumFractionDigits: fixed ? decimals : 0,
    maximumFractionDigits: decimals,
  })
  fieldFormats.set(key, format)
  return format
}

/** Formats a number for a field: with the locale's decimal sign and without grouping, so that it can be edited. */
export function writeNumber(value: number, locale: string, { decimals = 20, fixed = false } = {}): string {
  if (Number.isInteger(value) && !fixed && Math.abs(value) < 1e15) return String(value)
  return fieldFormat(locale, decimals, fixed)
    .format(value)
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replace('\u2212', '-')
}

type Signs = { decimal: '.' | ','; group: ' ' | '.' | ',' | "'" }

/** The decimal and grouping signs of a locale. */
export function signsOf(locale: string): Signs {
  const known = signs.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(-1_234_567.5)
  const sign = (type: 'decimal' | 'group') => plainSigns(parts.find((part) => part.type === type)?.value ?? '') || ' '
  const found: Signs = { decimal: sign('decimal') === ',' ? ',' : '.', group: GROUPS.find((one) => one === sign('group')) ?? ' ' }
  signs.set(locale, found)
  return found
}

const signs = new Map<string, Signs>()
const GROUPS = [' ', '.', ',', "'"] as const

const wrong = (problem: NumberProblem): ReadNumber => ({ state: 'wrong', problem })

/** Normalizes to Latin digits, one kind of space, minus and apostrophe, without direction marks. */
const plainSigns = (typed: string): string =>
  latinDigits(typed)
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replaceAll(/[\s\u00a0\u2009\u202f]/g, ' ')
    .replaceAll(/[\u2212\u2012\u2013\uff0d\ufe63]/g, '-')
    .replaceAll('\uff0b', '+')
    .replaceAll(/[\u2019\u02bc\uff07]/g, "'")
    .replaceAll('\uff0e', '.')
    .replaceAll(/[\uff0c\u060c]/g, ',')
    .trim()

/** The digits as "1234.5"; null if they cannot be parsed, and `ambiguous` with two meanings. */
function decimalText(digits: string, { locale, min = -Infinity, max = Infinity }: NumberRules): string | 'ambiguous' | null {
  // The Arabic signs have one meaning each.
  if (/[٫٬]/.test(digits)) return readAs(digits.replaceAll('٬', ' ').replaceAll('٫', '.'), '.', ' ')
  const canGroup = max >= 1_000 || min <= -1_000
  const ungrouped = canGroup ? null : (readAs(digits, '.', null) ?? readAs(digits, ',', null))
  if (ungrouped !== null) return ungrouped
  const { decimal, group } = signsOf(locale)
  const own = readAs(digits, decimal, group) ?? readAs(digits, decimal, ' ') ?? readAs(digits, decimal, "'")
  if (own !== null) return own
  const others = (['.', ','] as const).flatMap((sign) => GROUPS.flatMap((one) => (one === sign ? [] : (readAs(digits, sign, one) ?? []))))
  const [first, ...rest] = new Set(others)
  return first === undefined ? null : rest.length > 0 ? 'ambiguous' : first
}

/** Parses the digits with these signs: groups of three after the first, and at most one decimal sign after them. */
function readAs(digits: string, decimal: '.' | ',', group: string | null): string | null {
  const at = digits.lastIndexOf(decimal)
  const [whole, part] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)]
  if (!/^\d*$/.test(part)) return null
  if (/^\d*$/.test(whole)) return `${whole || '0'}${part && `.${part}`}`
  const groups = group === null ? [] : whole.split(group)
  const [first = '', ...rest] = groups
  if (rest.length === 0 || !/^[1-9]\d{0,2}$/.test(first) || !rest.every((three) => /^\d{3}$/.test(three))) return null
  return `${groups.join('')}${part && `.${part}`}`
}

function checked(value: number, amount: string, { decimals = 0, min = -Infinity, max = Infinity }: NumberRules): ReadNumber {
  const used = (amount.split('.')[1] ?? '').replace(/0+$/, '').length
  if (used > decimals) return wrong(decimals === 0 ? 'notWhole' : 'tooFine')
  if (value < min) return wrong('tooSmall')
  // A larger number loses digits, whatever the field's limit.
  if (value > max || Math.abs(value) > Number.MAX_SAFE_INTEGER / 10 ** Math.min(used, 6)) return wrong('tooLarge')
  return { state: 'number', value }
}
