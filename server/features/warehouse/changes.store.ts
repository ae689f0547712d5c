import { type SQL, sql } from 'drizzle-orm'
import type { WarehouseChangeRow } from '#contract/warehouse.ts'
import type { CompanyId, OperationId } from '#domain/ids.ts'
import { toIso } from '#domain/time.ts'
import type { ChangeType } from '#domain/warehouse/change.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { personName, productCard, wholeUnits } from '../../db/sql-fragments.ts'

type ChangeHead = { operation: OperationId; type: ChangeType; note: string | null; purchase: number | null }

export const insertHead = (db: Db, company: CompanyId, { operation, type, note, purchase }: ChangeHead) =>
  db.execute(sql`
    insert into warehouse_changes (company_id, operation_id, type, note, purchase_id)
    values (${company}, ${operation}, ${type}, ${note}, ${purchase})`)

type Row = Omit<WarehouseChangeRow, 'createdAt' | 'user'> & { at: number; userName: string | null }

type ChangesFilter = { query: string; type: ChangeType | undefined; page: number; size: number }

/** The size of a change is computed from the ledger only. */
export async function findChanges(db: Db, company: CompanyId, filter: ChangesFilter) {
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found(company, filter)}`)
  const rows = await rowsOf<Row>(db, pageOfChanges(company, filter))
  const items = rows.map(({ at, userName, ...row }): WarehouseChangeRow => {
    return { ...row, createdAt: toIso(Math.round(at)), user: userName === null ? null : { name: userName } }
  })
  return { items, total: counted?.total ?? 0 }
}

/** One page of warehouse changes with the balance before each. */
export const pageOfChanges = (company: CompanyId, filter: ChangesFilter) => sql`
  select s.operation_id || '/' || s.line as id, ${productCard} as product, ${typeOf(sql`s`)} as type, coalesce(h.note, am.name, vn.name) as note, ${NAME} as "userName",
    (extract(epoch from s.effective_at) * 1000)::float8 as at,
    ${wholeUnits(sql`before.quantity`)}::float8 as "quantityBeforeChange",
    (case when s.kind = 'count' then ${wholeUnits(sql`s.quantity`)} - ${wholeUnits(sql`before.quantity`)} else ${wholeUnits(sql`s.quantity`)} end)::float8 as "quantityChange"
  from (
    select m.* from (${filter.query ? sql`select m.* ${found(company, filter)}` : latestOfEach(company, filter)}) m
    order by m.effective_at desc, m.operation_id desc, m.line desc limit ${filter.size} offset ${filter.page * filter.size}) s
  join stock_points w on w.company_id = ${company} and w.id = s.stock_point_id
  join products pr on pr.company_id = ${company} and pr.id = w.product_id
  left join warehouse_changes h on h.company_id = ${company} and h.operation_id = s.operation_id
  left join operations o on o.company_id = ${company} and o.id = s.operation_id
  left join machines am on am.company_id = ${company} and am.id = o.machine_id
  left join vans vn on o.call = 'changeVan' and vn.company_id = ${company} and vn.id = (o.payload ->> 'van')::bigint
  left join users u on u.company_id = ${company} and u.id = o.user_id
  left join lateral (
    select c.quantity, c.effective_at, c.operation_id, c.line from movements c
    where c.company_id = ${company} and c.stock_point_id = s.stock_point_id and c.kind = 'count' and not c.voided
      and c.effective_at <= s.effective_at and (c.effective_at, c.operation_id, c.line) < (s.effective_at, s.operation_id, s.line)
    order by c.effective_at desc, c.operation_id desc, c.line desc limit 1) counted on true
  cross join lateral (
    select coalesce(counted.quantity, 0) + coalesce(sum(d.quantity), 0) as quantity from movements d
    where d.company_id = ${company} and d.stock_point_id = s.stock_point_id and d.kind = 'delta' and not d.voided
      and d.effective_at between coalesce(counted.effective_at, '-infinity') and s.effective_at
      and (d.effective_at, d.operation_id, d.line) < (s.effective_at, s.operation_id, s.line)
      and (counted.quantity is null or (d.effective_at, d.operation_id, d.line) > (counted.effective_at, counted.operation_id, counted.line))) before
  order by s.effective_at desc, s.operation_id desc, s.line desc`

/** All movements of stock points in the warehouse. */
const found = (company: CompanyId, { query, type }: ChangesFilter) => sql`
  from stock_points w
  join movements m on m.company_id = w.company_id and m.stock_point_id = w.id and not m.voided${ofType(type)}
  ${query ? JOINED : sql``}
  where w.company_id = ${company} and w.kind = 'WAREHOUSE'${query ? narrowed(query) : sql``}`

/** Reads each stock point from its own end of the ledger and only as far as the page needs, so that old movements are not sorted. */
const latestOfEach = (company: CompanyId, { type, page, size }: ChangesFilter) => sql`
  select m.* from stock_points w cross join lateral (
    select m.* from movements m where m.company_id = ${company} and m.stock_point_id = w.id and not m.voided${ofType(type)}
    order by m.effective_at desc, m.operation_id desc, m.line desc limit ${(page + 1) * size}) m
  where w.company_id = ${company} and w.kind = 'WAREHOUSE'`

/**
 * A count has the type SET. Stock that a review decision moved from a machine into the warehouse has the type RECEIVE, the reverse PICK.
 */
const typeOf = (movement: SQL) =>
  sql`case when ${movement}.kind = 'count' then 'SET' when ${movement}.cause <> 'MOVED' then ${movement}.cause when ${movement}.quantity > 0 then 'RECEIVE' else 'PICK' end`
const ofType = (type: ChangeType | undefined) => (type ? sql` and ${typeOf(sql`m`)} = ${type}` : sql``)
const NAME = personName('u')

/** A text search also covers the fields joined to a movement. */
const JOINED = sql`
  join products pr on pr.company_id = w.company_id and pr.id = w.product_id
  left join warehouse_changes h on h.company_id = m.company_id and h.operation_id = m.operation_id
  left join operations o on o.company_id = m.company_id and o.id = m.operation_id
  left join users u on u.company_id = o.company_id and u.id = o.user_id`

function narrowed(query: string): SQL {
  return sql` and ${isFoundIn(query, sql`pr.name`, sql`pr.sku`, sql`h.note`, NAME)}`
}
