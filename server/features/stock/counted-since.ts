import { sql } from 'drizzle-orm'
import type { OperationId, StockPointId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'
import type { StockPoint } from '../../ledger/stock-points.store.ts'
import type { Done, OperationContext, Warning } from '../../sync/operations.ts'

/** A line without effect, because a later count of its stock point was recorded before it arrived. */
export type SupersededLine = { operation: OperationId; user: UserId; point: Pick<StockPoint, 'id' | 'slotNumber'>; count: OperationId }

type Count = { operation: OperationId; point: StockPointId; user: UserId; by: string; at: Moment }

/** The counts that superseded these lines. */
export async function laterCounts({ db, principal }: OperationContext, superseded: readonly SupersededLine[]): Promise<Count[]> {
  if (superseded.length === 0) return []
  const counts = `{${[...new Set(superseded.map(({ count }) => count))].join(',')}}`
  const points = `{${[...new Set(superseded.map(({ point }) => point.id))].join(',')}}`
  return rowsOf<Count>(
    db,
    sql`select o.id::text as operation, mv.stock_point_id::float8 as point, u.id as "user", ${personName('u')} as by,
        floor(extract(epoch from mv.effective_at) * 1000)::float8 as at
      from operations o join users u on u.company_id = o.company_id and u.id = o.user_id
      join movements mv on mv.company_id = o.company_id and mv.operation_id = o.id and mv.kind = 'count' and mv.stock_point_id = any(${points}::bigint[])
      where o.company_id = ${principal.companyId} and o.id = any(${counts}::uuid[])`,
  )
}

/** Adds a warning to the outcome for each stock point that another user counted later. */
export function withCountWarnings(done: Done, superseded: readonly SupersededLine[], counts: readonly Count[]): Done {
  const own = superseded.filter(({ operation }) => operation === done.answer.operationId)
  const warnings = [...new Map(own.map((one) => [one.point.id, one])).values()].flatMap(({ point, count, user }): Warning[] => {
    const found = counts.find((one) => one.operation === count && one.point === point.id && one.user !== user)
    if (!found) return []
    const { by, at } = found
    const place = { productInstallationId: point.id, ...(point.slotNumber === null ? {} : { slotNumber: point.slotNumber }) }
    return [{ code: 'COUNTED_SINCE', ...place, by, at: toIso(at) }]
  })
  return warnings.length === 0 ? done : { ...done, answer: { ...done.answer, warnings: [...done.answer.warnings, ...warnings] } }
}
