import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, SlotId } from '#domain/ids.ts'
import type { Packaging } from '#domain/products/product.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** A locked slot with its price in minor units. */
export type LockedSlot = {
  slotId: SlotId
  slotNumber: string
  productId: ProductId | null
  vendPrice: number | null
  maxQuantity: number | null
  /** Time and operation of the latest maximum. */
  maxSaidAt: Moment
  maxSaidBy: OperationId | null
}

/** These slots of a machine by id, locked until the transaction ends. */
export const lockSlots = (db: Db, company: CompanyId, machine: MachineId, slots: readonly SlotId[]): Promise<LockedSlot[]> =>
  rowsOf<LockedSlot>(
    db,
    sql`select id::float8 as "slotId", slot_number as "slotNumber", product_id::float8 as "productId", vend_price_minor::float8 as "vendPrice", max_quantity::float8 as "maxQuantity",
        round(extract(epoch from max_changed_at) * 1000)::float8 as "maxSaidAt", max_changed_by as "maxSaidBy"
      from slots where company_id = ${company} and machine_id = ${machine} and id = any(${array(slots)}::bigint[]) and removed_at is null
      order by id for update`,
  )

/** The packaging of each of these products. Deleted products are omitted, because they cannot be put into a slot. */
export async function packagingsOf(db: Db, company: CompanyId, products: readonly ProductId[]): Promise<Map<ProductId, Packaging>> {
  if (products.length === 0) return new Map()
  const rows = await rowsOf<{ id: ProductId; packaging: Packaging }>(
    db,
    sql`select id::float8 as id, packaging from products where company_id = ${company} and id = any(${array(products)}::bigint[]) and not deleted`,
  )
  return new Map(rows.map(({ id, packaging }) => [id, packaging]))
}

export async function writeSlots(db: Db, company: CompanyId, slots: readonly LockedSlot[]): Promise<void> {
  if (slots.length === 0) return
  const rows = JSON.stringify(slots.map(({ maxSaidAt, ...slot }) => ({ ...slot, maxSaidAt: toIso(maxSaidAt) })))
  await db.execute(sql`
    update slots s set product_id = e."productId", vend_price_minor = e."vendPrice", max_quantity = e."maxQuantity", max_changed_at = e."maxSaidAt", max_changed_by = e."maxSaidBy"
    from jsonb_to_recordset(${rows}::jsonb)
      as e("slotId" bigint, "productId" bigint, "vendPrice" bigint, "maxQuantity" bigint, "maxSaidAt" timestamptz, "maxSaidBy" uuid)
    where s.company_id = ${company} and s.id = e."slotId"`)
}

/** The open installations of these slots by id, locked, so that a concurrent restock waits and then sees the new state. */
export async function lockInstallations(db: Db, company: CompanyId, slots: readonly SlotId[]): Promise<void> {
  await db.execute(
    sql`select held.id from stock_points held where held.company_id = ${company} and held.slot_id = any(${array(slots)}::bigint[]) and held.removed_at is null
      order by held.id for update`,
  )
}

/** Closes the installations in these slots. The end is never before the start, even for an old edit. */
export async function closeInstallations(db: Db, company: CompanyId, slots: readonly SlotId[], at: Moment): Promise<void> {
  await db.execute(sql`
    update stock_points set removed_at = greatest(installed_at, ${toIso(at)}::timestamptz)
    where company_id = ${company} and slot_id = any(${array(slots)}::bigint[]) and removed_at is null`)
}

type NewInstallation = { slotId: SlotId; productId: ProductId; maxQuantity: number | null }

/** Opens an empty installation of a product in each of these slots. */
export async function openInstallations(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  kind: 'SLOT' | 'SELECTION',
  installations: readonly NewInstallation[],
  at: Moment,
): Promise<void> {
  if (installations.length === 0) return
  await db.execute(sql`
    insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at)
    select ${company}::int, ${kind}, ${machine}::bigint, i."slotId", i."productId", i."maxQuantity", ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(installations)}::jsonb) as i("slotId" bigint, "productId" bigint, "maxQuantity" bigint)`)
}

/** Copies the maximum of these slots to their open installations. */
export async function passMaximumsOn(db: Db, company: CompanyId, slots: readonly SlotId[]): Promise<void> {
  await db.execute(sql`
    update stock_points p set max_quantity = s.max_quantity from slots s
    where p.company_id = ${company} and p.slot_id = any(${array(slots)}::bigint[]) and p.removed_at is null and p.kind = 'SLOT'
      and s.company_id = p.company_id and s.id = p.slot_id`)
}

/** A PostgreSQL array literal of numbers. */
const array = (numbers: readonly number[]) => `{${numbers.join(',')}}`
