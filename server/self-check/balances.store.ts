import { sql } from 'drizzle-orm'
import type { CompanyId, StockPointId } from '#domain/ids.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { orEarliest } from '../db/sql-fragments.ts'
import type { AppContext } from '../http/request-context.ts'
import { foldedLevels, writeLevels } from '../ledger/ledger.store.ts'
import { type Change, publish } from '../sync/feed.ts'

/** A stock point whose balance differs from its ledger. */
export type BalanceMismatch = { company: CompanyId; point: StockPointId; balance: Milli; fold: Milli }

export type Slice = { mismatches: BalanceMismatch[]; checked: number; last: Place | null }

type Place = { company: CompanyId; point: StockPointId }

/**
 * The next stock points after a position, of all companies, and those whose balance or latest count differs from their ledger. A single
 * statement gives a consistent snapshot while operations are being recorded.
 */
export const balanceMismatches =
  (after: Place, limit: number) =>
  async (db: Db): Promise<Slice> => {
    const rows = await rowsOf<BalanceMismatch & { isBalanced: boolean }>(
      db,
      sql`with slice as (
          select * from stock_points where (company_id, id) > (${after.company}::int, ${after.point}::bigint) order by company_id, id limit ${limit})
        select p.company_id as company, p.id::float8 as point, p.balance::float8 as balance, folded.quantity::float8 as fold,
          p.balance = folded.quantity and (p.counted_at, p.counted_by, p.counted_line)
            is not distinct from (anchor.effective_at, anchor.operation_id, anchor.line) as "isBalanced"
        from slice p
        left join lateral (
          select c.quantity, c.effective_at, c.operation_id, c.line from movements c
          where c.company_id = p.company_id and c.stock_point_id = p.id and c.kind = 'count' and not c.voided
          order by c.effective_at desc, c.operation_id desc, c.line desc limit 1) anchor on true
        cross join lateral (
          select coalesce(anchor.quantity, 0) + coalesce(sum(d.quantity), 0) as quantity from movements d
          where d.company_id = p.company_id and d.stock_point_id = p.id and d.kind = 'delta' and not d.voided
            and d.effective_at >= ${orEarliest(sql`anchor.effective_at`)}
            and (anchor.quantity is null or (d.effective_at, d.operation_id, d.line) > (anchor.effective_at, anchor.operation_id, anchor.line))) folded
        order by p.company_id, p.id`,
    )
    const last = rows.at(-1)
    return {
      mismatches: rows.filter(({ isBalanced }) => !isBalanced).map(({ isBalanced: _, ...one }) => one),
      checked: rows.length,
      last: last && rows.length === limit ? { company: last.company, point: last.point } : null,
    }
  }

/** These stock points by id, locked, with their machines. */
const lockForRebuild = (db: Db, company: CompanyId, points: readonly StockPointId[]) =>
  rowsOf<{ id: StockPointId; machineId: number | null }>(
    db,
    sql`select id::float8 as id, machine_id::float8 as "machineId" from stock_points
      where company_id = ${company} and id = any(${`{${points.join(',')}}`}::bigint[]) order by id for update`,
  )

/** Recomputes these balances from their ledgers and publishes the changes. */
export const rebuildBalances = (
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  company: CompanyId,
  points: readonly StockPointId[],
) =>
  database.withTenant(company, async (db) => {
    const locked = await lockForRebuild(db, company, points)
    const ids = locked.map(({ id }) => id)
    await writeLevels(db, company, await foldedLevels(db, company, ids))
    const machines = [...new Set(locked.flatMap(({ machineId }) => machineId ?? []))]
    const changes = machines.flatMap((id): Change[] => [
      { kind: 'inventory', id },
      { kind: 'machine', id },
    ])
    await publish(db, company, changes, now())
  })
