import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { Purchase } from '#contract/purchases.ts'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { netMinorOf, type PurchaseLine, type PurchaseStatus, unitsOf } from '#domain/warehouse/purchase.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { productCard } from '../../db/sql-fragments.ts'

type Row = Omit<Purchase, 'orderedAt' | 'deliveredAt' | 'items' | 'units' | 'totalNetCost'> & {
  orderedAt: Moment | null
  deliveredAt: Moment | null
  lines: (PurchaseLine & { product: ProductCard })[]
}

const PURCHASE = sql`select p.id::float8 as identifier, jsonb_build_object('identifier', s.id, 'name', s.name) as supplier, p.invoice_number as "invoiceNumber",
    p.status, (extract(epoch from p.ordered_at) * 1000)::float8 as "orderedAt", (extract(epoch from p.delivered_at) * 1000)::float8 as "deliveredAt", p.note,
    (select coalesce(jsonb_agg(jsonb_build_object('productId', l.product_id, 'product', ${productCard}, 'quantity', l.quantity, 'unitCostMinor', l.unit_cost_minor) order by l.place), '[]')
      from purchase_lines l join products pr on pr.company_id = l.company_id and pr.id = l.product_id
      where l.company_id = p.company_id and l.purchase_id = p.id) as lines
  from purchases p join suppliers s on s.company_id = p.company_id and s.id = p.supplier_id`

const toPurchase = (row: Row, currency: string): Purchase => {
  const { lines, orderedAt, deliveredAt, ...purchase } = row
  return {
    ...purchase,
    orderedAt: orderedAt === null ? null : toIso(Math.round(orderedAt)),
    deliveredAt: deliveredAt === null ? null : toIso(Math.round(deliveredAt)),
    items: lines.map(({ unitCostMinor, ...line }) => ({ ...line, unitCost: toDecimal(unitCostMinor, currency) })),
    units: unitsOf(lines),
    totalNetCost: toDecimal(netMinorOf(lines), currency),
  }
}

type Whose = { companyId: CompanyId; currency: string }
type PurchasesFilter = { query: string; status: PurchaseStatus | undefined; page: number; size: number }

/** The latest first; purchases without an order date by their creation time. */
export async function findPurchases(db: Db, { companyId, currency }: Whose, { query, status, page, size }: PurchasesFilter) {
  const found = sql`p.company_id = ${companyId} and ${isFoundIn(query, sql`s.name`, sql`p.invoice_number`, sql`p.note`)}
    ${status ? sql`and p.status = ${status}` : sql``}`
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from purchases p join suppliers s on s.company_id = p.company_id and s.id = p.supplier_id where ${found}`,
  )
  const rows = await rowsOf<Row>(
    db,
    sql`${PURCHASE} where ${found} order by coalesce(p.ordered_at, p.created_at) desc, p.id desc limit ${size} offset ${page * size}`,
  )
  return { items: rows.map((row) => toPurchase(row, currency)), total: counted?.total ?? 0 }
}

export async function findPurchase(db: Db, { companyId, currency }: Whose, id: number): Promise<Purchase | null> {
  const [row] = await rowsOf<Row>(db, sql`${PURCHASE} where p.company_id = ${companyId} and p.id = ${id}`)
  return row ? toPurchase(row, currency) : null
}

type Kept = { supplierId: number; status: PurchaseStatus; deliveredAt: Moment | null; lines: PurchaseLine[] }

/** A purchase, locked until the transaction ends. Of two requests that deliver it, the second finds it delivered. */
export async function lockPurchase(db: Db, company: CompanyId, id: number): Promise<Kept | null> {
  const [row] = await rowsOf<Omit<Kept, 'lines'>>(
    db,
    sql`select p.supplier_id::float8 as "supplierId", p.status, (extract(epoch from p.delivered_at) * 1000)::float8 as "deliveredAt" from purchases p where p.company_id = ${company} and p.id = ${id} for update`,
  )
  if (!row) return null
  const lines = await rowsOf<PurchaseLine>(
    db,
    sql`select l.product_id::float8 as "productId", l.quantity::float8 as quantity, l.unit_cost_minor::float8 as "unitCostMinor"
      from purchase_lines l where l.company_id = ${company} and l.purchase_id = ${id} order by l.place`,
  )
  return { ...row, lines }
}

export type PurchaseWords = {
  supplierId: number
  status: PurchaseStatus
  invoiceNumber: string | null
  orderedAt: Moment | null
  deliveredAt: Moment | null
  note: string | null
}

const orNull = (at: Moment | null) => (at === null ? null : toIso(at))

export async function insertPurchase(db: Db, company: CompanyId, words: PurchaseWords, at: Moment): Promise<number> {
  const { supplierId, status, invoiceNumber, orderedAt, deliveredAt, note } = words
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into purchases (company_id, supplier_id, invoice_number, status, ordered_at, delivered_at, note, created_at)
      values (${company}, ${supplierId}, ${invoiceNumber}, ${status}, ${orNull(orderedAt)}, ${orNull(deliveredAt)}, ${note}, ${toIso(at)}) returning id::float8 as id`,
  )
  if (!row) throw new Error('the insert of a purchase returned no row')
  return row.id
}

export const writePurchase = (db: Db, company: CompanyId, id: number, words: PurchaseWords) =>
  db.execute(sql`
    update purchases p set supplier_id = ${words.supplierId}, status = ${words.status}, invoice_number = ${words.invoiceNumber},
      ordered_at = ${orNull(words.orderedAt)}, delivered_at = ${orNull(words.deliveredAt)}, note = ${words.note}
    where p.company_id = ${company} and p.id = ${id}`)

export async function writeLines(db: Db, company: CompanyId, purchase: number, lines: readonly PurchaseLine[]): Promise<void> {
  await db.execute(sql`delete from purchase_lines l where l.company_id = ${company} and l.purchase_id = ${purchase}`)
  await db.execute(sql`
    insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
    select ${company}::int, ${purchase}::bigint, l."productId", l.place, l.quantity, l."unitCostMinor"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb)
      as l("productId" bigint, place bigint, quantity bigint, "unitCostMinor" bigint)`)
}

export const removePurchase = (db: Db, company: CompanyId, id: number) =>
  db.execute(sql`delete from purchases p where p.company_id = ${company} and p.id = ${id}`)

/** Records a delivery as an operation of the user at the current time. */
export const insertDelivery = (db: Db, company: CompanyId, of: { operation: OperationId; purchase: number; user: UserId; at: Moment }) =>
  db.execute(sql`
    insert into operations (company_id, id, call, user_id, body_hash, occurred_at, effective_at, received_at, status, payload)
    values (${company}, ${of.operation}, 'deliverPurchase', ${of.user}, '', ${toIso(of.at)}, ${toIso(of.at)}, ${toIso(of.at)}, 'applied',
      ${JSON.stringify({ purchase: of.purchase })}::jsonb)`)

export async function timeZoneOf(db: Db, company: CompanyId): Promise<string> {
  const [row] = await rowsOf<{ timezone: string }>(db, sql`select c.timezone from companies c where c.id = ${company}`)
  return row?.timezone ?? 'UTC'
}
