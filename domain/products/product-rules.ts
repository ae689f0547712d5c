import type { ProductId } from '../ids.ts'
import { decimalsOf, isAmount } from '../money.ts'
import { toMilli } from '../units.ts'
import { CASE_SIZES, hasCases } from '../warehouse/cases.ts'
import type { Packaging, VolumeType } from './product.ts'

export const MAX_NAME_LENGTH = 100
export const MAX_VOLUME = 50_000
export const MAX_TAX = 100
/** What a product costs is less than this, in the company's currency; one without decimals counts in its smallest coins. */
export const COST_LIMIT = 1_000
export const COST_LIMIT_WITHOUT_DECIMALS = 100_000
export const costLimit = (currency: string): number => (decimalsOf(currency) === 0 ? COST_LIMIT_WITHOUT_DECIMALS : COST_LIMIT)
export const MAX_INGREDIENTS = 6
/** A share of an ingredient is more than the one and less than the other, in the ingredient's own unit. */
export const SHARE_LIMITS = { above: 0.1, below: 10_000 }

export type IngredientShare = { id: ProductId; shareAmount: number }

/** What is written of a product. `ingredients`: what one drink takes; of hot drinks alone. */
export type ProductFields = {
  name: string
  volume: number
  volumeType: VolumeType
  packaging: Packaging
  tax: number
  lastCost: number
  /** Pieces in a case; nothing where it does not come by the case. */
  caseSize?: number | null | undefined
  ingredients: readonly IngredientShare[]
}

/** A field as it is being typed: nothing is there yet, or no number. */
export type TypedProduct = {
  name: string
  volume: number | null
  volumeType: VolumeType | null
  packaging: Packaging | null
  tax: number | null
  lastCost: number | null
  caseSize?: number | null | undefined
  ingredients: readonly { id: ProductId | null; shareAmount: number | null }[]
}

export type ProductProblem =
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

/** What is wrong with a field, by its path: `ingredients.0.shareAmount`. */
export type FieldProblem = { path: string; problem: ProductProblem }

/** Cans, bottles and hot drinks are measured in millilitres alone. */
export const hasFixedUnit = (packaging: Packaging | null): boolean =>
  packaging === 'CAN' || packaging === 'BOTTLE' || packaging === 'COFFEE'

/** What a hot drink costs follows from its ingredients. */
export const hasCost = (packaging: Packaging | null): boolean => packaging !== 'COFFEE'
export const hasIngredients = (packaging: Packaging | null): boolean => packaging === 'COFFEE'

/** What one packaging may become: stock and recipes of hot drinks and ingredients are kept otherwise than those of packed goods. */
export const mayBecome = (from: Packaging, to: Packaging): boolean => from === to || (isPacked(from) && isPacked(to))
const isPacked = (packaging: Packaging) => packaging !== 'COFFEE' && packaging !== 'INGREDIENT'

/** Another packaging brings its unit along, and leaves behind what it does not have. */
export const withPackaging = <P extends TypedProduct>(product: P, packaging: Packaging): P => ({
  ...product,
  packaging,
  ...(hasFixedUnit(packaging) ? { volumeType: 'MILLILITRE' } : {}),
  ...(hasCost(packaging) ? {} : { lastCost: 0 }),
  ...(hasCases(packaging) ? {} : { caseSize: null }),
  ...(hasIngredients(packaging) ? {} : { ingredients: [] }),
})

/** What is counted by the piece is one piece, until somebody says otherwise. */
export const withUnit = <P extends TypedProduct>(product: P, volumeType: VolumeType): P => ({
  ...product,
  volumeType,
  ...(volumeType === 'PIECE' ? { volume: 1 } : {}),
})

/**
 * Everything that is wrong with a product, the same for who types it and for who keeps it. `before`: its packaging so far, where
 * it is there already.
 */
export function problemsOf(
  product: TypedProduct,
  { currency, before }: { currency: string; before?: Packaging | undefined },
): FieldProblem[] {
  const { name, volume, volumeType, packaging, tax, lastCost, caseSize = null, ingredients } = product
  const problems: (FieldProblem | null)[] = [
    at('name', name.trim() === '' ? 'required' : name.trim().length > MAX_NAME_LENGTH ? 'tooLong' : null),
    at('packaging', packaging === null ? 'required' : before && !mayBecome(before, packaging) ? 'fixed' : null),
    at('volumeType', volumeType === null ? 'required' : hasFixedUnit(packaging) && volumeType !== 'MILLILITRE' ? 'wrongUnit' : null),
    at('volume', ofVolume(volume)),
    at('tax', tax === null ? 'required' : !(tax >= 0 && tax <= MAX_TAX) ? 'outOfRange' : hasDecimals(tax, 2) ? null : 'tooFine'),
    at('lastCost', ofCost(lastCost, packaging, currency)),
    at('caseSize', caseSize === null ? null : ofCase(caseSize, packaging)),
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

/** Whether nothing is wrong with it. */
export const isSound = (product: TypedProduct, about: Parameters<typeof problemsOf>[1]): product is ProductFields =>
  problemsOf(product, about).length === 0

const at = (path: string, problem: ProductProblem | null): FieldProblem | null => (problem === null ? null : { path, problem })

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

/** As the recipe keeps it, in thousandths: what is not more than a tenth there is not more than a tenth. */
const isShare = (amount: number): boolean => {
  const share = toMilli(amount)
  return share > toMilli(SHARE_LIMITS.above) && share < toMilli(SHARE_LIMITS.below)
}

const hasDecimals = (value: number, most: number): boolean => Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-6
