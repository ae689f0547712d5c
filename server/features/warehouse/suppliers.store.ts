import { sql } from 'drizzle-orm'
import type { Supplier } from '#contract/purchases.ts'
import type { CompanyId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'

const SUPPLIER = sql`s.id::float8 as identifier, s.name, s.phone, s.email, s.address, s.note,
  s.minimum_order_minor::float8 as "minimumMinor", s.lead_days as "leadDays"`

type Row = Omit<Supplier, 'minimumOrder'> & { minimumMinor: number | null }
export type SupplierWords = Omit<Row, 'identifier'>

const toSupplier = ({ minimumMinor, ...row }: Row, currency: string): Supplier => ({
  ...row,
  minimumOrder: minimumMinor === null ? null : toDecimal(minimumMinor, currency),
})

type Whose = { companyId: CompanyId; currency: string }
type SuppliersFilter = { query: string; page: number; size: number }

export async function findSuppliers(db: Db, { companyId: company, currency }: Whose, { query, page, size }: SuppliersFilter) {
  const found = sql`from suppliers s where s.company_id = ${company} and s.deleted_at is null
    and ${isFoundIn(query, sql`s.name`, sql`s.phone`, sql`s.email`, sql`s.note`)}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found}`)
  const rows = await rowsOf<Row>(db, sql`select ${SUPPLIER} ${found} order by lower(s.name), s.id limit ${size} offset ${page * size}`)
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
  const [row] = await rowsOf<Row>(
    db,
    sql`select ${SUPPLIER} from suppliers s where s.company_id = ${company} and s.id = ${supplier} and s.deleted_at is null ${lock === 'shared' ? sql`for share` : sql`for update`}`,
  )
  if (!row) return null
  const { identifier, ...words } = row
  return words
}

/** Active suppliers by their ids. */
export async function suppliersById(db: Db, { companyId, currency }: Whose): Promise<Map<number, Supplier>> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${SUPPLIER} from suppliers s where s.company_id = ${companyId} and s.deleted_at is null order by lower(s.name), s.id`,
  )
  return new Map(rows.map((row) => [row.identifier, toSupplier(row, currency)]))
}

/** Whether a supplier is active. It cannot be archived before the transaction ends. */
export async function isOnList(db: Db, company: CompanyId, supplier: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from suppliers s where s.company_id = ${company} and s.id = ${supplier} and s.deleted_at is null for share`,
  )
  return rows.length > 0
}

/** Creates a supplier and returns its id. */
export async function insertSupplier(db: Db, company: CompanyId, words: SupplierWords, at: Moment): Promise<number> {
  const { name, phone, email, address, note, minimumMinor, leadDays } = words
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into suppliers as s (company_id, name, phone, email, address, note, minimum_order_minor, lead_days, created_at)
      values (${company}, ${name}, ${phone}, ${email}, ${address}, ${note}, ${minimumMinor}, ${leadDays}, ${toIso(at)}) returning s.id::float8 as id`,
  )
  if (!row) throw new Error('the insert of a supplier returned no row')
  return row.id
}

export const writeSupplier = (
  db: Db,
  company: CompanyId,
  id: number,
  { name, phone, email, address, note, minimumMinor, leadDays }: SupplierWords,
) =>
  db.execute(sql`
    update suppliers s set name = ${name}, phone = ${phone}, email = ${email}, address = ${address}, note = ${note},
      minimum_order_minor = ${minimumMinor}, lead_days = ${leadDays}
    where s.company_id = ${company} and s.id = ${id}`)

export const takeOffList = (db: Db, company: CompanyId, id: number, at: Moment) =>
  db.execute(sql`update suppliers s set deleted_at = ${toIso(at)} where s.company_id = ${company} and s.id = ${id}`)
