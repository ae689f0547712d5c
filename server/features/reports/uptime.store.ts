import { type SQL, sql } from 'drizzle-orm'
import type { MachineUptime, Outage } from '#contract/machine-reports.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, millis } from '../../db/sql-fragments.ts'
import { machinesIn, type ReportFilter } from './report-filter.ts'

/** Watched and outage time of a machine, in seconds. Overlapping outages (stopped and offline) count once in `out`. */
type OutageSum = { machine: MachineId; watched: number; outages: number; out: number; stopped: number; silent: number }

/**
 * Total outages of each watched machine within the elapsed part of a period. Time before it was watched and time out of service are
 * excluded, because no data exists.
 */
export const sumOutages = (db: Db, company: CompanyId, { from, until }: Span, now: Moment): Promise<OutageSum[]> =>
  rowsOf<OutageSum>(
    db,
    sql`with service as (
        select a.machine_id as id, a.type, a.at, lead(a.at) over (partition by a.machine_id order by a.at, a.id) as next
        from activities a
        where a.company_id = ${company} and a.type in ('MACHINE_DELETED', 'MACHINE_CREATED') and a.machine_id is not null),
      gone as (select id, range_agg(tstzrange(at, next)) as spans from service where type = 'MACHINE_DELETED' group by id),
      held as (
        select w.id, w.since, w.till, tstzmultirange(tstzrange(w.since, w.till)) - coalesce(g.spans, '{}') as spans from (
          select m.id, greatest(${moment(from)}, s.watched_since, m.created_at) as since,
            least(${moment(until)}, ${moment(now)}, m.deactivated_at) as till
          from machines m join machine_status s on s.company_id = m.company_id and s.machine_id = m.id
          where m.company_id = ${company} and s.heard_at is not null) w
        left join gone g on g.id = w.id where w.since < w.till),
      watched as (select * from held where not isempty(spans)),
      parts as (
        select w.id, o.state, range_agg(tstzrange(o.from_at, o.to_at)) * w.spans as spans
        from watched w join outages o on o.company_id = ${company} and o.machine_id = w.id
        where o.from_at < w.till and (o.to_at is null or o.to_at > w.since) group by w.id, w.spans, o.state),
      lengths as (select p.id, p.state, ${seconds(sql`r`)} as length from parts p, unnest(p.spans) r group by p.id, p.state),
      whole as (
        select u.id, count(*) as outages, ${seconds(sql`r`)} as length
        from (select p.id, range_agg(p.spans) as spans from parts p group by p.id) u, unnest(u.spans) r group by u.id)
      select w.id::float8 as machine, (select ${seconds(sql`r`)} from unnest(w.spans) r)::float8 as watched,
        coalesce(t.outages, 0)::float8 as outages, coalesce(t.length, 0)::float8 as out,
        coalesce((select l.length from lengths l where l.id = w.id and l.state = 'STOPPED'), 0)::float8 as stopped,
        coalesce((select l.length from lengths l where l.id = w.id and l.state = 'NOT_CONNECTED'), 0)::float8 as silent
      from watched w left join whole t on t.id = w.id`,
  )

/** The outages of one machine that overlap a period, the latest first. */
export async function outagesOf(db: Db, company: CompanyId, machine: MachineId, { from, until }: Span): Promise<Outage[]> {
  const rows = await rowsOf<Omit<Outage, 'from' | 'to'> & { from: Moment; to: Moment | null }>(
    db,
    sql`select o.state, ${millis(sql`o.from_at`)} as from, ${millis(sql`o.to_at`)} as to, o.cause from outages o
      where o.company_id = ${company} and o.machine_id = ${machine} and o.from_at < ${moment(until)}
        and (o.to_at is null or o.to_at > ${moment(from)}) order by o.from_at desc, o.state`,
  )
  return rows.map((row) => ({ ...row, from: toIso(row.from), to: row.to === null ? null : toIso(row.to) }))
}

const moment = (at: Moment): SQL => sql`${toIso(at)}::timestamptz`
const seconds = (spans: SQL): SQL => sql`round(sum(extract(epoch from upper(${spans}) - lower(${spans}))))`

/** Outage time of each machine, the longest first; unwatched machines last. */
export async function findUptime(db: Db, company: CompanyId, filter: ReportFilter, span: Span, now: Moment): Promise<MachineUptime[]> {
  const from = sql`${toIso(span.from)}::timestamptz`
  const until = sql`${toIso(span.until)}::timestamptz`
  const machines = await rowsOf<MachineUptime['machine']>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from (${machinesIn(company, filter, { from, until })}) m order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const sums = new Map((await sumOutages(db, company, span, now)).map((sum) => [sum.machine, sum]))
  const rows = machines.map((machine): MachineUptime => {
    const { watched = null, out = 0, stopped = 0, silent = 0, outages = 0 } = sums.get(machine.id) ?? {}
    const lengths = { secondsInOutage: out, secondsStopped: stopped, secondsNotConnected: silent }
    return { machine, secondsWatched: watched, ...lengths, numberOfOutages: outages }
  })
  return rows.toSorted(
    (a, b) => Number(a.secondsWatched === null) - Number(b.secondsWatched === null) || b.secondsInOutage - a.secondsInOutage,
  )
}
