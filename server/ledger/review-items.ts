import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, StockPointId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

export type NewReview = {
  operation: OperationId
  kind: string
  machineId: MachineId
  stockPointId: StockPointId | null
  details: unknown
}

export async function openReviews(db: Db, company: CompanyId, at: Moment, reviews: readonly NewReview[]): Promise<void> {
  if (reviews.length === 0) return
  await db.execute(sql`
    insert into review_items (company_id, kind, machine_id, stock_point_id, operation_id, details, created_at)
    select ${company}::int, r.kind, r."machineId", r."stockPointId", r.operation, r.details, ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(operation uuid, kind text, "machineId" bigint, "stockPointId" bigint, details jsonb)
    on conflict do nothing`)
}
