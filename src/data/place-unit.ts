import type { VolumeType } from '#domain/products/product.ts'
import type { Place } from './stock.ts'

/** A slot holds pieces, whatever each of them contains; a canister is measured in its ingredient's own unit. */
export const unitAt = ({ slotId, product }: Pick<Place, 'slotId' | 'product'>): VolumeType =>
  slotId === null ? product.volumeType : 'PIECE'
