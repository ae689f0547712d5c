import { charactersIn } from '../characters.ts'
import type { ProductId } from '../ids.ts'
import { isAmount } from '../money.ts'
import { toMilli } from '../units.ts'
import { CASE_SIZES, hasCases } from '../warehouse/cases.ts'
import { type CodeProblem, codeKey, MAX_CODE_PIECES, MAX_CODES, type ProductCode, problemOfCode } from './gtin.ts'
import type { Packaging, VolumeType } from './product.ts'
import { costLimit, hasDecimals, MAX_INGREDIENTS, MAX_NAME_LENGTH, MAX_TAX, MAX_VOLUME, SHARE_LIMITS } from './product-limits.ts'

export type IngredientShare = { id: ProductId; shareAmount: number }

/** The editable fields of a product. `ingredients`: what one drink takes; hot drinks only. */
export type ProductFields = {
  name: string
  volume: number
  volumeType: VolumeType
  packaging: Packaging
  tax: number
  lastCost: number
  /** Pieces per case; absent if it is not sold by the case. */
  caseSize?: number | null | undefined
  codes?: readonly ProductCode[] | undefined
  ingredients: readonly IngredientShare[]
}

export type TypedCode = { code: string; pieces: number | null }

/** Fields while they are typed: may be empty or not a number. */
export type TypedProduct = {
  name: string
  volume: number | null
  volumeType: VolumeType | null
  packaging: Packaging | null
  tax: number | null
  lastCost: number | null
  caseSize?: number | null | undefined
  codes?: readonly TypedCode[] | undefined
  ingredients: readonly { id: ProductId | null; shareAmount: number | null }[]
}

type ProductProblem =
  | 'required'
  | 'tooLong'
  | 'notPositive'
  | 'notWhole'
  | 'tooMuch'
  | 'outOfRange'
  | 'tooFine'
  | 'wrongUnit'
  | 'fixed'
  | 'tooMany'
  | 'twice'
  | 'notHere'
  | CodeProblem

/** A validation error of a field, by its path: `ingredients.0.shareAmount`. */
export type FieldProblem = { path: string; problem: ProductProblem }

/** Cans, bottles and hot drinks are measured in millilitres only. */
export const hasFixedUnit = (packaging: Packaging | null): boolean =>
  packaging === 'CAN' || packaging === 'BOTTLE' || packaging === 'COFFEE'

/** The cost of a hot drink is computed from its ingredients. */
export const hasCost = (packaging: Packaging | null): boolean => packaging !== 'COFFEE'
export const hasIngredients = (packaging: Packaging | null): boolean => packaging === 'COFFEE'

/** Allowed changes of the packaging: hot drinks and ingredients store stock and recipes differently from packed goods. */
export const mayBecome = (from: Packaging, to: Packaging): boolean => from === to || (isPacked(from) && isPacked(to))
const isPacked = (packaging: Packaging) => packaging !== 'COFFEE' && packaging !== 'INGREDIENT'

/** A new packaging sets its unit, and clears fields that it does not have. */
export const withPackaging = <P extends TypedProduct>(product: P, packaging: Packaging): P => ({
  ...product,
  packaging,
  ...(hasFixedUnit(packaging) ? { volumeType: 'MILLILITRE' } : {}),
  ...(hasCost(packaging) ? {} : { lastCost: 0 }),
  ...(hasCases(packaging) ? {} : { caseSize: null }),
  ...(hasIngredients(packaging) ? {} : { ingredients: [] }),
})

/** A product counted by the piece is one piece by default. */
export const withUnit = <P extends TypedProduct>(product: P, volumeType: VolumeType): P => ({
  ...product,
  volumeType,
  ...(volumeType === 'PIECE' ? { volume: 1 } : {}),
})

/** All validation errors of a product, for the form and the server. `before`: the current packaging of an existing product. */
export function problemsOf(
  product: TypedProduct,
  { currency, before }: { currency: string; before?: Packaging | undefined },
): FieldProblem[] {
  const { name, volume, volumeType, packaging, tax, lastCost, caseSize = null, codes = [], ingredients } = product
  const problems: (FieldProblem | null)[] = [
    at('name', name.trim() === '' ? 'required' : charactersIn(name.trim()) > MAX_NAME_LENGTH ? 'tooLong' : null),
    at('packaging', packaging === null ? 'required' : before && !mayBecome(before, packaging) ? 'fixed' : null),
    at('volumeType', volumeType === null ? 'required' : hasFixedUnit(packaging) && volumeType !== 'MILLILITRE' ? 'wrongUnit' : null),
    at('volume', ofVolume(volume)),
    at('tax', tax === null ? 'required' : !(tax >= 0 && tax <= MAX_TAX) ? 'outOfRange' : hasDecimals(tax, 2) ? null : 'tooFine'),
    at('lastCost', ofCost(lastCost, packaging, currency)),
    at('caseSize', caseSize === null ? null : ofCase(caseSize, packaging)),
    at('codes', codes.length > MAX_CODES ? 'tooMany' : null),
    ...codes.flatMap(({ code, pieces }, index) => [
      at(`codes.${index}.code`, problemOfCode(code) ?? (isBefore(codes, index) ? 'twice' : null)),
      at(`codes.${index}.pieces`, pieces === null ? 'required' : ofPieces(pieces)),
    ]),
    at(
      'ingredients',
      ingredients.length > 0 && !hasIngredients(packaging) ? 'notHere' : ingredients.length > MAX_INGREDIENTS ? 'tooMany' : null,
    ),
    ...ingredients.flatMap(({ id, shareAmount }, index) => [
      at(`ingredients.${index}.id`, id === null ? 'required' : ingredients.findIndex((other) => other.id === id) < index ? 'twice' : null),
      at(`ingredients.${index}.shareAmount`, shareAmount === null ? 'required' : isShare(shareAmount) ? null : 'outOfRange'),
    ]),
  ]
  return problems.filter((problem) => problem !== null)
}

/** Whether it has no errors. */
export const isSound = (product: TypedProduct, about: Parameters<typeof problemsOf>[1]): product is ProductFields =>
  problemsOf(product, about).length === 0

const at = (path: string, problem: ProductProblem | null): FieldProblem | null => (problem === null ? null : { path, problem })

const isBefore = (codes: readonly TypedCode[], index: number): boolean =>
  codes.findIndex(({ code }) => codeKey(code) === codeKey(codes[index]?.code ?? '')) < index

const ofPieces = (pieces: number): ProductProblem | null =>
  !Number.isInteger(pieces) ? 'notWhole' : pieces >= 1 && pieces <= MAX_CODE_PIECES ? null : 'outOfRange'

function ofVolume(volume: number | null): ProductProblem | null {
  if (volume === null) return 'required'
  if (!(volume > 0)) return 'notPositive'
  if (volume > MAX_VOLUME) return 'tooMuch'
  return Number.isInteger(volume) ? null : 'notWhole'
}

function ofCost(cost: number | null, packaging: Packaging | null, currency: string): ProductProblem | null {
  if (cost === null) return 'required'
  if (!(cost >= 0 && cost < costLimit(currency)) || (cost !== 0 && !hasCost(packaging))) return 'outOfRange'
  return isAmount(cost, currency) ? null : 'tooFine'
}

function ofCase(pieces: number, packaging: Packaging | null): ProductProblem | null {
  if (!hasCases(packaging)) return 'notHere'
  if (!Number.isInteger(pieces)) return 'notWhole'
  return pieces >= CASE_SIZES.least && pieces <= CASE_SIZES.most ? null : 'outOfRange'
}

/** As stored, in thousandths: a share must be above a tenth after rounding. */
const isShare = (amount: number): boolean => {
  const share = toMilli(amount)
  return share > toMilli(SHARE_LIMITS.above) && share < toMilli(SHARE_LIMITS.below)
}
