import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, SlotId, StockPointId } from '#domain/ids.ts'
import { byPoint, fold, type Level, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../database/database.ts'

export type StockPoint = {
  id: StockPointId
  kind: 'SLOT' | 'SELECTION' | 'CANISTER' | 'WAREHOUSE'
  productId: ProductId
  slotId: SlotId | null
  slotNumber: string | null
  maxQuantity: number | null
  removedAt: Moment | null
  level: Level
}

type PointRow = Omit<StockPoint, 'level' | 'removedAt'> & {
  removedAt: number | null
  balance: Milli
  countedAt: number | null
  countedBy: string | null
  countedLine: number | null
}

const POINT_COLUMNS = sql`p.id::float8 as id, p.kind, p.product_id::float8 as "productId", p.slot_id::float8 as "slotId", s.slot_number as "slotNumber",
  p.max_quantity::float8 as "maxQuantity", floor(extract(epoch from p.removed_at) * 1000)::float8 as "removedAt", p.balance::float8 as balance,
  (extract(epoch from p.counted_at) * 1000)::float8 as "countedAt", p.counted_by as "countedBy", p.counted_line as "countedLine"`

const toPoint = ({ balance, countedAt, countedBy, countedLine, ...row }: PointRow): StockPoint => ({
  ...row,
  level: {
    quantity: balance,
    counted: countedAt === null ? null : { at: Math.round(countedAt), operation: countedBy ?? '', line: countedLine ?? 0 },
  },
})

/** The stock points of a machine, open and closed, in the order of their ids and locked until the transaction ends. */
export async function lockPoints(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { ids = [], products = [] }: { ids?: readonly StockPointId[]; products?: readonly ProductId[] },
) {
  const rows = await rowsOf<PointRow>(
    db,
    sql`select ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.machine_id = ${machine} and p.kind in ('SLOT', 'CANISTER')
        and (p.id = any(${array(ids)}::bigint[]) or p.product_id = any(${array(products)}::bigint[]))
      order by p.id for update of p`,
  )
  return rows.map(toPoint)
}

/** The stock points that are in machines now. Selections of coffee machines hold no stock, and are left out. */
export async function openPoints(db: Db, company: CompanyId, machines: readonly MachineId[]) {
  const rows = await rowsOf<PointRow & { machineId: MachineId }>(
    db,
    sql`select p.machine_id::float8 as "machineId", ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.machine_id = any(${array(machines)}::bigint[]) and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null
      order by p.id`,
  )
  return rows.map(({ machineId, ...row }) => ({ machineId, ...toPoint(row) }))
}

export type NewMovement = Movement & { cause: string }

/** Writes movements into the ledger; those of an operation that has already been undone are written as undone. */
export async function appendMovements(db: Db, company: CompanyId, movements: readonly NewMovement[]): Promise<{ voided: boolean }> {
  if (movements.length === 0) return { voided: false }
  const rows = JSON.stringify(movements.map(({ at, ...movement }) => ({ ...movement, at: toIso(at) })))
  const [written] = await rowsOf<{ voided: boolean }>(
    db,
    sql`with written as (
        insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity, voided)
        select ${company}::int, m.point, m.at, m.operation, m.line, m.kind, m.cause, m.quantity,
          exists (select from voids v where v.company_id = ${company} and v.operation_id = m.operation)
        from jsonb_to_recordset(${rows}::jsonb) as m(point bigint, at timestamptz, operation uuid, line int, kind text, cause text, quantity bigint)
        returning voided)
      select bool_or(voided) as voided from written`,
  )
  return { voided: written?.voided ?? false }
}

/** The sum of deltas that happened after a place in time, for each of these stock points. */
export async function deltasAfter(db: Db, company: CompanyId, points: readonly StockPointId[], since: Moment): Promise<Movement[]> {
  return rowsOf<Movement>(
    db,
    sql`select stock_point_id::float8 as point, (extract(epoch from effective_at) * 1000)::float8 as at, operation_id as operation, line, kind, quantity::float8 as quantity
      from movements where company_id = ${company} and stock_point_id = any(${array(points)}::bigint[]) and effective_at >= ${toIso(since)} and not voided`,
  )
}

/** The level as the ledger tells it from the beginning: what `balance` must always equal. */
export async function foldedLevels(db: Db, company: CompanyId, points: readonly StockPointId[]): Promise<Map<StockPointId, Level>> {
  // Only what stands at or after the latest count matters to the fold.
  const rows = await rowsOf<Movement>(
    db,
    sql`select m.stock_point_id::float8 as point, (extract(epoch from m.effective_at) * 1000)::float8 as at, m.operation_id as operation, m.line, m.kind, m.quantity::float8 as quantity
      from movements m
      left join lateral (
        select effective_at from movements c where c.company_id = ${company} and c.stock_point_id = m.stock_point_id and c.kind = 'count' and not c.voided
        order by effective_at desc limit 1) latest on true
      where m.company_id = ${company} and m.stock_point_id = any(${array(points)}::bigint[]) and not m.voided
        and m.effective_at >= coalesce(latest.effective_at, '-infinity')`,
  )
  const known = byPoint(rows)
  return new Map(points.map((point) => [point, fold(UNCOUNTED, known.get(point) ?? [])]))
}

export async function writeLevels(db: Db, company: CompanyId, levels: ReadonlyMap<StockPointId, Level>): Promise<void> {
  if (levels.size === 0) return
  const rows = JSON.stringify(
    [...levels].map(([id, { quantity, counted }]) => ({
      id,
      balance: quantity,
      at: counted && toIso(counted.at),
      by: counted?.operation,
      line: counted?.line,
    })),
  )
  await db.execute(sql`
    update stock_points p set balance = l.balance, counted_at = l.at, counted_by = l.by, counted_line = l.line
    from jsonb_to_recordset(${rows}::jsonb) as l(id bigint, balance bigint, at timestamptz, by uuid, line int)
    where p.company_id = ${company} and p.id = l.id`)
}

/**
 * Waits until an operation that is being recorded at this very moment has ended. Probing its key waits on it, and one that
 * arrives later waits on the probe, so that an undo and what it undoes always see each other.
 */
export async function awaitOperation(db: Db, company: CompanyId, operation: OperationId, user: number, at: Moment): Promise<void> {
  const now = toIso(at)
  const probed = await rowsOf(
    db,
    sql`insert into operations (company_id, id, call, user_id, body_hash, occurred_at, effective_at, received_at, status)
      values (${company}, ${operation}, '', ${user}, '', ${now}, ${now}, ${now}, 'running') on conflict do nothing returning id`,
  )
  if (probed.length > 0) await db.execute(sql`delete from operations where company_id = ${company} and id = ${operation}`)
}

export async function insertVoid(db: Db, company: CompanyId, undone: OperationId, by: OperationId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${undone}, ${by}) on conflict do nothing returning operation_id`,
  )
  return rows.length > 0
}

/** The stock points that an operation moved, in id order and locked. */
export async function lockPointsOf(db: Db, company: CompanyId, operation: OperationId) {
  const rows = await rowsOf<PointRow>(
    db,
    sql`select ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.id in (select stock_point_id from movements where company_id = ${company} and operation_id = ${operation})
      order by p.id for update of p`,
  )
  return rows.map(toPoint)
}

export const markVoided = (db: Db, company: CompanyId, operation: OperationId) =>
  db.execute(sql`update movements set voided = true where company_id = ${company} and operation_id = ${operation}`)

export async function operationFor(db: Db, company: CompanyId, operation: OperationId) {
  const [row] = await rowsOf<{ machineId: MachineId | null; userId: number; status: string; call: string }>(
    db,
    sql`select machine_id::float8 as "machineId", user_id as "userId", status, call from operations where company_id = ${company} and id = ${operation}`,
  )
  return row ?? null
}

export type NewReview = { kind: string; machineId: MachineId; stockPointId: StockPointId | null; details: unknown }

export async function openReviews(
  db: Db,
  company: CompanyId,
  operation: OperationId,
  at: Moment,
  reviews: readonly NewReview[],
): Promise<void> {
  if (reviews.length === 0) return
  await db.execute(sql`
    insert into review_items (company_id, kind, machine_id, stock_point_id, operation_id, details, created_at)
    select ${company}::int, r.kind, r."machineId", r."stockPointId", ${operation}::uuid, r.details, ${toIso(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(kind text, "machineId" bigint, "stockPointId" bigint, details jsonb)
    on conflict do nothing`)
}

export const markRefilled = (db: Db, company: CompanyId, machine: MachineId, at: Moment) =>
  db.execute(
    sql`update machines set last_refill = greatest(last_refill, ${toIso(at)}::timestamptz) where company_id = ${company} and id = ${machine}`,
  )

/** A PostgreSQL array literal of numbers. */
const array = (numbers: readonly number[]) => `{${numbers.join(',')}}`
