import { CASE_SIZES } from '../warehouse/cases.ts'

/** A bar code of a product. `pieces`: how many pieces, or packs of an ingredient, carry it together. */
export type ProductCode = { code: string; pieces: number }

export const MAX_CODES = 12
export const MAX_CODE_PIECES = CASE_SIZES.most

/** GTIN-8, -12 (UPC), -13 (EAN) and -14 (case). */
const LENGTHS = [8, 12, 13, 14]
const LONGEST = 14

export type CodeProblem = 'required' | 'notDigits' | 'wrongLength' | 'wrongCheckDigit'

/** Null if it is a GTIN. The last digit is computed from the others, so a single wrong digit is found. */
export function problemOfCode(code: string): CodeProblem | null {
  if (code === '') return 'required'
  if (!/^\d+$/.test(code)) return 'notDigits'
  if (!LENGTHS.includes(code.length)) return 'wrongLength'
  return checkDigitOf(code.slice(0, -1)) === Number(code.at(-1)) ? null : 'wrongCheckDigit'
}

export const isGtin = (code: string): boolean => problemOfCode(code) === null

/** GS1 General Specifications, 7.9: from the right, the digits weigh three and one in turn. */
export function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** The codes of a text, which may have several, and spaces where they are printed with spaces. */
export const codesIn = (text: string): string[] => text.split(/[,;|/\n]+/).flatMap((part) => part.replaceAll(/[\s'-]/g, '') || [])

/** The same for a UPC and the EAN that some readers report for it, with a leading zero. */
export const codeKey = (code: string): string => code.padStart(LONGEST, '0')

/** The UPC-A that a code of eight digits on a small American product stands for; null if it stands for none. */
export function expandedUpcE(code: string): string | null {
  const parts = /^([01])(\d{5})(\d)(\d)$/.exec(code)
  if (!parts) return null
  const [, system = '', digits = '', last = '', check = ''] = parts
  const [a = '', b = '', c = '', d = '', e = ''] = digits
  const expanded =
    last <= '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  const upc = `${system}${expanded}${check}`
  return isGtin(upc) ? upc : null
}

/** The product with a code that a reader has reported, and the pieces that the code counts for. */
export function productWithCode<P extends { codes?: readonly ProductCode[] | undefined }>(
  products: Iterable<P>,
  read: string,
): { product: P; pieces: number } | null {
  const text = read.trim()
  if (!/^\d{1,14}$/.test(text)) return null
  const keys = [text, expandedUpcE(text)].flatMap((code) => (code === null ? [] : [codeKey(code)]))
  const found = [...products].flatMap((product) =>
    (product.codes ?? []).flatMap(({ code, pieces }) =>
      keys.includes(codeKey(code)) ? [{ product, pieces, rank: keys.indexOf(codeKey(code)) }] : [],
    ),
  )
  const [best] = found.toSorted((a, b) => a.rank - b.rank)
  return best ? { product: best.product, pieces: best.pieces } : null
}
