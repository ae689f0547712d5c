import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId, StockPointId } from '#domain/ids.ts'
import { byPoint, fold, type Level, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { orEarliest } from '../db/sql-fragments.ts'

export type NewMovement = Movement & { cause: string; voided: boolean }

/** The results of operations: ledger lines, the resulting balances, and refilled machines. */
type Written = {
  movements: readonly NewMovement[]
  levels: ReadonlyMap<StockPointId, Level>
  refills: readonly { machine: MachineId; at: Moment }[]
}

export async function writeMovements(db: Db, company: CompanyId, written: Written): Promise<void> {
  if (written.movements.length > 0) await db.execute(writeMovementsSql(company, written))
}

/** The same as part of a statement; empty if there are no movements. */
export function writeMovementsSql(company: CompanyId, { movements, levels, refills }: Written): SQL {
  const lines = JSON.stringify(movements.map(({ at, ...movement }) => ({ ...movement, at: toIso(at) })))
  const refilled = JSON.stringify(refills.map(({ machine, at }) => ({ machine, at: toIso(at) })))
  return sql`
    with written as (
      insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity, voided)
      select ${company}::int, m.point, m.at, m.operation, m.line, m.kind, m.cause, m.quantity, m.voided
      from jsonb_to_recordset(${lines}::jsonb) as m(point bigint, at timestamptz, operation uuid, line int, kind text, cause text, quantity bigint, voided boolean)
    ),
    refilled as (
      update machines m set last_refill = greatest(m.last_refill, r.at)
      from (select machine, max(at) as at from jsonb_to_recordset(${refilled}::jsonb) as r(machine bigint, at timestamptz) group by machine order by machine) r
      where m.company_id = ${company} and m.id = r.machine and m.id = any(${array(refills.map(({ machine }) => machine))}::bigint[])
    )
    ${balancesFrom(company, levels)}`
}

/** Later deltas of each of these stock points, summed. */
export async function deltasAfter(db: Db, company: CompanyId, points: readonly StockPointId[], since: Moment): Promise<Movement[]> {
  return rowsOf<Movement>(
    db,
    sql`select stock_point_id::float8 as point, (extract(epoch from effective_at) * 1000)::float8 as at, operation_id as operation, line, kind, quantity::float8 as quantity
      from movements where company_id = ${company} and stock_point_id = any(${array(points)}::bigint[]) and effective_at >= ${toIso(since)} and not voided`,
  )
}

/** The levels computed from the whole ledger, which the balances must always equal. */
export async function foldedLevels(db: Db, company: CompanyId, points: readonly StockPointId[]): Promise<Map<StockPointId, Level>> {
  // Movements before the latest count do not matter. `offset 0` reads them point by point, because a join without statistics may read all.
  const rows = await rowsOf<Movement>(
    db,
    sql`select p.id::float8 as point, (extract(epoch from m.effective_at) * 1000)::float8 as at, m.operation_id as operation, m.line, m.kind, m.quantity::float8 as quantity
      from (select distinct id from unnest(${array(points)}::bigint[]) id) p
      left join lateral (
        select effective_at from movements c where c.company_id = ${company} and c.stock_point_id = p.id and c.kind = 'count' and not c.voided
        order by effective_at desc limit 1) latest on true
      cross join lateral (
        select d.* from movements d where d.company_id = ${company} and d.stock_point_id = p.id and not d.voided
          and d.effective_at >= ${orEarliest(sql`latest.effective_at`)} offset 0) m`,
  )
  const known = byPoint(rows)
  return new Map(points.map((point) => [point, fold(UNCOUNTED, known.get(point) ?? [])]))
}

export async function writeLevels(db: Db, company: CompanyId, levels: ReadonlyMap<StockPointId, Level>): Promise<void> {
  if (levels.size > 0) await db.execute(balancesFrom(company, levels))
}

/** The ids are repeated because PostgreSQL estimates a hundred rows for JSON, and would scan the whole table to find one. */
function balancesFrom(company: CompanyId, levels: ReadonlyMap<StockPointId, Level>): SQL {
  const rows = JSON.stringify(
    [...levels].map(([id, { quantity, counted }]) => ({
      id,
      balance: quantity,
      at: counted && toIso(counted.at),
      by: counted?.operation,
      line: counted?.line,
    })),
  )
  return sql`update stock_points p set balance = l.balance, counted_at = l.at, counted_by = l.by, counted_line = l.line
    from jsonb_to_recordset(${rows}::jsonb) as l(id bigint, balance bigint, at timestamptz, by uuid, line int)
    where p.company_id = ${company} and p.id = l.id and p.id = any(${array([...levels.keys()])}::bigint[])`
}

/** A PostgreSQL array literal of numbers. */
const array = (numbers: readonly number[]) => `{${numbers.join(',')}}`
