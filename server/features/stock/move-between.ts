import { sql } from 'drizzle-orm'
import type { CompanyId, StockPointId } from '#domain/ids.ts'
import type { Milli } from '#domain/units.ts'
import type { Db } from '../../db/client.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { foldedLevels, type NewMovement, writeLevels, writeMovements } from '../../ledger/ledger.store.ts'
import { warehousePlaces } from '../../ledger/warehouse-places.ts'
import type { Done, OperationContext } from '../../sync/operations.ts'
import type { LockedItem } from './reviews.store.ts'

/**
 * Moves stock that was recorded for a closed installation to the right place: into the warehouse now, into the slot's current product at
 * the recorded time (a later count there already includes it), or nowhere if it is lost.
 */
export async function moveBetween(
  { db, principal: { companyId }, operationId: operation, machineId, receivedAt }: OperationContext,
  item: LockedItem,
  to: 'TO_WAREHOUSE' | 'TO_SLOT' | 'WRITE_OFF',
  quantity: Milli,
): Promise<Done | Refusal> {
  const from = item.point
  if (from === null || item.productId === null) return refuse('DECISION_UNFIT')
  const at = to === 'TO_SLOT' ? Math.max(item.operationAt, item.successorSince ?? 0) : receivedAt
  const shelves = to === 'TO_WAREHOUSE' ? await warehousePlaces(db, companyId, [item.productId], receivedAt) : null
  const target = shelves?.get(item.productId) ?? (to === 'TO_SLOT' ? item.successor : null)
  const points = target === null ? [from] : [from, target]
  await lockInOrder(db, companyId, points)
  const line = { at, operation, voided: false, kind: 'delta' as const, cause: to === 'WRITE_OFF' ? 'LOSS' : 'MOVED' }
  const found = to === 'TO_SLOT' && item.moved === 0
  const movements: NewMovement[] = [
    { ...line, line: 0, point: from, quantity: -quantity },
    ...(target === null ? [] : [{ ...line, line: 1, point: target, quantity, ...(found ? ({ kind: 'count' } as const) : {}) }]),
  ]
  await writeMovements(db, companyId, { movements, levels: new Map(), refills: [] })
  await writeLevels(db, companyId, await foldedLevels(db, companyId, points))
  return {
    answer: { operationId: operation, warnings: [] },
    changes: [
      { kind: 'inventory', id: machineId },
      { kind: 'machine', id: machineId },
    ],
    news: [{ activity: 'MACHINE_STOCK_CHANGED', at: receivedAt, machineId, changed: ['stock', 'machines'] }],
  }
}

const lockInOrder = (db: Db, company: CompanyId, points: readonly StockPointId[]) =>
  db.execute(sql`
    select p.id from stock_points p where p.company_id = ${company} and p.id = any(${`{${points.join(',')}}`}::bigint[]) order by p.id for update`)
