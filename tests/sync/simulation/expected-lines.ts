import type { InventoryRecord } from '#contract/sync.ts'
import type { RecordedOperation } from './reference.ts'

type Item = { productInstallationId?: number; productId?: number; quantity: number; full?: boolean; baseQuantity?: number }
type Places = Pick<InventoryRecord, 'stocks'>

/**
 * The change of each stock point by an operation, in thousandths. Implemented from the specification, independent of the product's code.
 */
export function expectedLines({ call, body }: { call: string; body: unknown }, { stocks }: Places): RecordedOperation['lines'] {
  const placeOf = ({ productInstallationId, productId }: Item) =>
    stocks.find((stock) => (productInstallationId ? stock.productInstallationId === productInstallationId : stock.productId === productId))
  const pointOf = (item: Item) => item.productInstallationId ?? placeOf(item)?.productInstallationId ?? 0
  if (call === 'restockSlots' || call === 'restockProducts') {
    return (body as Item[]).flatMap((item) => {
      const maximum = placeOf(item)?.maxQuantity
      const put = { point: pointOf(item), kind: 'delta' as const, quantity: item.quantity * 1000 }
      return item.full && maximum !== null && maximum !== undefined
        ? [put, { point: pointOf(item), kind: 'count' as const, quantity: maximum * 1000 }]
        : [put]
    })
  }
  if (call !== 'changeInventory' && call !== 'changeCoffeeInventory') return []
  const { type, stocks: changed } = body as { type: 'SOLD' | 'LOSS' | 'ADJUST'; stocks?: Item[] }
  return (changed ?? []).map((item) => {
    const taken = item.quantity - (item.baseQuantity ?? 0)
    return type === 'ADJUST' || taken > 0
      ? { point: pointOf(item), kind: 'count' as const, quantity: item.quantity * 1000 }
      : { point: pointOf(item), kind: 'delta' as const, quantity: taken * 1000 }
  })
}
