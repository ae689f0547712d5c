import { sql } from 'drizzle-orm'
import { LOW_STOCK_LEVEL, NO_SALES, NO_SALES_FOR } from '#domain/alerts/watch.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { isMalfunction } from '#domain/machines/alert-names.ts'
import type { MachineState, MachineType } from '#domain/machines/machine.ts'
import { ACTION_REASONS, type ActionReason } from '#domain/machines/needs-action.ts'
import type { Losing } from '#domain/sales/today.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { millis, personName } from '../../db/sql-fragments.ts'
import { isOpenProblem } from '../../machine-state/open-problems.ts'

export type Reason = { reason: ActionReason; code: string | null; count: number; since: Moment | null }
export type Card = { id: MachineId; name: string; type: MachineType; state: MachineState }
/** A machine that needs action, its reasons in order of importance, and what kept it from selling today. */
export type Troubled = { machine: Card; reasons: Reason[]; losing: Losing }

/** Ended outages that began earlier are not searched for ones that ended today. */
const LONGEST_ENDED = 7 * DAY

type Outage = { machine: number; state: 'STOPPED' | 'NOT_CONNECTED'; from: Moment; to: Moment | null; cause: string | null }
type RaisedAlert = { machine: number; code: string; at: Moment }
type Empty = { machine: number; empty: number; places: number; since: Moment[] }
type Reported = { machine: number; count: number; at: Moment; code: string }

/** The machines in service that are down, were down today, or need action otherwise. */
export async function troubledMachines(db: Db, company: CompanyId, today: Moment, now: Moment): Promise<Troubled[]> {
  const outages = grouped(await outagesSince(db, company, today), ({ machine }) => machine)
  const alerts = grouped(await alertsOf(db, company), ({ machine }) => machine)
  const empties = new Map((await emptyPlaces(db, company)).map((row) => [row.machine, row]))
  const reports = new Map((await newReports(db, company, now)).map((row) => [row.machine, row]))
  const ids = [...new Set([...outages.keys(), ...alerts.keys(), ...empties.keys(), ...reports.keys()])]
  return (await cardsOf(db, company, ids)).map((machine) => {
    const [out, raised] = [outages.get(machine.id) ?? [], alerts.get(machine.id) ?? []]
    const [empty, report] = [empties.get(machine.id), reports.get(machine.id)]
    const down = out.filter(({ state }) => state === 'STOPPED').map(({ from, to }) => ({ from, to }))
    const unsold = raised.find(({ code }) => code === NO_SALES)
    if (unsold) down.push({ from: unsold.at - NO_SALES_FOR, to: null })
    const open = out.find(({ state, to }) => to === null && state === machine.state)
    const faults = raised.filter(({ code }) => isMalfunction(code))
    const low = raised.find(({ code }) => code === LOW_STOCK_LEVEL)
    const found: Record<ActionReason, Omit<Reason, 'reason'> | false | undefined> = {
      STOPPED: machine.state === 'STOPPED' && { code: open?.cause ?? null, count: 1, since: open?.from ?? null },
      NO_SALES: unsold && { code: null, count: 1, since: unsold.at - NO_SALES_FOR },
      PROBLEM: report && { code: report.code, count: report.count, since: report.at },
      FAULT: faults[0] && { code: faults[0].code, count: faults.length, since: faults[0].at },
      EMPTY: empty && { code: null, count: empty.empty, since: empty.since.length > 0 ? Math.min(...empty.since) : null },
      LOW: low && { code: null, count: 1, since: low.at },
      OFFLINE: machine.state === 'NOT_CONNECTED' && { code: null, count: 1, since: open?.from ?? null },
    }
    return {
      machine,
      reasons: ACTION_REASONS.flatMap((reason) => (found[reason] ? [{ reason, ...found[reason] }] : [])),
      losing: { down, emptySince: empty?.since ?? [], places: empty?.places ?? 0 },
    }
  })
}

const outagesSince = (db: Db, company: CompanyId, today: Moment): Promise<Outage[]> => {
  const columns = sql`select o.machine_id::float8 as machine, o.state, ${millis(sql`o.from_at`)} as from, ${millis(sql`o.to_at`)} as to, o.cause`
  return rowsOf<Outage>(
    db,
    sql`${columns} from outages o where o.company_id = ${company} and o.from_at >= ${toIso(today - LONGEST_ENDED)}::timestamptz
        and (o.to_at is null or o.to_at > ${toIso(today)}::timestamptz)
      union
      ${columns} from machines m join outages o on o.company_id = m.company_id and o.machine_id = m.id and o.state = m.state and o.to_at is null
      where m.company_id = ${company} and m.deactivated_at is null`,
  )
}

const alertsOf = (db: Db, company: CompanyId): Promise<RaisedAlert[]> =>
  rowsOf<RaisedAlert>(
    db,
    sql`select a.machine_id::float8 as machine, a.code, ${millis(sql`a.at`)} as at from alerts a
      where a.company_id = ${company} and a.is_up order by a.at, a.code`,
  )

/** Empty slots and canisters by machine, each since its last movement, as a machine's own page counts them. */
const emptyPlaces = (db: Db, company: CompanyId): Promise<Empty[]> =>
  rowsOf<Empty>(
    db,
    sql`select p.machine_id::float8 as machine, count(*)::int as places, count(*) filter (where p.balance < 500)::int as empty,
        coalesce(json_agg(${millis(sql`last.at`)}) filter (where last.at is not null), '[]') as since
      from stock_points p left join lateral (
        select mv.effective_at as at from movements mv where p.balance < 500 and mv.company_id = p.company_id and mv.stock_point_id = p.id
          and not mv.voided order by mv.effective_at desc limit 1) last on true
      where p.company_id = ${company} and p.removed_at is null and p.kind in ('SLOT', 'CANISTER') and p.max_quantity > 0
      group by p.machine_id having bool_or(p.balance < 500)`,
  )

/** New open reports of customers and employees by machine, with the latest one. */
const newReports = (db: Db, company: CompanyId, now: Moment): Promise<Reported[]> =>
  rowsOf<Reported>(
    db,
    sql`select i.machine_id::float8 as machine, count(*)::int as count, ${millis(sql`max(i.created_at)`)} as at,
        (array_agg(coalesce(i.cause, i.type) order by i.created_at desc, i.id))[1] as code
      from customer_issues i
      where i.company_id = ${company} and ${isOpenProblem(now)} group by i.machine_id`,
  )

const cardsOf = (db: Db, company: CompanyId, ids: readonly MachineId[]): Promise<Card[]> =>
  rowsOf<Card>(
    db,
    sql`select m.id::float8 as id, m.name, m.type, m.state from machines m
      where m.company_id = ${company} and m.deactivated_at is null and (m.id = any(${arrayOf(ids)}::bigint[]) or m.state in ('STOPPED', 'NOT_CONNECTED'))
      order by m.id`,
  )

type Helped = { machine: number; assigned: { userId: number; name: string }[]; canRestart: boolean }

/** Who is assigned to these machines, and which of them accept a restart. */
export async function helpFor(db: Db, company: CompanyId, ids: readonly MachineId[]): Promise<ReadonlyMap<MachineId, Helped>> {
  const rows = await rowsOf<Helped>(
    db,
    sql`select m.id::float8 as machine,
        coalesce((select json_agg(json_build_object('userId', u.id, 'name', ${personName('u')}) order by a.assigned_at, u.id)
          from assignments a join users u on u.company_id = a.company_id and u.id = a.user_id
          where a.company_id = m.company_id and a.machine_id = m.id and a.revoked_at is null), '[]') as assigned,
        exists (select from devices d where d.company_id = m.company_id and d.machine_id = m.id and d.type = 'TELEMETRY') as "canRestart"
      from machines m where m.company_id = ${company} and m.id = any(${arrayOf(ids)}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.machine, row]))
}

export async function openReviews(db: Db, company: CompanyId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from review_items r where r.company_id = ${company} and r.decided_at is null`,
  )
  return row?.count ?? 0
}
