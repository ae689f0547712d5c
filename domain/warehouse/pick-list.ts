import type { MachineId, ProductId } from '../ids.ts'
import type { Packaging } from '../products/product.ts'

/** What a machine lacks of a product, in whole units. */
export type Need = { machine: MachineId; product: ProductId; quantity: number }

/**
 * Shares out what was picked among the machines that lack it, in their order, none more than it lacks. What is left over rides along,
 * and belongs to no machine.
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

/** What is heavy goes into the van first, and what crushes goes in last. */
const LOADED: readonly Packaging[] = ['BOTTLE', 'CAN', 'INGREDIENT', 'COFFEE', 'PIECE']

export const loadingOrder = (a: { name: string; packaging: Packaging }, b: { name: string; packaging: Packaging }): number =>
  LOADED.indexOf(a.packaging) - LOADED.indexOf(b.packaging) || a.name.localeCompare(b.name, 'en')
