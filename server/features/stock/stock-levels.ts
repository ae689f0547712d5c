import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { InventoryItem } from '#contract/stock.ts'
import type { MachineId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { productCard, wholeUnits } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'

type Shortage = { product: ProductCard; currentShortage: number; currentQuantity: number; maxQuantity: number; inWarehouse: number }

/** Shortages of each product over the machines that a user may see, the largest first, in whole units. */
export function shortagesOver(db: Db, principal: Principal): Promise<Shortage[]> {
  return rowsOf<Shortage>(
    db,
    sql`with places as (
        select p.product_id, p.max_quantity as maximum, ${wholeUnits(sql`p.balance`)} as current
        from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id
        where ${visibleTo(principal)} and p.removed_at is null and p.kind in ('SLOT', 'CANISTER')),
      totals as (
        select product_id, sum(current) as current, sum(coalesce(maximum, 0)) as maximum,
          sum(coalesce(least(maximum, greatest(0, maximum - current)), 0)) as shortage
        from places group by product_id)
      select ${productCard} as product, t.shortage::float8 as "currentShortage", t.current::float8 as "currentQuantity", t.maximum::float8 as "maxQuantity",
        coalesce(${wholeUnits(sql`w.balance`)}, 0)::float8 as "inWarehouse"
      from totals t join products pr on pr.company_id = ${principal.companyId} and pr.id = t.product_id
      left join stock_points w on w.company_id = pr.company_id and w.product_id = pr.id and w.kind = 'WAREHOUSE'
      order by t.shortage desc, lower(pr.name), pr.id`,
  )
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
      order by lower(pr.name), pr.id, p.id`,
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
