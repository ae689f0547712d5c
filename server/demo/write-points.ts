import type { ProductId, StockPointId } from '#domain/ids.ts'
import type { Level } from '#domain/stock/ledger.ts'
import type { Db } from '../db/client.ts'
import { stockPoints } from '../db/schema/stock.ts'
import type { DemoMachine } from './fleet.ts'
import type { Ground, Installed } from './ground.ts'

export type WrittenPoint = { id: StockPointId; productId: ProductId }

/** Writes the machine's stock points in order. The slots of a coffee machine are written as well, although they have no stock. */
export async function writePoints(
  db: Db,
  { company, productIds }: Ground,
  { points, planogram }: DemoMachine,
  { machineId, slotIds, since }: Installed,
  levels: readonly Level[],
): Promise<WrittenPoint[]> {
  const stay = (sku: string, slotNumber: string | null) => {
    const slotId = slotNumber === null ? null : (slotIds.get(slotNumber) ?? null)
    return { companyId: company, machineId, slotId, productId: productIds.get(sku) ?? 0, installedAt: since }
  }
  const holding = points.map(({ slotNumber, sku, maxQuantity }, point) => {
    const kind = slotNumber === null ? ('CANISTER' as const) : ('SLOT' as const)
    return { ...stay(sku, slotNumber), kind, maxQuantity, ...levelColumns(levels[point]) }
  })
  const buttons = planogram.slots.filter(({ maxQuantity }) => maxQuantity === null)
  const selections = buttons.map(({ sku, slotNumber }) => ({ ...stay(sku, slotNumber), kind: 'SELECTION' as const }))
  const written = await db
    .insert(stockPoints)
    .values([...holding, ...selections])
    .returning({ id: stockPoints.id, slotId: stockPoints.slotId, productId: stockPoints.productId })
  // In a machine a slot holds one product, and an ingredient has one canister.
  const ids = new Map(written.map(({ id, slotId, productId }) => [slotId === null ? `canister ${productId}` : `slot ${slotId}`, id]))
  return holding.map(({ slotId, productId }) => ({
    id: ids.get(slotId === null ? `canister ${productId}` : `slot ${slotId}`) ?? 0,
    productId,
  }))
}

/** A level as the columns of a stock point. */
export const levelColumns = (level: Level | undefined) => ({
  balance: level?.quantity ?? 0,
  countedAt: level?.counted?.at ?? null,
  countedBy: level?.counted?.operation ?? null,
  countedLine: level?.counted?.line ?? null,
})
