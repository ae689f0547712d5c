import { type SQL, sql } from 'drizzle-orm'
import type { WarehouseChangeRow } from '#contract/warehouse.ts'
import type { CompanyId, OperationId } from '#domain/ids.ts'
import { toIso } from '#domain/time.ts'
import type { ChangeType } from '#domain/warehouse/change.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { likePattern } from '../../database/like-pattern.ts'
import { personName } from '../../database/person-name.ts'
import { productCard } from '../../database/product-card.ts'
import { wholeUnits } from '../../database/quantities.ts'

export type ChangeHead = { operation: OperationId; type: ChangeType; note: string | null; purchase: number | null }

export const insertHead = (db: Db, company: CompanyId, { operation, type, note, purchase }: ChangeHead) =>
  db.execute(sql`
    insert into warehouse_changes (company_id, operation_id, type, note, purchase_id)
    values (${company}, ${operation}, ${type}, ${note}, ${purchase})`)

type Row = Omit<WarehouseChangeRow, 'createdAt' | 'user'> & { at: number; userName: string | null }

export type ChangesFilter = { query: string; type: ChangeType | undefined; page: number; size: number }

/** By how much a line changed what lay there is told by the ledger, and by nothing beside it. */
export async function findChanges(db: Db, company: CompanyId, { query, type, page, size }: ChangesFilter) {
  const found = sql`
    from stock_points w
    join movements m on m.company_id = w.company_id and m.stock_point_id = w.id and not m.voided
    join products pr on pr.company_id = w.company_id and pr.id = w.product_id
    left join warehouse_changes h on h.company_id = m.company_id and h.operation_id = m.operation_id
    left join operations o on o.company_id = m.company_id and o.id = m.operation_id
    left join users u on u.company_id = o.company_id and u.id = o.user_id
    where w.company_id = ${company} and w.kind = 'WAREHOUSE'${narrowed({ query, type })}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found}`)
  const rows = await rowsOf<Row>(
    db,
    sql`select s.operation_id || '/' || s.line as id, s.product, s.type, s.note, s.user_name as "userName", (extract(epoch from s.effective_at) * 1000)::float8 as at,
        ${wholeUnits(sql`before.quantity`)}::float8 as "quantityBeforeChange",
        (case when s.kind = 'count' then ${wholeUnits(sql`s.quantity`)} - ${wholeUnits(sql`before.quantity`)} else ${wholeUnits(sql`s.quantity`)} end)::float8 as "quantityChange"
      from (
        select m.stock_point_id, m.operation_id, m.line, m.kind, m.quantity, m.effective_at, ${TYPE} as type, h.note, ${NAME} as user_name, ${productCard} as product ${found}
        order by m.effective_at desc, m.operation_id desc, m.line limit ${size} offset ${page * size}) s
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
      order by s.effective_at desc, s.operation_id desc, s.line`,
  )
  const items = rows.map(({ at, userName, ...row }): WarehouseChangeRow => {
    return { ...row, createdAt: toIso(Math.round(at)), user: userName === null ? null : { name: userName } }
  })
  return { items, total: counted?.total ?? 0 }
}

/** A count that nobody told the type of was one. */
const TYPE = sql`case when m.kind = 'count' then 'SET' else m.cause end`
const NAME = personName('u')

function narrowed({ query, type }: Pick<ChangesFilter, 'query' | 'type'>): SQL {
  const like = likePattern(query)
  const words = query ? sql` and (pr.name ilike ${like} or pr.sku ilike ${like} or h.note ilike ${like} or ${NAME} ilike ${like})` : sql``
  return type ? sql`${words} and ${TYPE} = ${type}` : words
}
