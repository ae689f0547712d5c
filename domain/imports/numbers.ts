import { type Cell, plainDigits, shown } from './cell.ts'
import { withoutCurrency } from './currencies.ts'

export type DecimalMark = '.' | ','

/** Observations about the numbers of a column, whose format is determined for the column as a whole. */
type NumberFacts = {
  numbers: number
  others: number
  comma: number
  point: number
  unclear: number
  example: string | null
  whole: number
  most: number
}

export const noNumbers = (): NumberFacts => ({ numbers: 0, others: 0, comma: 0, point: 0, unclear: 0, example: null, whole: 0, most: 0 })

const BETWEEN = /[\s\u00a0\u202f'’+]/gu

/** Credit or debit behind an amount: 1.50 CR. Which of them is a sale depends on whose account it is. */
const DEBIT_SIGN = /(?<=[\d)\p{Sc}]\s?)(CR|DR)\.?$/iu
export const debitSignOf = (cell: Cell | undefined): string | null =>
  typeof cell === 'string' && cell.length <= 60 ? (DEBIT_SIGN.exec(cell.trim())?.[1]?.toUpperCase() ?? null) : null

/** 20,- is a whole amount; 20- is a negative one. */
const NO_CENTS = /(?<=\d)[.,][-–—]+(?!\d)/
/** The points of an abbreviation are no decimal marks: Rs. 2.10, S/. 2.10 and 2.10 د.ك */
const POINT_OF_WORD = /(?<=^-?(?:\p{L}{1,4}|S\/))\.(?=\d)|(?<=\p{L})\.(?=\p{L})|(?<=^-?\p{L}\.\p{L})\.(?=\d)/gu

/** Digits, marks and a minus only; null if it is not a number. */
function bare(text: string): string | null {
  if (text.length > 60) return null
  if (/^-?\d+(?:[.,]\d+)?$/.test(text)) return text
  const digits = plainDigits(text)
    .normalize('NFKC')
    .replaceAll('\u2212', '-')
    .replaceAll(BETWEEN, '')
    .replace(DEBIT_SIGN, '')
    .replace(NO_CENTS, '')
  let plain = /^[-\d.,]*$/.test(digits) ? digits : withoutCurrency(digits.replaceAll(POINT_OF_WORD, ''))
  if (/^\(.*\)$/.test(plain)) plain = `-${withoutCurrency(plain.slice(1, -1))}`
  if (/^[\d.,]+-$/.test(plain)) plain = `-${plain.slice(0, -1)}`
  plain = plain.replace(/%$/, '')
  return /^-?[\d.,]*\d[\d.,]*$/.test(plain) ? plain : null
}

/** The decimal mark of one number, if the number itself shows it. */
function markIn(plain: string): DecimalMark | 'unclear' | null {
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')]
  if (comma < 0 && point < 0) return null
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const mark = comma >= 0 ? ',' : '.'
  const at = Math.max(comma, point)
  // 1,234,567 has thousands separators, so the other mark is the decimal one.
  if (plain.indexOf(mark) !== at) return mark === ',' ? '.' : ','
  const whole = plain.slice(plain.startsWith('-') ? 1 : 0, at)
  if (plain.length - at !== 4 || whole === '0' || whole === '' || whole.length > 3) return mark
  return 'unclear'
}

/** Whether a number such as 1,234 has decimals or thousands, depending on its mark. */
export const isUnclear = (cell: Cell | undefined): boolean => {
  const plain = typeof cell === 'string' ? bare(cell) : null
  return plain !== null && markIn(plain) === 'unclear'
}

export function seeNumber(facts: NumberFacts, cell: Cell | undefined): void {
  if (cell === null || cell === undefined || cell === '') return
  if (typeof cell === 'number') {
    facts.numbers++
    if (Number.isInteger(cell)) facts.whole++
    facts.most = Math.max(facts.most, Math.abs(cell))
    return
  }
  const plain = cell instanceof Date ? null : bare(cell)
  if (plain === null) {
    facts.others++
    return
  }
  facts.numbers++
  const mark = markIn(plain)
  if (mark === ',') facts.comma++
  else if (mark === '.') facts.point++
  else if (mark === 'unclear') {
    facts.unclear++
    facts.example ??= shown(cell)
  } else {
    facts.whole++
    facts.most = Math.max(facts.most, Math.abs(Number(plain)))
  }
}

/** The decimal mark of a column; uncertain if there are only numbers such as 1,234. `decimals`: those of the company's currency. */
export function decimalOf({ comma, point, unclear, example }: NumberFacts, decimals = 2): { mark: DecimalMark; doubt: string | null } {
  if (comma !== point) return { mark: comma > point ? ',' : '.', doubt: null }
  if (unclear === 0 || example === null) return { mark: '.', doubt: null }
  const hasComma = plainDigits(example).includes(',')
  // Without decimals, three digits behind a mark are thousands.
  if (decimals === 0) return { mark: hasComma ? '.' : ',', doubt: null }
  // If prices have three decimals, a mark before three digits is the decimal one; a comma may also separate thousands.
  if (decimals === 3) return hasComma ? { mark: ',', doubt: example } : { mark: '.', doubt: null }
  // In all other currencies a single group of three digits is far more often a thousand than a price with three decimals.
  return { mark: hasComma ? '.' : ',', doubt: example }
}

/** Integer digits, with groups as in use: 1,234,567, and 12,34,567 in India. */
const GROUPED = /^-?(\d*|\d{1,3}([.,])(\d{2,3}\2)*\d{3})$/

/** Parses the number in a cell; without a mark for the column, the last mark is the decimal one. */
export function numberIn(cell: Cell | undefined, mark?: DecimalMark): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (cell instanceof Date) return null
  // Most amounts of a file: 1.50 or 1,50.
  if (typeof cell === 'string' && /^\d{1,9}[.,]\d{1,2}$/.test(cell)) return Number(cell.replace(',', '.'))
  const plain = bare(shown(cell))
  if (plain === null) return null
  const own = markIn(plain)
  const decimal = own === 'unclear' || own === null ? (mark ?? (plain.includes(',') ? ',' : '.')) : own
  const at = plain.lastIndexOf(decimal)
  const isDivided = at >= 0 && plain.indexOf(decimal) === at
  const grouped = isDivided ? plain.slice(0, at) : plain
  if (!GROUPED.test(grouped)) return null
  const whole = grouped.replaceAll(/[.,]/g, '')
  const value = Number(isDivided ? `${whole === '-' || whole === '' ? `${whole}0` : whole}.${plain.slice(at + 1)}` : whole)
  return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : null
}
