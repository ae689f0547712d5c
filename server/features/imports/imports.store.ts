import { hash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { parse as bytesOf } from 'uuid'
import type { CompanyId, MachineId, ProductId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { ProductCode } from '#domain/products/gtin.ts'
import type { Packaging, VolumeType } from '#domain/products/product.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { unnested } from '../../db/unnested.ts'

export type NewMachine = {
  name: string
  type: MachineType
  address: string | null
  vendor: string | null
  model: string | null
  lat: number | null
  lng: number | null
  openingHours: string | null
}
export type NewProduct = {
  sku: string
  name: string
  packaging: Packaging
  volume: number
  volumeType: VolumeType
  costMinor: number
  taxBasisPoints: number
  caseSize: number | null
  codes: readonly ProductCode[]
}
export type NewSlot = {
  machineId: MachineId
  slotNumber: string
  productId: ProductId | null
  kind: 'SLOT' | 'SELECTION'
  priceMinor: number | null
  maximum: number | null
}
export type PastSale = {
  /** Position in the file: the row, and the piece within it. */
  row: number
  part: number
  /** Derived from import and row, so that retries do not count twice. Empty while the file is only previewed. */
  id: string
  machineId: MachineId
  at: Moment
  amountMinor: number
  type: string
  slotNumber: string
  productId: ProductId | null
  card: string | null
  /** The id in the other system. */
  reference: string | null
}

export async function addMachines(db: Db, company: CompanyId, machines: readonly NewMachine[], now: Moment): Promise<number[]> {
  const rows = JSON.stringify(machines.map((machine) => ({ ...machine, token: randomBytes(16).toString('base64url') })))
  const added = await rowsOf<{ id: number }>(
    db,
    sql`insert into machines (company_id, name, type, token, vendor, model, address, lat, lng, opening_hours, created_at)
      select ${company}::int, r.name, r.type, r.token, r.vendor, r.model, r.address, r.lat, r.lng, r."openingHours", ${toIso(now)}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as r(name text, type text, token text, vendor text, model text, address text, lat float8, lng float8,
        "openingHours" text)
      returning id::float8 as id`,
  )
  return added.map(({ id }) => id)
}

/** Adds products, or restores deleted ones with the same SKU. */
export async function addProducts(db: Db, company: CompanyId, products: readonly NewProduct[], now: Moment): Promise<number[]> {
  const added = await rowsOf<{ id: number }>(
    db,
    sql`insert into products as p (company_id, sku, name, volume, volume_type, packaging, tax_basis_points, last_cost_minor, case_size)
      select ${company}::int, r.sku, r.name, r.volume, r."volumeType", r.packaging, r."taxBasisPoints", r."costMinor", r."caseSize"
      from jsonb_to_recordset(${JSON.stringify(products)}::jsonb)
        as r(sku text, name text, volume bigint, "volumeType" text, packaging text, "taxBasisPoints" bigint, "costMinor" bigint, "caseSize" int)
      on conflict (company_id, sku) do update set name = excluded.name, volume = excluded.volume, volume_type = excluded.volume_type,
        packaging = excluded.packaging, tax_basis_points = excluded.tax_basis_points, last_cost_minor = excluded.last_cost_minor,
        case_size = excluded.case_size, deleted = false
      where p.deleted
      returning id::float8 as id`,
  )
  if (added.length !== products.length) throw new Error('A product with this SKU was added meanwhile.')
  // A restored product has its new codes, and those of a deleted product are free.
  const codes = JSON.stringify(products.flatMap(({ sku, codes }) => codes.map((code) => ({ sku, ...code }))))
  await db.execute(sql`
    delete from product_codes c using products p
    where c.company_id = ${company} and p.company_id = c.company_id and p.id = c.product_id
      and (p.id = any(${`{${added.map(({ id }) => id).join(',')}}`}::bigint[])
        or p.deleted and lpad(c.code, 14, '0') in (select lpad(r.code, 14, '0') from jsonb_to_recordset(${codes}::jsonb) as r(code text)))`)
  await db.execute(sql`
    insert into product_codes (company_id, product_id, code, pieces)
    select p.company_id, p.id, r.code, r.pieces from jsonb_to_recordset(${codes}::jsonb) as r(sku text, code text, pieces int)
    join products p on p.company_id = ${company} and p.sku = r.sku`)
  // A restored product has its new cost from now on.
  await db.execute(sql`
    insert into product_costs (company_id, product_id, valid_from, cost_minor)
    select p.company_id, p.id, (${toIso(now)}::timestamptz at time zone c.timezone)::date, p.last_cost_minor
    from products p join companies c on c.id = p.company_id
    where p.company_id = ${company} and p.id = any(${`{${added.map(({ id }) => id).join(',')}}`}::bigint[])
      and exists (select from product_costs k where k.company_id = p.company_id and k.product_id = p.id)
    on conflict (company_id, product_id, valid_from) do update set cost_minor = excluded.cost_minor`)
  return added.map(({ id }) => id)
}

/** Adds slots, each with an empty installation of its product. */
export async function addSlots(db: Db, company: CompanyId, slots: readonly NewSlot[], now: Moment): Promise<void> {
  const rows = JSON.stringify(slots)
  await db.execute(sql`
    insert into slots (company_id, machine_id, slot_number, product_id, vend_price_minor, max_quantity, max_changed_at)
    select ${company}::int, r."machineId", r."slotNumber", r."productId", r."priceMinor", r.maximum, ${toIso(now)}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r("machineId" bigint, "slotNumber" text, "productId" bigint, "priceMinor" bigint, maximum bigint)`)
  await db.execute(sql`
    insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at)
    select ${company}::int, r.kind, s.machine_id, s.id, s.product_id, case when r.kind = 'SLOT' then s.max_quantity end, ${toIso(now)}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r("machineId" bigint, "slotNumber" text, kind text)
    join slots s on s.company_id = ${company} and s.machine_id = r."machineId" and s.slot_number = r."slotNumber" and s.removed_at is null
    where s.product_id is not null`)
}

const NAMESPACE = Buffer.from(bytesOf('0f6c2b0e-6f0d-4a53-9c55-2f1f4f6f0b11'))
/** Holds the namespace and the name that are hashed, because a buffer for each sale takes longer than its hash. */
const hashed = Buffer.concat([NAMESPACE, Buffer.alloc(200)])

/** A UUID version 5, made with the one-shot hash of Node because that of `uuid` takes three times as long: a file has a million rows. */
export function saleId(importId: string, row: number, part: number): string {
  const end = NAMESPACE.length + hashed.write(`${importId}|${row}|${part}`, NAMESPACE.length)
  const hex = hash('sha1', hashed.subarray(0, end))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Serializes imports of a company until the transaction ends, so that they find each other's sales. */
export const lockBooking = (db: Db, company: CompanyId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('imports'), ${company}::int)`)

/** Which of these sales this import already added. */
export async function bookedSales(db: Db, company: CompanyId, sales: readonly PastSale[]): Promise<Set<PastSale>> {
  const ids = new Map(sales.map((sale) => [sale.id, sale]))
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select t.id from transactions t where t.company_id = ${company} and t.id = any(${`{${[...ids.keys()].join(',')}}`}::uuid[])`,
  )
  return new Set(rows.flatMap(({ id }) => ids.get(id) ?? []))
}

/** Adds past sales of an import and updates the daily totals. Returns the number added by day. */
export async function addSales(
  db: Db,
  company: CompanyId,
  sales: readonly PastSale[],
  { importId, now, timezone }: { importId: string; now: Moment; timezone: string },
): Promise<{ day: string; count: number }[]> {
  if (sales.length === 0) return []
  // As arrays, because the database parses them much faster than JSON.
  const rows = unnested({
    id: ['uuid', sales.map(({ id }) => id)],
    machine_id: ['bigint', sales.map(({ machineId }) => machineId)],
    at: ['float8', sales.map((sale) => sale.at)],
    amount_minor: ['bigint', sales.map(({ amountMinor }) => amountMinor)],
    type: ['text', sales.map(({ type }) => type)],
    slot_number: ['text', sales.map(({ slotNumber }) => slotNumber)],
    product_id: ['bigint', sales.map(({ productId }) => productId)],
    card: ['text', sales.map(({ card }) => card)],
    reference: ['text', sales.map(({ reference }) => reference)],
  })
  return rowsOf<{ day: string; count: number }>(
    db,
    sql`
    with added as (
      insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, card_identifier, received_at, import_id, reference)
      select ${company}::int, r.id, r.machine_id, to_timestamp(r.at / 1000), r.amount_minor, r.type, r.slot_number, r.product_id, r.card, ${toIso(now)}::timestamptz, ${importId}::uuid, r.reference
      from ${rows} r
      on conflict do nothing
      returning (at at time zone ${timezone})::date as day, machine_id, coalesce(product_id, 0) as product_id, type, amount_minor),
    of_machines as (
      insert into machine_days as d (company_id, day, machine_id, type, count, turnover_minor)
      select ${company}::int, day, machine_id, type, count(*), sum(amount_minor) from added group by day, machine_id, type order by day, machine_id, type
      on conflict (company_id, day, machine_id, type)
        do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
    of_products as (
      insert into product_days as d (company_id, day, product_id, type, count, turnover_minor)
      select ${company}::int, day, product_id, type, count(*), sum(amount_minor) from added group by day, product_id, type order by day, product_id, type
      on conflict (company_id, day, product_id, type)
        do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
    of_company as (
      insert into sales_days as d (company_id, day, type, count, turnover_minor)
      select ${company}::int, day, type, count(*), sum(amount_minor) from added group by day, type order by day, type
      on conflict (company_id, day, type)
        do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor),
    of_days as (
      insert into daily_sales as d (company_id, day, machine_id, product_id, type, count, turnover_minor)
      select ${company}::int, day, machine_id, product_id, type, count(*), sum(amount_minor) from added group by day, machine_id, product_id, type
      order by day, machine_id, product_id, type
      on conflict (company_id, day, machine_id, product_id, type)
        do update set count = d.count + excluded.count, turnover_minor = d.turnover_minor + excluded.turnover_minor)
    select day::text as day, count(*)::float8 as count from added group by day`,
  )
}

/** Removes a batch of an import's sales and updates the daily totals. Returns the number removed. */
export async function removeSales(db: Db, company: CompanyId, importId: string, timezone: string, most: number): Promise<number> {
  const [row] = await rowsOf<{ removed: number; first: string | null; last: string | null }>(
    db,
    sql`with removed as (
        delete from transactions t where t.company_id = ${company} and t.id in (
          select id from transactions where company_id = ${company} and import_id = ${importId}::uuid limit ${most})
        returning (at at time zone ${timezone})::date as day, machine_id, coalesce(product_id, 0) as product_id, type, amount_minor),
      of_machines as (
        update machine_days d set count = d.count - r.count, turnover_minor = d.turnover_minor - r.turnover
        from (select day, machine_id, type, count(*) as count, sum(amount_minor) as turnover from removed group by day, machine_id, type) r
        where d.company_id = ${company} and d.day = r.day and d.machine_id = r.machine_id and d.type = r.type),
      of_products as (
        update product_days d set count = d.count - r.count, turnover_minor = d.turnover_minor - r.turnover
        from (select day, product_id, type, count(*) as count, sum(amount_minor) as turnover from removed group by day, product_id, type) r
        where d.company_id = ${company} and d.day = r.day and d.product_id = r.product_id and d.type = r.type),
      of_company as (
        update sales_days d set count = d.count - r.count, turnover_minor = d.turnover_minor - r.turnover
        from (select day, type, count(*) as count, sum(amount_minor) as turnover from removed group by day, type) r
        where d.company_id = ${company} and d.day = r.day and d.type = r.type),
      of_days as (
        update daily_sales d set count = d.count - r.count, turnover_minor = d.turnover_minor - r.turnover
        from (select day, machine_id, product_id, type, count(*) as count, sum(amount_minor) as turnover from removed group by day, machine_id, product_id, type) r
        where d.company_id = ${company} and d.day = r.day and d.machine_id = r.machine_id and d.product_id = r.product_id and d.type = r.type)
      select count(*)::float8 as removed, min(day)::text as first, max(day)::text as last from removed`,
  )
  const removed = row?.removed ?? 0
  if (removed > 0)
    for (const table of ['machine_days', 'product_days', 'sales_days', 'daily_sales'])
      await db.execute(sql`
        delete from ${sql.identifier(table)} d where d.company_id = ${company} and d.day between ${row?.first ?? ''}::date and ${row?.last ?? ''}::date
          and d.count = 0 and d.turnover_minor = 0`)
  return removed
}
