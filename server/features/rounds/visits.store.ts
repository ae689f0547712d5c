import { type SQL, sql } from 'drizzle-orm'
import type { Visit } from '#contract/visits.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { VISIT_CALLS, VISIT_GAP } from '#domain/rounds/round.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { DAY, type Moment, SECOND, toIso } from '#domain/time.ts'
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

type Row = Omit<Visit, 'added' | 'removed' | 'cash'> & {
  addedMilli: number
  removedMilli: number
  collections: number
  countedBags: number
  countedMinor: number
  total: number
}

/** What shows that a person was at a machine: operations, and photos of visits, whose time is that of the phone. */
const recordsOf = (company: CompanyId, since: SQL, until: SQL, { machine, user }: Filter): SQL => {
  const of = (table: 'o' | 'p') =>
    sql`${machine === undefined ? sql`` : sql`and ${sql.raw(table)}.machine_id = ${machine}`} ${user === undefined ? sql`` : sql`and ${sql.raw(table)}.user_id = ${user}`}`
  return sql`
    select o.machine_id, o.user_id, o.visit_id,
      coalesce(o.visit_id::text, concat_ws('-', o.user_id, o.machine_id, floor(extract(epoch from o.effective_at) / ${HOUR_SECONDS}))) as id,
      o.effective_at as at, null::timestamptz as photo_at, o.visit_start as start, o.id as operation, o.call
    from operations o join users u on u.company_id = o.company_id and u.id = o.user_id
    where o.company_id = ${company} and o.machine_id is not null and o.status = 'applied' and o.call = any(${`{${VISIT_CALLS.join(',')}}`}::text[])
      and (o.visit_id is not null or u.company_role = 'ROLE_EMPLOYEE')
      and o.effective_at >= ${since} and o.effective_at < ${until} ${of('o')}
    union all
    select p.machine_id, p.user_id, p.visit_id, p.visit_id::text, null, p.taken_at, null, null, null from photos p
    where p.company_id = ${company} and p.visit_id is not null and p.deleted_at is null and p.taken_at >= ${since} and p.taken_at < ${until} ${of('p')}`
}

/** How far photos may extend a visit: their times are less certain than those of operations. */
const BESIDE = sql`make_interval(secs => ${VISIT_GAP / SECOND})`

/** Longer than any visit, so that one that begins or ends beside the requested days is read completely. */
const LONGEST_VISIT = sql`interval '1 day'`

/**
 * Visits are operations and photos with the same visit id; their times and sums follow from those. A visit across midnight belongs to the day
 * on which it began.
 */
export async function findVisits(db: Db, principal: Principal, filter: Filter, now: Moment): Promise<{ items: Visit[]; total: number }> {
  const { from, to, page, size } = filter
  const company = principal.companyId
  const { timezone, currency } = await companyWays(db, company)
  const since = from ? startOfDay(sql`${from}::date`, timezone) : sql`${toIso(now - STANDARD_DAYS * DAY)}::timestamptz`
  const until = to ? startOfDay(sql`${to}::date + 1`, timezone) : sql`'infinity'::timestamptz`
  const rows = await rowsOf<Row>(
    db,
    sql`with visits as (
        select r.machine_id, r.user_id, r.visit_id, r.id, max(r.start) as start,
          least(min(r.at), greatest(coalesce(min(r.photo_at), min(r.at)), min(r.at) - ${BESIDE})) as starts,
          greatest(max(r.at), least(coalesce(max(r.photo_at), max(r.at)), max(r.at) + ${BESIDE})) as ends,
          coalesce(jsonb_agg(jsonb_build_object('id', r.operation, 'call', r.call, 'at', ${isoOf(sql`r.at`)}) order by r.at, r.operation)
            filter (where r.operation is not null), '[]') as operations,
          coalesce(array_agg(r.operation) filter (where r.operation is not null), '{}') as ids,
          (count(*) filter (where r.call = 'withdrawCash'))::int as withdrawals
        from (${recordsOf(company, sql`${since} - ${LONGEST_VISIT}`, sql`${until} + ${LONGEST_VISIT}`, filter)}) r
        group by r.machine_id, r.user_id, r.visit_id, r.id),
      listed as (
        select v.*, count(*) over ()::int as total from visits v where v.starts >= ${since} and v.starts < ${until}
        order by v.starts desc, v.id limit ${size} offset ${page * size})
      select v.id, jsonb_build_object('id', m.id, 'name', m.name) as machine,
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as user,
        ${isoOf(sql`v.starts`)} as from, ${isoOf(sql`v.ends`)} as until, v.start, v.operations, v.withdrawals, v.total,
        coalesce(g.added, 0)::float8 as "addedMilli", coalesce(g.removed, 0)::float8 as "removedMilli",
        c.collections, c.counted as "countedBags", c.amount as "countedMinor",
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'phase', p.phase, 'at', ${isoOf(sql`p.taken_at`)}) order by p.taken_at, p.id), '[]')
          from photos p where p.company_id = ${company} and p.visit_id = v.visit_id and p.machine_id = v.machine_id and p.user_id = v.user_id
            and p.deleted_at is null and m.deactivated_at is null) as photos
      from listed v join machines m on m.company_id = ${company} and m.id = v.machine_id
      left join users u on u.company_id = ${company} and u.id = v.user_id
      left join lateral (
        select sum(s.quantity) filter (where s.quantity > 0) as added, -sum(s.quantity) filter (where s.quantity < 0) as removed
        from movements s
        join stock_points p on p.company_id = s.company_id and p.id = s.stock_point_id and p.machine_id = v.machine_id and p.kind = 'SLOT'
        where s.company_id = ${company} and s.operation_id = any(v.ids) and s.kind = 'delta' and not s.voided
      ) g on true
      cross join lateral (
        select count(*)::int as collections, count(n.amount)::int as counted, coalesce(sum(n.amount), 0)::float8 as amount
        from collections l
        left join lateral (
          select b.amount_minor as amount from bag_counts b
          where b.company_id = ${company} and b.collection_id = l.operation_id and not b.voided order by b.at desc, b.operation_id desc limit 1) n on true
        where l.company_id = ${company} and l.operation_id = any(v.ids) and not l.voided) c
      order by v.starts desc, v.id`,
  )
  // Only rows contain the total, and a page after the last one has none.
  if (rows.length === 0 && page > 0)
    return { items: [], total: (await findVisits(db, principal, { ...filter, page: 0, size: 1 }, now)).total }
  return {
    items: rows.map(({ addedMilli, removedMilli, collections, countedBags, countedMinor, total: _, ...visit }) => ({
      ...visit,
      added: toWhole(addedMilli),
      removed: toWhole(removedMilli),
      ...(seesMoney(principal)
        ? { cash: { counted: countedBags === 0 ? null : toDecimal(countedMinor, currency), uncounted: collections - countedBags } }
        : {}),
    })),
    total: rows[0]?.total ?? 0,
  }
}
