import type { InventoryRecord } from '#contract/sync.ts'
import type { Told } from './reference.ts'

type Said = { productInstallationId?: number; productId?: number; quantity: number; full?: boolean; baseQuantity?: number }
type Places = Pick<InventoryRecord, 'stocks'>

/**
 * The change of each stock point by an operation, in thousandths. Implemented from the specification, independent of the product's code.
 */
export function linesSaid({ call, body }: { call: string; body: unknown }, { stocks }: Places): Told['lines'] {
  const placeOf = ({ productInstallationId, productId }: Said) =>
    stocks.find((stock) => (productInstallationId ? stock.productInstallationId === productInstallationId : stock.productId === productId))
  const pointOf = (said: Said) => said.productInstallationId ?? placeOf(said)?.productInstallationId ?? 0
  if (call === 'restockSlots' || call === 'restockProducts') {
    return (body as Said[]).flatMap((said) => {
      const maximum = placeOf(said)?.maxQuantity
      const put = { point: pointOf(said), kind: 'delta' as const, quantity: said.quantity * 1000 }
      return said.full && maximum !== null && maximum !== undefined
        ? [put, { point: pointOf(said), kind: 'count' as const, quantity: maximum * 1000 }]
        : [put]
    })
  }
  if (call !== 'changeInventory' && call !== 'changeCoffeeInventory') return []
  const { type, stocks: changed } = body as { type: 'SOLD' | 'LOSS' | 'ADJUST'; stocks?: Said[] }
  return (changed ?? []).map((said) => {
    const taken = said.quantity - (said.baseQuantity ?? 0)
    return type === 'ADJUST' || taken > 0
      ? { point: pointOf(said), kind: 'count' as const, quantity: said.quantity * 1000 }
      : { point: pointOf(said), kind: 'delta' as const, quantity: taken * 1000 }
  })
}
