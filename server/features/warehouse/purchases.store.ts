import { and, eq, sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { Purchase } from '#contract/purchases.ts'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { netMinorOf, type PurchaseLine, type PurchaseStatus, unitsOf } from '#domain/warehouse/purchase.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { companies } from '../../db/schema/company.ts'
import { purchaseLines, purchases } from '../../db/schema/warehouse.ts'
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

type Owner = { companyId: CompanyId; currency: string }
type PurchasesFilter = { query: string; status: PurchaseStatus | undefined; page: number; size: number }

/** The latest first; purchases without an order date by their creation time. */
export async function findPurchases(db: Db, { companyId, currency }: Owner, { query, status, page, size }: PurchasesFilter) {
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

export async function findPurchase(db: Db, { companyId, currency }: Owner, id: number): Promise<Purchase | null> {
  const [row] = await rowsOf<Row>(db, sql`${PURCHASE} where p.company_id = ${companyId} and p.id = ${id}`)
  return row ? toPurchase(row, currency) : null
}

export type StoredPurchase = { supplierId: number; status: PurchaseStatus; deliveredAt: Moment | null; lines: PurchaseLine[] }

const isPurchase = (company: CompanyId, id: number) => and(eq(purchases.companyId, company), eq(purchases.id, id))
const ofPurchase = (company: CompanyId, id: number) => and(eq(purchaseLines.companyId, company), eq(purchaseLines.purchaseId, id))

/** A purchase, locked until the transaction ends. Of two requests that deliver it, the second finds it delivered. */
export async function lockPurchase(db: Db, company: CompanyId, id: number): Promise<StoredPurchase | null> {
  const { supplierId, status, deliveredAt } = purchases
  const [row] = await db.select({ supplierId, status, deliveredAt }).from(purchases).where(isPurchase(company, id)).for('update')
  if (!row) return null
  const { productId, quantity, unitCostMinor, place } = purchaseLines
  const line = { productId, quantity, unitCostMinor }
  return { ...row, lines: await db.select(line).from(purchaseLines).where(ofPurchase(company, id)).orderBy(place) }
}

export type PurchaseWords = {
  supplierId: number
  status: PurchaseStatus
  invoiceNumber: string | null
  orderedAt: Moment | null
  deliveredAt: Moment | null
  note: string | null
}

export async function insertPurchase(db: Db, companyId: CompanyId, words: PurchaseWords, createdAt: Moment): Promise<number> {
  const [row] = await db
    .insert(purchases)
    .values({ ...words, companyId, createdAt })
    .returning({ id: purchases.id })
  if (!row) throw new Error('the insert of a purchase returned no row')
  return row.id
}

export const writePurchase = (db: Db, company: CompanyId, id: number, words: PurchaseWords) =>
  db.update(purchases).set(words).where(isPurchase(company, id))

export async function writeLines(db: Db, company: CompanyId, purchase: number, lines: readonly PurchaseLine[]): Promise<void> {
  await db.delete(purchaseLines).where(ofPurchase(company, purchase))
  await db.execute(sql`
    insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
    select ${company}::int, ${purchase}::bigint, l."productId", l.place, l.quantity, l."unitCostMinor"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb)
      as l("productId" bigint, place bigint, quantity bigint, "unitCostMinor" bigint)`)
}

export const removePurchase = (db: Db, company: CompanyId, id: number) => db.delete(purchases).where(isPurchase(company, id))

/** Records a delivery as an operation of the user at the current time. */
export const insertDelivery = (db: Db, company: CompanyId, of: { operation: OperationId; purchase: number; user: UserId; at: Moment }) =>
  db.execute(sql`
    insert into operations (company_id, id, call, user_id, body_hash, occurred_at, effective_at, received_at, status, payload)
    values (${company}, ${of.operation}, 'deliverPurchase', ${of.user}, '', ${toIso(of.at)}, ${toIso(of.at)}, ${toIso(of.at)}, 'applied',
      ${JSON.stringify({ purchase: of.purchase })}::jsonb)`)

export async function timeZoneOf(db: Db, company: CompanyId): Promise<string> {
  const [row] = await db.select({ timezone: companies.timezone }).from(companies).where(eq(companies.id, company))
  return row?.timezone ?? 'UTC'
}
