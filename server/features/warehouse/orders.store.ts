import { and, eq, gt, sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type OrderLine, type OrderState, sumOf } from '#domain/warehouse/order.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { mails } from '../../db/schema/mail.ts'
import { purchases, supplierOrderLines, supplierOrders } from '../../db/schema/warehouse.ts'
import { isFoundIn } from '../../db/search.ts'
import { millis, personName, productCard } from '../../db/sql-fragments.ts'

export type StoredLine = OrderLine & { productId: number; received: number }

type Times = 'createdAt' | 'sentAt' | 'closedAt'
type Row = Omit<SupplierOrder, Times | 'supplier' | 'lines' | 'totalNetCost' | 'deliveries'> & {
  [time in Times]: Moment | null
} & {
  supplier: Omit<SupplierOrder['supplier'], 'minimumOrder'> & { minimumMinor: number | null }
  lines: (StoredLine & { product: ProductCard })[]
  deliveries: (Omit<SupplierOrder['deliveries'][number], 'deliveredAt'> & { deliveredAt: Moment | null })[]
}

const ORDER = sql`select so.id::float8 as id, so.number, so.version, so.state, so.note, so.expected_on::text as "expectedOn",
    ${millis(sql`so.created_at`)} as "createdAt", ${millis(sql`so.sent_at`)} as "sentAt", ${millis(sql`so.closed_at`)} as "closedAt",
    so.sent_to as "sentTo", so.sends,
    jsonb_build_object('identifier', s.id, 'name', s.name, 'email', s.email, 'minimumMinor', s.minimum_order_minor) as supplier,
    (select ${personName('u')} from users u where u.company_id = so.company_id and u.id = so.created_by) as "createdBy",
    (select coalesce(jsonb_agg(jsonb_build_object('productId', l.product_id, 'product', ${productCard}, 'cases', l.cases,
        'piecesPerCase', l.pieces_per_case, 'unitCostMinor', l.unit_cost_minor, 'received', l.received) order by l.place), '[]')
      from supplier_order_lines l join products pr on pr.company_id = l.company_id and pr.id = l.product_id
      where l.company_id = so.company_id and l.order_id = so.id) as lines,
    (select coalesce(jsonb_agg(jsonb_build_object('identifier', p.id, 'invoiceNumber', p.invoice_number, 'deliveredAt', ${millis(sql`p.delivered_at`)},
        'units', (select coalesce(sum(l.quantity), 0) from purchase_lines l where l.company_id = p.company_id and l.purchase_id = p.id)) order by p.id), '[]')
      from purchases p where p.company_id = so.company_id and p.order_id = so.id) as deliveries
  from supplier_orders so join suppliers s on s.company_id = so.company_id and s.id = so.supplier_id`

const iso = (at: Moment | null) => (at === null ? null : toIso(Math.round(at)))

function toOrder({ supplier, lines, deliveries, ...row }: Row, currency: string): SupplierOrder {
  const { minimumMinor, ...named } = supplier
  return {
    ...row,
    createdAt: iso(row.createdAt) ?? '',
    sentAt: iso(row.sentAt),
    closedAt: iso(row.closedAt),
    supplier: { ...named, minimumOrder: minimumMinor === null ? null : toDecimal(minimumMinor, currency) },
    lines: lines.map(({ unitCostMinor, ...line }) => ({ ...line, unitCost: toDecimal(unitCostMinor, currency) })),
    totalNetCost: toDecimal(sumOf(lines), currency),
    deliveries: deliveries.map((one) => ({ ...one, deliveredAt: iso(one.deliveredAt) })),
  }
}

type Owner = { companyId: CompanyId; currency: string }
type OrdersFilter = { query: string; state: OrderState | undefined; page: number; size: number }

export async function findOrders(db: Db, { companyId, currency }: Owner, { query, state, page, size }: OrdersFilter) {
  const found = sql`so.company_id = ${companyId} and ${isFoundIn(query, sql`s.name`, sql`so.number::text`, sql`so.note`)}
    ${state ? sql`and so.state = ${state}` : sql``}`
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from supplier_orders so join suppliers s on s.company_id = so.company_id and s.id = so.supplier_id where ${found}`,
  )
  const rows = await rowsOf<Row>(db, sql`${ORDER} where ${found} order by so.number desc limit ${size} offset ${page * size}`)
  return { items: rows.map((row) => toOrder(row, currency)), total: counted?.total ?? 0 }
}

export async function findOrder(db: Db, { companyId, currency }: Owner, id: number): Promise<SupplierOrder | null> {
  const [row] = await rowsOf<Row>(db, sql`${ORDER} where so.company_id = ${companyId} and so.id = ${id}`)
  return row ? toOrder(row, currency) : null
}

export type StoredOrder = {
  number: number
  version: number
  state: OrderState
  supplierId: number
  note: string | null
  expectedOn: string | null
  lines: StoredLine[]
}

const isOrder = (company: CompanyId, id: number) => and(eq(supplierOrders.companyId, company), eq(supplierOrders.id, id))
const ofOrder = (company: CompanyId, id: number) => and(eq(supplierOrderLines.companyId, company), eq(supplierOrderLines.orderId, id))
const NEXT_VERSION = sql`${supplierOrders.version} + 1`

/** An order, locked until the transaction ends. Of two requests that change it, the second finds another version. */
export async function lockOrder(db: Db, company: CompanyId, id: number): Promise<StoredOrder | null> {
  const { number, version, state, supplierId, note, expectedOn } = supplierOrders
  const order = { number, version, state, supplierId, note, expectedOn }
  const [row] = await db.select(order).from(supplierOrders).where(isOrder(company, id)).for('update')
  if (!row) return null
  const { productId, cases, piecesPerCase, unitCostMinor, received, place } = supplierOrderLines
  const line = { productId, cases, piecesPerCase, unitCostMinor, received }
  return { ...row, lines: await db.select(line).from(supplierOrderLines).where(ofOrder(company, id)).orderBy(place) }
}

type OrderWords = { note: string | null; expectedOn: string | null }

/** Creates a draft. The company's row is locked, so that no two orders get one number. */
export async function insertOrder(
  db: Db,
  company: CompanyId,
  { supplierId, note, expectedOn, user, at }: OrderWords & { supplierId: number; user: UserId; at: Moment },
): Promise<number> {
  await db.execute(sql`select from companies c where c.id = ${company} for update`)
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into supplier_orders (company_id, number, supplier_id, state, note, expected_on, created_at, created_by)
      values (${company}, (select coalesce(max(o.number), 0) + 1 from supplier_orders o where o.company_id = ${company}), ${supplierId}, 'DRAFT',
        ${note}, ${expectedOn}::date, ${toIso(at)}, ${user}) returning id::float8 as id`,
  )
  if (!row) throw new Error('the insert of an order returned no row')
  return row.id
}

/** A change of a draft. */
export const writeOrder = (db: Db, company: CompanyId, id: number, { note, expectedOn }: OrderWords) =>
  db.update(supplierOrders).set({ note, expectedOn, version: NEXT_VERSION }).where(isOrder(company, id))

export async function writeOrderLines(db: Db, company: CompanyId, id: number, lines: readonly Omit<StoredLine, 'received'>[]) {
  await db.delete(supplierOrderLines).where(ofOrder(company, id))
  await db.execute(sql`
    insert into supplier_order_lines (company_id, order_id, product_id, place, cases, pieces_per_case, unit_cost_minor)
    select ${company}::int, ${id}::bigint, l."productId", l.place, l.cases, l."piecesPerCase", l."unitCostMinor"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb)
      as l("productId" bigint, place bigint, cases int, "piecesPerCase" int, "unitCostMinor" bigint)`)
}

export const markOrderSent = (db: Db, company: CompanyId, id: number, to: string | null, at: Moment) =>
  db
    .update(supplierOrders)
    .set({ state: 'SENT', sentAt: at, sentTo: to, sends: sql`${supplierOrders.sends} + 1`, version: NEXT_VERSION })
    .where(isOrder(company, id))

export const closeOrder = (db: Db, company: CompanyId, id: number, state: 'RECEIVED' | 'CANCELLED', at: Moment) =>
  db.update(supplierOrders).set({ state, closedAt: at, version: NEXT_VERSION }).where(isOrder(company, id))

/** Adds received quantities, and links the purchase by which they came. */
export async function writeReceived(
  db: Db,
  company: CompanyId,
  id: number,
  { purchase, lines }: { purchase: number; lines: readonly { productId: number; quantity: number }[] },
): Promise<void> {
  await db.execute(sql`
    update supplier_order_lines l set received = l.received + r.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("productId" bigint, quantity bigint)
    where l.company_id = ${company} and l.order_id = ${id} and l.product_id = r."productId"`)
  await db
    .update(purchases)
    .set({ orderId: id })
    .where(and(eq(purchases.companyId, company), eq(purchases.id, purchase)))
  await db.update(supplierOrders).set({ version: NEXT_VERSION }).where(isOrder(company, id))
}

/** How many mails with orders the company enqueued since a time. */
export const mailsSince = (db: Db, company: CompanyId, kind: string, since: Moment): Promise<number> =>
  db.$count(mails, and(eq(mails.companyId, company), eq(mails.kind, kind), gt(mails.askedAt, since)))

/** The mail address of a user, to which suppliers answer. */
export async function emailOf(db: Db, company: CompanyId, user: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ email: string | null }>(
    db,
    sql`select nullif(trim(u.email), '') as email from users u where u.company_id = ${company} and u.id = ${user}`,
  )
  return row?.email ?? null
}
