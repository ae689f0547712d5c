import { CASE_SIZES } from '../warehouse/cases.ts'

/** A bar code of a product. `pieces`: how many pieces, or packs of an ingredient, carry it together. */
export type ProductCode = { code: string; pieces: number }

export const MAX_CODES = 12
export const MAX_CODE_PIECES = CASE_SIZES.most

/** GTIN-8, -12 (UPC), -13 (EAN) and -14 (case). */
const LENGTHS = [8, 12, 13, 14]
const MAX_LENGTH = 14

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

/** The same for a UPC and the EAN that some readers report for it, with a leading zero. */
export const codeKey = (code: string): string => code.padStart(MAX_LENGTH, '0')
