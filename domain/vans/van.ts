import type { ProductId } from '../ids.ts'
import type { Line } from '../stock/movements.ts'
import { type Milli, toMilli } from '../units.ts'

/**
 * LOAD: from the warehouse into the van. RETURN: back into the warehouse. COUNT: what is in the van. LOSS: thrown away, given away or lost
 * on the way.
 */
export const VAN_CHANGES = ['LOAD', 'RETURN', 'COUNT', 'LOSS'] as const
export type VanChange = (typeof VAN_CHANGES)[number]

export type VanItem = { productId: ProductId; quantity: number }

/** The most products of one change, and of one hand-over, which has to fit into a QR code. */
export const MAX_VAN_ITEMS = 500
export const MAX_HANDED_ITEMS = 40

/** Whether a line of this change accepts the quantity: a count may be zero, all others move something. */
export const mayChange = (type: VanChange, quantity: number): boolean => quantity > 0 || (type === 'COUNT' && quantity === 0)

/** A ledger line in a van or in the warehouse. */
export type VanLine = Omit<Line, 'point'> & { productId: ProductId; side: 'VAN' | 'WAREHOUSE' }

const delta = (side: VanLine['side'], productId: ProductId, quantity: Milli, cause: VanLine['cause']): VanLine => ({
  productId,
  side,
  kind: 'delta',
  quantity,
  cause,
})

/** The lines of a change. What leaves one side arrives on the other, so that goods are neither made nor lost. */
export const vanLines = (type: VanChange, items: readonly VanItem[]): VanLine[] =>
  items.flatMap(({ productId, quantity: whole }): VanLine[] => {
    const quantity = toMilli(whole)
    switch (type) {
      case 'LOAD':
        return [delta('VAN', productId, quantity, 'RECEIVE'), delta('WAREHOUSE', productId, -quantity, 'PICK')]
      case 'RETURN':
        return [delta('VAN', productId, -quantity, 'RETURN'), delta('WAREHOUSE', productId, quantity, 'RECEIVE')]
      case 'LOSS':
        return [delta('VAN', productId, -quantity, 'LOSS')]
      default:
        return [{ productId, side: 'VAN', kind: 'count', quantity, cause: 'SET' }]
    }
  })

/**
 * What a restock takes out of the van: the pieces that were added, but not the correction of a "full", which only counts. One line a product,
 * although a product may fill several slots.
 */
export function restockedFromVan(added: readonly { productId: ProductId; quantity: Milli }[]): VanLine[] {
  const sums = new Map<ProductId, Milli>()
  for (const { productId, quantity } of added) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].filter(([, sum]) => sum !== 0).map(([productId, sum]) => delta('VAN', productId, -sum, 'PICK'))
}

/** What a hand-over does to one of its two vans. */
export const handedLines = (side: 'FROM' | 'TO', items: readonly VanItem[]): VanLine[] =>
  items.map(({ productId, quantity }) => delta('VAN', productId, toMilli(side === 'TO' ? quantity : -quantity), 'HAND_OVER'))

/**
 * The change that takes another one back after it was sent. `before`, `now`: what the van contained when the change was recorded, and what it
 * contains now, by product. A count and a loss are taken back by a count, because nothing comes from the warehouse.
 */
export function oppositeOf(
  type: VanChange,
  items: readonly VanItem[],
  { before, now }: { before: ReadonlyMap<ProductId, number>; now: ReadonlyMap<ProductId, number> },
): { type: VanChange; items: VanItem[] } {
  if (type === 'LOAD') return { type: 'RETURN', items: [...items] }
  if (type === 'RETURN') return { type: 'LOAD', items: [...items] }
  const counted = items.map(({ productId, quantity }) => {
    const lost = type === 'LOSS' ? quantity : (before.get(productId) ?? 0) - quantity
    return { productId, quantity: Math.max(0, (now.get(productId) ?? 0) + lost) }
  })
  return { type: 'COUNT', items: counted }
}
