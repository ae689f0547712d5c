import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, StockPointId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

export type NewReview = {
  operation: OperationId
  kind: string
  /** Null for work with a van alone. */
  machineId: MachineId | null
  stockPointId: StockPointId | null
  details: unknown
}

const isSamePoint = (a: NewReview) => (b: NewReview) => a.kind === b.kind && a.stockPointId === b.stockPointId

/** A van whose loads are not recorded would get an item with every restock, so that an undecided one represents all, unless it was undone. */
const isNews = sql`not (r.kind = 'VAN_BELOW_ZERO' and exists (select from review_items x where x.company_id = company.id
  and x.stock_point_id = r."stockPointId" and x.kind = r.kind and x.decided_at is null
  and not exists (select from voids v where v.company_id = x.company_id and v.operation_id = x.operation_id)))`

export async function openReviews(db: Db, company: CompanyId, at: Moment, reviews: readonly NewReview[]): Promise<void> {
  const all = reviews.filter((one, index) => one.kind !== 'VAN_BELOW_ZERO' || index === reviews.findIndex(isSamePoint(one)))
  if (all.length === 0) return
  await db.execute(sql`
    insert into review_items (company_id, kind, machine_id, stock_point_id, operation_id, details, created_at)
    select ${company}::int, r.kind, r."machineId", r."stockPointId", r.operation, r.details, ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r(operation uuid, kind text, "machineId" bigint, "stockPointId" bigint, details jsonb)
    cross join (values (${company}::int)) as company(id) where ${isNews}
    on conflict do nothing`)
}
