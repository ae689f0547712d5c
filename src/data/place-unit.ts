import type { VolumeType } from '#domain/products/product.ts'
import type { Place } from './stock.ts'

/** In a slot lie pieces, whatever each of them holds; a canister is measured in its ingredient's own unit. */
export const unitAt = ({ slotId, product }: Pick<Place, 'slotId' | 'product'>): VolumeType =>
  slotId === null ? product.volumeType : 'PIECE'
