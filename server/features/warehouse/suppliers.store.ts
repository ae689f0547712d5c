import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Supplier } from '#contract/purchases.ts'
import type { CompanyId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { suppliers } from '../../db/schema/warehouse.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'

const { name, phone, email, address, note, minimumOrderMinor, leadDays } = suppliers
const SUPPLIER = { identifier: suppliers.id, name, phone, email, address, note, minimumMinor: minimumOrderMinor, leadDays }
const BY_NAME = [inNameOrder(sql`${name}`), suppliers.id]

const isSupplier = (company: CompanyId, id: number) => and(eq(suppliers.companyId, company), eq(suppliers.id, id))
const isActive = isNull(suppliers.deletedAt)

type Row = Omit<Supplier, 'minimumOrder'> & { minimumMinor: number | null }
export type SupplierWords = Omit<Row, 'identifier'>

const toSupplier = ({ minimumMinor, ...row }: Row, currency: string): Supplier => ({
  ...row,
  minimumOrder: minimumMinor === null ? null : toDecimal(minimumMinor, currency),
})

type Owner = { companyId: CompanyId; currency: string }
type SuppliersFilter = { query: string; page: number; size: number }

export async function findSuppliers(db: Db, { companyId: company, currency }: Owner, { query, page, size }: SuppliersFilter) {
  const searched = [name, phone, email, note].map((column) => sql`${column}`)
  const isFound = and(eq(suppliers.companyId, company), isActive, isFoundIn(query, ...searched))
  const [counted] = await db.select({ total: count() }).from(suppliers).where(isFound)
  const rows = await db
    .select(SUPPLIER)
    .from(suppliers)
    .where(isFound)
    .orderBy(...BY_NAME)
    .limit(size)
    .offset(page * size)
  return { items: rows.map((row) => toSupplier(row, currency)), total: counted?.total ?? 0 }
}

/**
 * An active supplier, locked until the transaction ends: for a change, or `shared` with other orders. An order locks the company after its
 * supplier, so two orders that wanted the supplier for themselves afterwards would wait for each other.
 */
export async function lockSupplier(
  db: Db,
  company: CompanyId,
  supplier: number,
  lock: 'change' | 'shared' = 'change',
): Promise<SupplierWords | null> {
  const [row] = await db
    .select(SUPPLIER)
    .from(suppliers)
    .where(and(isSupplier(company, supplier), isActive))
    .for(lock === 'shared' ? 'share' : 'update')
  if (!row) return null
  const { identifier, ...words } = row
  return words
}

/** Active suppliers by their ids. */
export async function suppliersById(db: Db, { companyId, currency }: Owner): Promise<Map<number, Supplier>> {
  const rows = await db
    .select(SUPPLIER)
    .from(suppliers)
    .where(and(eq(suppliers.companyId, companyId), isActive))
    .orderBy(...BY_NAME)
  return new Map(rows.map((row) => [row.identifier, toSupplier(row, currency)]))
}

/** Whether a supplier is active. It cannot be archived before the transaction ends. */
export async function isOnList(db: Db, company: CompanyId, supplier: number): Promise<boolean> {
  return (await lockSupplier(db, company, supplier, 'shared')) !== null
}

/** Creates a supplier and returns its id. */
export async function insertSupplier(db: Db, companyId: CompanyId, words: SupplierWords, createdAt: Moment): Promise<number> {
  const { minimumMinor, ...others } = words
  const [row] = await db
    .insert(suppliers)
    .values({ companyId, ...others, minimumOrderMinor: minimumMinor, createdAt })
    .returning({ id: suppliers.id })
  if (!row) throw new Error('the insert of a supplier returned no row')
  return row.id
}

export const writeSupplier = (db: Db, company: CompanyId, id: number, { minimumMinor, ...others }: SupplierWords) =>
  db
    .update(suppliers)
    .set({ ...others, minimumOrderMinor: minimumMinor })
    .where(isSupplier(company, id))

export const hideSupplier = (db: Db, company: CompanyId, id: number, at: Moment) =>
  db.update(suppliers).set({ deletedAt: at }).where(isSupplier(company, id))
