import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, SlotId, StockPointId, UserId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { SetSlot } from '#domain/slots/slot-edit.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** The slots of a machine with prices in minor units, optionally locked until the transaction ends. */
export const setSlots = (db: Db, company: CompanyId, machine: MachineId, { locked = false } = {}): Promise<SetSlot[]> =>
  rowsOf<SetSlot>(
    db,
    sql`select s.id::float8 as "slotId", s.slot_number as "slotNumber", s.product_id::float8 as "productId",
        s.vend_price_minor::float8 as "vendPrice", s.max_quantity::float8 as "maxQuantity"
      from slots s where s.company_id = ${company} and s.machine_id = ${machine} and s.removed_at is null
      order by s.id ${locked ? sql`for update` : sql``}`,
  )

type NewSlot = { slotNumber: string; productId: ProductId | null; vendPrice: number | null; maxQuantity: number | null }

/** Adds slots, each with an empty installation of its product; skips numbers that are in use. */
export async function insertSlots(
  db: Db,
  company: CompanyId,
  { id: machine, type }: { id: MachineId; type: MachineType },
  slots: readonly NewSlot[],
  at: Moment,
): Promise<SlotId[]> {
  if (slots.length === 0) return []
  const kind = type === 'COFFEE' ? 'SELECTION' : 'SLOT'
  const rows = await rowsOf<{ id: SlotId }>(
    db,
    sql`with added as (
        insert into slots (company_id, machine_id, slot_number, product_id, vend_price_minor, max_quantity, max_changed_at)
        select ${company}::int, ${machine}::bigint, r."slotNumber", r."productId", r."vendPrice", r."maxQuantity", ${toIso(at)}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as r("slotNumber" text, "productId" bigint, "vendPrice" bigint, "maxQuantity" bigint)
        on conflict do nothing returning id, product_id, max_quantity),
      installed as (
        insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at)
        select ${company}::int, ${kind}, ${machine}::bigint, a.id, a.product_id, ${kind === 'SLOT' ? sql`a.max_quantity` : sql`null`}, ${toIso(at)}::timestamptz
        from added a where a.product_id is not null)
      select id::float8 as id from added`,
  )
  return rows.map(({ id }) => id)
}

export const removeSlots = (db: Db, company: CompanyId, slots: readonly SlotId[], at: Moment) =>
  db.execute(sql`
    update slots s set removed_at = ${toIso(at)}::timestamptz
    where s.company_id = ${company} and s.id = any(${array(slots)}::bigint[]) and s.removed_at is null`)

/** The open installations of these slots, whose stock must be resolved before they end. Selections of coffee machines hold no stock. */
export async function installationsIn(db: Db, company: CompanyId, slots: readonly SlotId[]): Promise<StockPointId[]> {
  const rows = await rowsOf<{ id: StockPointId }>(
    db,
    sql`select p.id::float8 as id from stock_points p
      where p.company_id = ${company} and p.slot_id = any(${array(slots)}::bigint[]) and p.removed_at is null and p.kind = 'SLOT'`,
  )
  return rows.map(({ id }) => id)
}

type Canister = { point: StockPointId; productId: ProductId; maxQuantity: number | null }

export const canistersOf = (db: Db, company: CompanyId, machine: MachineId): Promise<Canister[]> =>
  rowsOf<Canister>(
    db,
    sql`select p.id::float8 as point, p.product_id::float8 as "productId", p.max_quantity::float8 as "maxQuantity" from stock_points p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.kind = 'CANISTER' and p.removed_at is null order by p.product_id`,
  )

/** Sets the maximum of each of these canisters; creates missing ones empty. */
export async function setCanisters(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  canisters: readonly { productId: ProductId; maxQuantity: number | null }[],
  at: Moment,
): Promise<void> {
  if (canisters.length === 0) return
  const rows = JSON.stringify(canisters)
  await db.execute(sql`
    insert into stock_points (company_id, kind, machine_id, product_id, max_quantity, installed_at)
    select ${company}::int, 'CANISTER', ${machine}::bigint, c."productId", c."maxQuantity", ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as c("productId" bigint, "maxQuantity" bigint)
    on conflict (company_id, machine_id, product_id) where removed_at is null and kind = 'CANISTER' do update set max_quantity = excluded.max_quantity`)
}

/** Records an operation made online, so that its ledger entries have an author. */
export const noteOperation = (
  db: Db,
  company: CompanyId,
  {
    id,
    call,
    machine,
    user,
    payload,
    at,
  }: { id: OperationId; call: string; machine: MachineId; user: UserId; payload: unknown; at: Moment },
) =>
  db.execute(sql`
    insert into operations (company_id, id, call, machine_id, user_id, body_hash, occurred_at, effective_at, received_at, status, payload)
    values (${company}, ${id}, ${call}, ${machine}, ${user}, '', ${toIso(at)}, ${toIso(at)}, ${toIso(at)}, 'applied', ${JSON.stringify(payload)}::jsonb)`)

const array = (numbers: readonly number[]) => `{${numbers.join(',')}}`
