import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { InventoryItem } from '#contract/stock.ts'
import type { MachineId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, productCard, wholeUnits } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal, RequestContext } from '../../http/request-context.ts'
import type { MachineStock } from '../../ledger/machine-stock.ts'

type Shortage = { product: ProductCard; currentShortage: number; currentQuantity: number; maxQuantity: number; inWarehouse: number }

/** Shortages of each product in machines, the largest first, in whole units. */
export async function shortagesOver({ db, principal }: Pick<RequestContext, 'db' | 'principal'>, stock: MachineStock): Promise<Shortage[]> {
  const rows = await rowsOf<Pick<Shortage, 'product' | 'inWarehouse'>>(
    db,
    sql`select ${productCard} as product, coalesce(${wholeUnits(sql`w.balance`)}, 0)::float8 as "inWarehouse"
      from products pr left join stock_points w on w.company_id = pr.company_id and w.product_id = pr.id and w.kind = 'WAREHOUSE'
      where pr.company_id = ${principal.companyId} and pr.id = any(${arrayOf([...stock.keys()])}::bigint[])
      order by ${inNameOrder(sql`pr.name`)}, pr.id`,
  )
  return rows
    .flatMap(({ product, inWarehouse }) => {
      const sums = stock.get(product.id)
      if (!sums) return []
      const { shortage: currentShortage, current: currentQuantity, maximum: maxQuantity } = sums
      return [{ product, currentShortage, currentQuantity, maxQuantity, inWarehouse }]
    })
    .toSorted((a, b) => b.currentShortage - a.currentShortage)
}

type Place = {
  productInstallationId: number
  slotNumber: string | null
  maxQuantity: number | null
  currentQuantity: number
  product: ProductCard
}

/** Stock of a machine by slot number; canisters of a coffee machine by ingredient name. */
export async function inventoryBySlot(db: Db, principal: Principal, machine: MachineId, now: Moment): Promise<InventoryItem[]> {
  const places = await rowsOf<Place>(
    db,
    sql`select p.id::float8 as "productInstallationId", s.slot_number as "slotNumber", p.max_quantity::float8 as "maxQuantity",
        ${wholeUnits(sql`p.balance`)}::float8 as "currentQuantity", ${productCard} as product
      from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id
      join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where ${visibleTo(principal)} and m.id = ${machine} and p.removed_at is null and p.kind in ('SLOT', 'CANISTER')
      order by ${inNameOrder(sql`pr.name`)}, pr.id, p.id`,
  )
  return places
    .map((place) => ({
      ...place,
      productId: place.product.id,
      currentShortage: shortageOf(place.currentQuantity, place.maxQuantity),
      asOf: toIso(now),
    }))
    .toSorted((a, b) => slotOrder(a.slotNumber ?? '', b.slotNumber ?? ''))
}

/** Stock of a machine by product name, summed over its slots. The slot is given only if there is a single one. */
export async function inventoryByProduct(db: Db, principal: Principal, machine: MachineId, now: Moment): Promise<InventoryItem[]> {
  const sums = new Map<number, InventoryItem>()
  for (const item of await inventoryBySlot(db, principal, machine, now)) {
    const before = sums.get(item.productId)
    sums.set(item.productId, before ? together(before, item) : item)
  }
  return [...sums.values()].toSorted((a, b) => byName(a.product, b.product))
}

const together = (a: InventoryItem, b: InventoryItem): InventoryItem => ({
  ...a,
  currentQuantity: a.currentQuantity + b.currentQuantity,
  currentShortage: a.currentShortage + b.currentShortage,
  maxQuantity: a.maxQuantity === null && b.maxQuantity === null ? null : (a.maxQuantity ?? 0) + (b.maxQuantity ?? 0),
  slotNumber: null,
  productInstallationId: null,
})

const byName = (a: ProductCard, b: ProductCard) => a.name.localeCompare(b.name, 'en') || a.id - b.id
