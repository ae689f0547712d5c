import type { Packaging } from '../products/product.ts'

/** A case has more than one piece, and can be lifted by one person. */
export const CASE_SIZES = { least: 2, most: 1_000 }

/** Packed goods have cases; ingredients are weighed, and hot drinks are prepared. */
export const hasCases = (packaging: Packaging | null): boolean => packaging !== 'COFFEE' && packaging !== 'INGREDIENT'

export type Cased = { packaging: Packaging; caseSize?: number | null | undefined }

/** Whole cases and remaining pieces. Null without a case size or a full case. */
export function casesOf(pieces: number, { packaging, caseSize }: Cased): { cases: number; pieces: number } | null {
  if (!caseSize || !hasCases(packaging) || pieces < caseSize) return null
  return { cases: Math.floor(pieces / caseSize), pieces: pieces % caseSize }
}

/** Rounds up to whole cases; unchanged if the warehouse does not have that many, or its stock is unknown. */
export function inWholeCases(pieces: number, { packaging, caseSize }: Cased, inWarehouse: number | undefined): number {
  if (!caseSize || !hasCases(packaging) || pieces <= 0) return pieces
  const rounded = Math.ceil(pieces / caseSize) * caseSize
  return inWarehouse !== undefined && rounded <= inWarehouse ? rounded : pieces
}
