import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ENOUGH_STOCK, LOW_STOCK, NO_SALES_FOR, SELLS_WITHIN } from '#domain/alerts/watch.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { wholeUnits } from '../db/sql-fragments.ts'

/** An alert that the server raises or clears. */
type Turn = { company: CompanyId; machine: MachineId; code: string; isUp: boolean }

/** Machines of all companies whose stock has become low or sufficient again, and those that stopped or resumed selling. */
export const turnsDue = (db: Db, now: Moment): Promise<Turn[]> =>
  rowsOf<Turn>(
    db,
    sql`with fills as (
        select p.company_id, p.machine_id, avg(least(1, greatest(0, ${wholeUnits(sql`p.balance`)}::float8 / p.max_quantity))) as fill
        from stock_points p
        where p.removed_at is null and p.kind in ('SLOT', 'CANISTER') and p.max_quantity > 0 and p.counted_at is not null
        group by p.company_id, p.machine_id),
      words as (
        select m.company_id, m.id as machine_id, 'LOW_STOCK_LEVEL' as code,
          case when f.fill <= ${LOW_STOCK}::float8 then true when f.fill >= ${ENOUGH_STOCK}::float8 then false end as is_up
        from machines m join fills f on f.company_id = m.company_id and f.machine_id = m.id where m.deactivated_at is null
        union all
        select m.company_id, m.id, 'NO_SALES', m.state = 'RUNNING' and l.at <= ${toIso(now - NO_SALES_FOR)}::timestamptz
        from machines m cross join lateral (
          select max(t.at) as at from transactions t where t.company_id = m.company_id and t.machine_id = m.id) l
        where m.deactivated_at is null and l.at > ${toIso(now - SELLS_WITHIN)}::timestamptz)
      select w.company_id as company, w.machine_id::float8 as machine, w.code, w.is_up as "isUp" from words w
        left join alerts a on a.company_id = w.company_id and a.machine_id = w.machine_id and a.code = w.code
      where w.is_up is not null and w.is_up <> coalesce(a.is_up, false)
      order by w.company_id, w.machine_id, w.code`,
  )

/** Stores alert changes as if the machine had reported them. */
export async function writeTurns(db: Db, company: CompanyId, turns: readonly Turn[], now: Moment): Promise<void> {
  const rows = turns.map(({ machine, code, isUp }) => ({ id: randomUUID(), machine, code, isUp }))
  await db.execute(sql`
    with turns as (
      insert into alert_reports (company_id, machine_id, code, at, id, is_up, received_at)
      select ${company}::int, t.machine, t.code, ${toIso(now)}::timestamptz, t.id, t."isUp", ${toIso(now)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id uuid, machine bigint, code text, "isUp" boolean)
      returning machine_id, code, at, id, is_up)
    insert into alerts as a (company_id, machine_id, code, at, report_id, is_up)
    select ${company}::int, machine_id, code, at, id, is_up from turns
    on conflict (company_id, machine_id, code) do update
      set at = excluded.at, report_id = excluded.report_id, is_up = excluded.is_up, message = null`)
}
