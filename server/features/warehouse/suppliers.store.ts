import { sql } from 'drizzle-orm'
import type { Supplier } from '#contract/purchases.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'

const SUPPLIER = sql`s.id::float8 as identifier, s.name, s.phone, s.email, s.address, s.note`

export type SupplierWords = Omit<Supplier, 'identifier'>
export type SuppliersFilter = { query: string; page: number; size: number }

export async function findSuppliers(db: Db, company: CompanyId, { query, page, size }: SuppliersFilter) {
  const found = sql`from suppliers s where s.company_id = ${company} and s.deleted_at is null
    and ${isFoundIn(query, sql`s.name`, sql`s.phone`, sql`s.email`, sql`s.note`)}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found}`)
  const items = await rowsOf<Supplier>(
    db,
    sql`select ${SUPPLIER} ${found} order by lower(s.name), s.id limit ${size} offset ${page * size}`,
  )
  return { items, total: counted?.total ?? 0 }
}

/** An active supplier, locked until the transaction ends. */
export async function lockSupplier(db: Db, company: CompanyId, supplier: number): Promise<Supplier | null> {
  const [row] = await rowsOf<Supplier>(
    db,
    sql`select ${SUPPLIER} from suppliers s where s.company_id = ${company} and s.id = ${supplier} and s.deleted_at is null for update`,
  )
  return row ?? null
}

/** Whether a supplier is active. It cannot be archived before the transaction ends. */
export async function isOnList(db: Db, company: CompanyId, supplier: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from suppliers s where s.company_id = ${company} and s.id = ${supplier} and s.deleted_at is null for share`,
  )
  return rows.length > 0
}

export async function insertSupplier(db: Db, company: CompanyId, words: SupplierWords, at: Moment): Promise<Supplier> {
  const { name, phone, email, address, note } = words
  const [row] = await rowsOf<Supplier>(
    db,
    sql`insert into suppliers as s (company_id, name, phone, email, address, note, created_at)
      values (${company}, ${name}, ${phone}, ${email}, ${address}, ${note}, ${toIso(at)}) returning ${SUPPLIER}`,
  )
  if (!row) throw new Error('the insert of a supplier returned no row')
  return row
}

export const writeSupplier = (db: Db, company: CompanyId, id: number, { name, phone, email, address, note }: SupplierWords) =>
  db.execute(sql`
    update suppliers s set name = ${name}, phone = ${phone}, email = ${email}, address = ${address}, note = ${note}
    where s.company_id = ${company} and s.id = ${id}`)

export const takeOffList = (db: Db, company: CompanyId, id: number, at: Moment) =>
  db.execute(sql`update suppliers s set deleted_at = ${toIso(at)} where s.company_id = ${company} and s.id = ${id}`)
