import type { Packaging } from '../products/product.ts'

/** A case holds more than one piece, and no more than somebody lifts. */
export const CASE_SIZES = { least: 2, most: 1_000 }

/** Packed goods come by the case; ingredients are weighed, and hot drinks are made. */
export const hasCases = (packaging: Packaging | null): boolean => packaging !== 'COFFEE' && packaging !== 'INGREDIENT'

export type Cased = { packaging: Packaging; caseSize?: number | null | undefined }

/** Whole cases, and the pieces beside them. Null: it does not come by the case, or not one case is full. */
export function casesOf(pieces: number, { packaging, caseSize }: Cased): { cases: number; pieces: number } | null {
  if (!caseSize || !hasCases(packaging) || pieces < caseSize) return null
  return { cases: Math.floor(pieces / caseSize), pieces: pieces % caseSize }
}

/** So many as whole cases hold at least; as they are where the warehouse does not have that many, or nobody knows whether it does. */
export function inWholeCases(pieces: number, { packaging, caseSize }: Cased, inWarehouse: number | undefined): number {
  if (!caseSize || !hasCases(packaging) || pieces <= 0) return pieces
  const whole = Math.ceil(pieces / caseSize) * caseSize
  return inWarehouse !== undefined && whole <= inWarehouse ? whole : pieces
}
