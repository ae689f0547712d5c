import { sql } from 'drizzle-orm'
import { toColumns } from '#contract/columns.ts'
import { OwnStockRow, type OwnVan } from '#contract/own-van.ts'
import type { OperationId, VanId } from '#domain/ids.ts'
import { DAY, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, isoOf, millis, personName } from '../../db/sql-fragments.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'
import { giverKey } from './hand-overs.store.ts'

type StockRow = { productId: number; balance: number; countedAt: number | null; countedBy: string | null; countedLine: number | null }

/** How long a phone may keep a hand-over before it sends it. */
const HANDED_SINCE = 30 * DAY

/** The van that a user drives now, as on the user's device. */
export async function ownVans(
  ctx: Pick<AppContext, 'keyFor'>,
  db: Db,
  { companyId, userId }: Principal,
  pending: readonly OperationId[],
  now: number,
): Promise<OwnVan[]> {
  const vans = await rowsOf<{ id: VanId; name: string; since: string; maxPieces: number | null }>(
    db,
    sql`select v.id::float8 as id, v.name, ${isoOf(sql`d.since`)} as since, v.max_pieces as "maxPieces" from van_drivers d
      join vans v on v.company_id = d.company_id and v.id = d.van_id
      where d.company_id = ${companyId} and d.user_id = ${userId} and d.until is null`,
  )
  const [van] = vans
  if (!van) return []
  const stocks = await rowsOf<StockRow>(
    db,
    sql`select p.product_id::float8 as "productId", p.balance::float8 as balance, ${millis(sql`p.counted_at`)} as "countedAt",
        p.counted_by as "countedBy", p.counted_line as "countedLine"
      from stock_points p where p.company_id = ${companyId} and p.kind = 'VAN' and p.van_id = ${van.id}::bigint order by p.product_id`,
  )
  const others = await rowsOf<OwnVan['others'][number]>(
    db,
    sql`select v.id::float8 as id, v.name, case when u.id is null then null else ${personName('u')} end as driver from vans v
      left join van_drivers d on d.company_id = v.company_id and d.van_id = v.id and d.until is null
      left join users u on u.company_id = d.company_id and u.id = d.user_id
      where v.company_id = ${companyId} and v.retired_at is null and v.id <> ${van.id}::bigint order by ${inNameOrder(sql`v.name`)}, v.id`,
  )
  const handed = await rowsOf<{ id: string }>(
    db,
    sql`select h.id from hand_overs h where h.company_id = ${companyId} and ${van.id}::bigint in (h.from_van_id, h.to_van_id)
      and h.effective_at > ${toIso(now - HANDED_SINCE)}::timestamptz order by h.effective_at, h.id`,
  )
  const contained = pending.length === 0 ? [] : await containedIn(db, companyId, pending)
  return [
    {
      ...van,
      asOf: toIso(now),
      key: giverKey({ keyFor: ctx.keyFor }, companyId, van.id, userId),
      stocks: toColumns(OwnStockRow, stocks),
      handOvers: handed.map(({ id }) => id),
      contains: contained,
      others,
    },
  ]
}

/** Which of the device's pending operations the stock contains. */
async function containedIn(db: Db, company: number, pending: readonly OperationId[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select o.id from operations o where o.company_id = ${company} and o.status = 'applied' and o.id = any(${`{${pending.join(',')}}`}::uuid[]) order by o.id`,
  )
  return rows.map(({ id }) => id)
}
