import { MAX_CODE_PIECES, MAX_CODES } from '#domain/products/gtin.ts'
import { costLimit, MAX_INGREDIENTS, MAX_NAME_LENGTH, MAX_TAX, MAX_VOLUME, SHARE_LIMITS } from '#domain/products/product-limits.ts'
import type { FieldProblem } from '#domain/products/product-rules.ts'
import { CASE_SIZES } from '#domain/warehouse/cases.ts'

type Of = { packaging: string; currency: string }

/** A validation error of a product in the words of the API. */
export function problemWords({ path, problem }: FieldProblem, of: Of): string {
  switch (problem) {
    case 'required':
      return 'required'
    case 'tooLong':
      return `must have at most ${MAX_NAME_LENGTH} characters`
    case 'notPositive':
      return 'must be greater than 0'
    case 'notWhole':
      return 'must be a whole number'
    case 'tooMuch':
      return `must be at most ${MAX_VOLUME}`
    case 'outOfRange':
      return rangeOf(path, of)
    case 'tooFine':
      return path === 'tax' ? 'must have at most 2 decimals' : `is no amount of ${of.currency}: it has too many decimals`
    case 'wrongUnit':
      return `must be "MILLILITRE" with the packaging "${of.packaging}"`
    case 'fixed':
      return 'cannot be changed to or from "COFFEE" or "INGREDIENT"'
    case 'tooMany':
      return `must have at most ${path === 'codes' ? MAX_CODES : MAX_INGREDIENTS} entries`
    case 'twice':
      return 'must not be given twice'
    case 'notHere':
      return `is not possible with the packaging "${of.packaging}"`
    case 'notDigits':
      return 'must have digits only'
    case 'wrongLength':
      return 'must have 8, 12, 13 or 14 digits'
    case 'wrongCheckDigit':
      return 'has a wrong check digit'
  }
}

function rangeOf(path: string, { packaging, currency }: Of): string {
  if (path === 'tax') return `must be from 0 to ${MAX_TAX}`
  if (path === 'lastCost')
    return packaging === 'COFFEE'
      ? 'must be 0 or absent, because the cost of a hot drink follows from its ingredients'
      : `must be at least 0 and less than ${costLimit(currency)}`
  if (path === 'caseSize') return `must be from ${CASE_SIZES.least} to ${CASE_SIZES.most}`
  if (path.endsWith('.pieces')) return `must be from 1 to ${MAX_CODE_PIECES}`
  return `must be greater than ${SHARE_LIMITS.above} and less than ${SHARE_LIMITS.below}`
}
