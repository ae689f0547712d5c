import { sql } from 'drizzle-orm'
import type { Visit } from '#contract/rounds.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { VISIT_CALLS } from '#domain/rounds/round.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { isoOf, personName, startOfDay } from '../../db/sql-fragments.ts'
import type { Principal } from '../../http/request-context.ts'

/** Operations without a visit of their own (an older app, the API) belong to one visit per person, machine and hour. */
const HOUR_SECONDS = 3_600

const STANDARD_DAYS = 30

type Filter = {
  machine?: MachineId | undefined
  user?: UserId | undefined
  from?: string | undefined
  to?: string | undefined
  page: number
  size: number
}

type Row = Omit<Visit, 'added' | 'removed'> & { addedMilli: number; removedMilli: number; total: number }

/** Visits are operations with the same visit id; their times and sums follow from those. */
export async function findVisits(
  db: Db,
  principal: Principal,
  { machine, user, from, to, page, size }: Filter,
  now: Moment,
): Promise<{ items: Visit[]; total: number }> {
  const company = principal.companyId
  const { timezone } = await companyWays(db, company)
  const since = from ? startOfDay(sql`${from}::date`, timezone) : sql`${toIso(now - STANDARD_DAYS * DAY)}::timestamptz`
  const until = to ? startOfDay(sql`${to}::date + 1`, timezone) : sql`'infinity'::timestamptz`
  const rows = await rowsOf<Row>(
    db,
    sql`with visits as (
        select o.machine_id, o.user_id,
          coalesce(o.visit_id::text, concat_ws('-', o.user_id, o.machine_id, floor(extract(epoch from o.effective_at) / ${HOUR_SECONDS}))) as id,
          min(o.effective_at) as starts, max(o.effective_at) as ends, max(o.visit_start) as start,
          jsonb_agg(jsonb_build_object('id', o.id, 'call', o.call, 'at', ${isoOf(sql`o.effective_at`)}) order by o.effective_at, o.id) as operations,
          array_agg(o.id) as ids, count(*) filter (where o.call = 'withdrawCash')::int as withdrawals
        from operations o join users u on u.company_id = o.company_id and u.id = o.user_id
        where o.company_id = ${company} and o.machine_id is not null and o.status = 'applied' and o.call = any(${`{${VISIT_CALLS.join(',')}}`}::text[])
          and (o.visit_id is not null or u.company_role = 'ROLE_EMPLOYEE')
          and o.effective_at >= ${since} and o.effective_at < ${until}
          ${machine === undefined ? sql`` : sql`and o.machine_id = ${machine}`} ${user === undefined ? sql`` : sql`and o.user_id = ${user}`}
        group by 1, 2, 3),
      listed as (
        select v.*, count(*) over ()::int as total from visits v order by v.starts desc, v.id limit ${size} offset ${page * size})
      select v.id, jsonb_build_object('id', m.id, 'name', m.name) as machine,
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as user,
        ${isoOf(sql`v.starts`)} as from, ${isoOf(sql`v.ends`)} as until, v.start, v.operations, v.withdrawals, v.total,
        coalesce(g.added, 0)::float8 as "addedMilli", coalesce(g.removed, 0)::float8 as "removedMilli"
      from listed v join machines m on m.company_id = ${company} and m.id = v.machine_id
      left join users u on u.company_id = ${company} and u.id = v.user_id
      left join lateral (
        select sum(s.quantity) filter (where s.quantity > 0) as added, -sum(s.quantity) filter (where s.quantity < 0) as removed
        from movements s
        join stock_points p on p.company_id = s.company_id and p.id = s.stock_point_id and p.machine_id = v.machine_id and p.kind = 'SLOT'
        where s.company_id = ${company} and s.operation_id = any(v.ids) and s.kind = 'delta' and not s.voided
      ) g on true
      order by v.starts desc, v.id`,
  )
  return {
    items: rows.map(({ addedMilli, removedMilli, total: _, ...visit }) => ({
      ...visit,
      added: toWhole(addedMilli),
      removed: toWhole(removedMilli),
    })),
    total: rows[0]?.total ?? 0,
  }
}
