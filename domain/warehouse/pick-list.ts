import type { MachineId, ProductId } from '../ids.ts'
import type { Packaging } from '../products/product.ts'

/** The shortage of a product in a machine, in whole units. */
export type Need = { machine: MachineId; product: ProductId; quantity: number }

/**
 * Distributes picked products over the machines that lack them, in order, each up to its shortage. The remainder is not assigned to a
 * machine.
 */
export function shareOut(picked: ReadonlyMap<ProductId, number>, needs: readonly Need[]): Need[] {
  const left = new Map(picked)
  return needs.flatMap((need) => {
    const there = left.get(need.product) ?? 0
    const quantity = Math.min(there, need.quantity)
    left.set(need.product, there - quantity)
    return quantity > 0 ? [{ ...need, quantity }] : []
  })
}

/** Heavy goods are loaded first, fragile ones last. */
const LOADED: readonly Packaging[] = ['BOTTLE', 'CAN', 'INGREDIENT', 'COFFEE', 'PIECE']

export const loadingOrder = (a: { packaging: Packaging }, b: { packaging: Packaging }): number =>
  LOADED.indexOf(a.packaging) - LOADED.indexOf(b.packaging)
