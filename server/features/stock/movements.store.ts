import { type SQL, sql } from 'drizzle-orm'
import type { StockMovement } from '#contract/movements.ts'
import type { StockPointId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'

/**
 * Whether a user may see a stock point: in a machine that they see; for managers also in the warehouse or a van, or in a deleted machine with a
 * review item for it.
 */
export async function seesPoint(db: Db, principal: Principal, point: StockPointId): Promise<boolean> {
  const isManager = principal.companyRole === 'ROLE_MANAGER'
  const isVisible = sql`(${isManager} and (p.kind in ('WAREHOUSE', 'VAN') or exists (
      select from review_items r where r.company_id = p.company_id and r.stock_point_id = p.id and r.kind in ('MACHINE_GONE', 'CLOSED_INSTALLATION'))) or exists (
    select from machines m where m.company_id = p.company_id and m.id = p.machine_id and ${visibleTo(principal)}))`
  const rows = await rowsOf(
    db,
    sql`select from stock_points p where p.company_id = ${principal.companyId} and p.id = ${point} and p.kind <> 'SELECTION' and ${isVisible}`,
  )
  return rows.length > 0
}

const millis = (at: SQL) => sql`floor(extract(epoch from ${at}) * 1000)::float8`

type Row = Omit<StockMovement, 'at' | 'received'> & { at: Moment; received: Moment | null }

/**
 * All movements of a stock point, the newest first, each with the balance after it: the latest count until then plus every later delta, as
 * in the ledger. Sales are described by their transactions, other movements by their operation.
 */
export async function movementsOf(
  db: Db,
  principal: Principal,
  point: StockPointId,
  { page, size }: { page: number; size: number },
): Promise<{ movements: StockMovement[]; total: number }> {
  // Users undo their own work, managers anyone's. Movements without a user at a machine cannot be undone here.
  const undoable = sql`o.machine_id is not null and (${principal.companyRole === 'ROLE_MANAGER'} or o.user_id = ${principal.userId})`
  const own = sql`l.company_id = ${principal.companyId} and l.stock_point_id = ${point}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from movements l where ${own}`)
  const rows = await rowsOf<Row>(
    db,
    sql`with lines as (
        select l.*, count(*) filter (where l.kind = 'count' and not l.voided) over (order by l.effective_at, l.operation_id, l.line) as since
        from movements l where ${own}),
      published as (
        select l.*, coalesce(sum(l.quantity) filter (where not l.voided) over (partition by l.since order by l.effective_at, l.operation_id, l.line), 0) as balance
        from lines l order by l.effective_at desc, l.operation_id desc, l.line desc limit ${size} offset ${page * size})
      select t.operation_id as "operationId", t.line, ${millis(sql`t.effective_at`)} as at, ${millis(sql`coalesce(o.received_at, tx.received_at)`)} as received,
        t.kind, t.cause, t.quantity::float8 / ${MILLI} as quantity, t.balance::float8 / ${MILLI} as balance,
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as "user",
        nullif(o.payload->>'note', '') as note, t.voided as undone,
        case when not t.voided and ${undoable} then o.machine_id::float8 end as "undoableAt"
      from published t
      left join operations o on o.company_id = t.company_id and o.id = t.operation_id
      left join users u on u.company_id = o.company_id and u.id = o.user_id
      left join transactions tx on tx.company_id = t.company_id and tx.id = t.operation_id and t.cause = 'SALE'
      order by t.effective_at desc, t.operation_id desc, t.line desc`,
  )
  const movements = rows.map(({ at, received, ...row }) => ({
    ...row,
    at: toIso(at),
    received: received === null ? null : toIso(received),
  }))
  return { movements, total: counted?.total ?? 0 }
}
