import type { MachineId, ProductId } from '../ids.ts'
import { type Cased, inWholeCases } from '../warehouse/cases.ts'
import { type Need, shareOut } from '../warehouse/pick-list.ts'

/**
 * What to load for a round. `take`: per product, with `needed` by all stops, `there` in the warehouse (undefined: unknown), and the pieces to
 * `load`. `shared`: the part of each machine, in the order of the needs.
 */
export type Load = { take: { product: ProductId; needed: number; there: number | undefined; load: number }[]; shared: Need[] }

/**
 * The needs of the stops, rounded up to whole cases where the warehouse has them, and limited by what it has. A product that is short goes
 * first to the machine that loses most without a visit.
 */
export function loadOf(
  needs: readonly Need[],
  cased: (product: ProductId) => Cased | undefined,
  inWarehouse: ReadonlyMap<ProductId, number> | undefined,
  loss: (machine: MachineId) => number,
): Load {
  const needed = new Map<ProductId, number>()
  for (const { product, quantity } of needs) needed.set(product, (needed.get(product) ?? 0) + quantity)
  const take = [...needed].map(([product, all]) => {
    const there = inWarehouse && Math.max(0, Math.floor(inWarehouse.get(product) ?? 0))
    const packed = cased(product)
    const wanted = packed ? inWholeCases(all, packed, there) : all
    return { product, needed: all, there, load: there === undefined ? wanted : Math.min(wanted, there) }
  })
  const byLoss = needs.toSorted((a, b) => loss(b.machine) - loss(a.machine))
  const given = shareOut(new Map(take.map(({ product, load }) => [product, load])), byLoss)
  const order = new Map(needs.map((need, index) => [keyOf(need), index]))
  return { take, shared: given.toSorted((a, b) => (order.get(keyOf(a)) ?? 0) - (order.get(keyOf(b)) ?? 0)) }
}

const keyOf = ({ machine, product }: Need) => `${machine} ${product}`
