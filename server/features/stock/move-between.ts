import { sql } from 'drizzle-orm'
import type { CompanyId, ProductId, StockPointId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { foldedLevels, type NewMovement, writeLevels, writeMovements } from '../../ledger/ledger.store.ts'
import type { Done, OperationContext } from '../../sync/operations.ts'
import type { LockedItem } from './reviews.store.ts'

/**
 * Takes what was recorded where a product lies no more to where it is: into the warehouse now, into the slot's product of today at the
 * time at which it was recorded (a count that came later there has seen it), or nowhere, where it is lost.
 */
export async function moveBetween(
  { db, person: { companyId }, operationId: operation, machineId, receivedAt }: OperationContext,
  item: LockedItem,
  to: 'TO_WAREHOUSE' | 'TO_SLOT' | 'WRITE_OFF',
  quantity: Milli,
): Promise<Done | Refusal> {
  const from = item.point
  if (from === null || item.productId === null) return refuse('DECISION_UNFIT')
  const at = to === 'TO_SLOT' ? Math.max(item.operationAt, item.successorSince ?? 0) : receivedAt
  const target =
    to === 'TO_WAREHOUSE' ? await warehousePoint(db, companyId, item.productId, receivedAt) : to === 'TO_SLOT' ? item.successor : null
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

/** Where a product lies in the warehouse; where it never did, it does from now on. */
async function warehousePoint(db: Db, company: CompanyId, product: ProductId, at: Moment): Promise<StockPointId> {
  await db.execute(sql`
    insert into stock_points (company_id, kind, product_id, installed_at)
    values (${company}, 'WAREHOUSE', ${product}, to_timestamp(${at} / 1000.0))
    on conflict do nothing`)
  const [row] = await rowsOf<{ id: StockPointId }>(
    db,
    sql`select p.id::float8 as id from stock_points p where p.company_id = ${company} and p.product_id = ${product} and p.kind = 'WAREHOUSE'`,
  )
  if (!row) throw new Error('a place in the warehouse was not written')
  return row.id
}

const lockInOrder = (db: Db, company: CompanyId, points: readonly StockPointId[]) =>
  db.execute(sql`
    select p.id from stock_points p where p.company_id = ${company} and p.id = any(${`{${points.join(',')}}`}::bigint[]) order by p.id for update`)
