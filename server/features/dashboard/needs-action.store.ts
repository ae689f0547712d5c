import { type SQL, sql } from 'drizzle-orm'
import { LOW_STOCK_LEVEL, NO_SALES, NO_SALES_FOR } from '#domain/alerts/watch.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { isMalfunction } from '#domain/machines/alert-names.ts'
import type { MachineState, MachineType } from '#domain/machines/machine.ts'
import { ACTION_REASONS, type ActionReason } from '#domain/machines/needs-action.ts'
import type { Losing } from '#domain/sales/today.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { isOpenProblem, millis, personName } from '../../db/sql-fragments.ts'
import type { Empty, EmptyPlaces } from './empty-places.store.ts'

type Reason = { reason: ActionReason; code: string | null; count: number; since: Moment | null }
/** A machine that needs action, its reasons in order of importance, and what kept it from selling today. */
export type Troubled = { machine: MachineId; reasons: Reason[]; losing: Losing }

/** Ended outages that began earlier are not searched for ones that ended today. */
const MAX_ENDED_AGE = 7 * DAY

type NotRunning = { machine: MachineId; state: MachineState }
type Outage = { machine: number; state: 'STOPPED' | 'NOT_CONNECTED'; from: Moment; to: Moment | null; cause: string | null }
type RaisedAlert = { machine: number; code: string; at: Moment }
type Reported = { machine: number; count: number; at: Moment; code: string }

/** The machines in service that are down, were down today, or need action otherwise. */
export async function affectedMachines(
  db: Db,
  company: CompanyId,
  { today, now, empties }: { today: Moment; now: Moment; empties: EmptyPlaces },
): Promise<Troubled[]> {
  const outages = grouped(await outagesSince(db, company, today), ({ machine }) => machine)
  const alerts = grouped(await alertsOf(db, company), ({ machine }) => machine)
  const reports = new Map((await newReports(db, company, now)).map((row) => [row.machine, row]))
  const states = new Map((await notRunning(db, company)).map(({ machine, state }) => [machine, state]))
  const ids = new Set([...outages.keys(), ...alerts.keys(), ...reports.keys(), ...states.keys()])
  const others = [...ids].map((machine): Troubled => {
    const [out, raised] = [outages.get(machine) ?? [], alerts.get(machine) ?? []]
    const [empty, report, state] = [empties.get(machine), reports.get(machine), states.get(machine)]
    const down = out.filter(({ state: was }) => was === 'STOPPED').map(({ from, to }) => ({ from, to }))
    const unsold = raised.find(({ code }) => code === NO_SALES)
    if (unsold) down.push({ from: unsold.at - NO_SALES_FOR, to: null })
    const open = out.find(({ state: was, to }) => to === null && was === state)
    const faults = raised.filter(({ code }) => isMalfunction(code))
    const low = raised.find(({ code }) => code === LOW_STOCK_LEVEL)
    const found: Record<ActionReason, Omit<Reason, 'reason'> | false | undefined> = {
      STOPPED: state === 'STOPPED' && { code: open?.cause ?? null, count: 1, since: open?.from ?? null },
      NO_SALES: unsold && { code: null, count: 1, since: unsold.at - NO_SALES_FOR },
      PROBLEM: report && { code: report.code, count: report.count, since: report.at },
      FAULT: faults[0] && { code: faults[0].code, count: faults.length, since: faults[0].at },
      EMPTY: empty && whenEmpty(empty),
      LOW: low && { code: null, count: 1, since: low.at },
      OFFLINE: state === 'NOT_CONNECTED' && { code: null, count: 1, since: open?.from ?? null },
    }
    return {
      machine,
      reasons: ACTION_REASONS.flatMap((reason) => (found[reason] ? [{ reason, ...found[reason] }] : [])),
      losing: { down, emptySince: empty?.since ?? [], places: empty?.places ?? 0 },
    }
  })
  // Most machines of a large fleet have an empty slot and nothing else.
  const onlyEmpty: Troubled[] = []
  for (const empty of empties.values()) if (!ids.has(empty.machine)) onlyEmpty.push(affectedOnlyBy(empty))
  return others.concat(onlyEmpty)
}

const whenEmpty = ({ empty, since }: Empty) => ({ code: null, count: empty, since: since.length > 0 ? Math.min(...since) : null })

const affectedOnlyBy = (empty: Empty): Troubled => ({
  machine: empty.machine,
  reasons: [{ reason: 'EMPTY', ...whenEmpty(empty) }],
  losing: { down: [], emptySince: empty.since, places: empty.places },
})

/** The machine `m` of a row, if it is in service. */
const inService = (row: SQL): SQL =>
  sql`join machines m on m.company_id = ${row}.company_id and m.id = ${row}.machine_id and m.deactivated_at is null`

const outagesSince = (db: Db, company: CompanyId, today: Moment): Promise<Outage[]> => {
  const columns = sql`select o.machine_id::float8 as machine, o.state, ${millis(sql`o.from_at`)} as from, ${millis(sql`o.to_at`)} as to, o.cause`
  return rowsOf<Outage>(
    db,
    sql`${columns} from outages o ${inService(sql`o`)} where o.company_id = ${company} and o.from_at >= ${toIso(today - MAX_ENDED_AGE)}::timestamptz
        and (o.to_at is null or o.to_at > ${toIso(today)}::timestamptz)
      union
      ${columns} from machines m join outages o on o.company_id = m.company_id and o.machine_id = m.id and o.state = m.state and o.to_at is null
      where m.company_id = ${company} and m.deactivated_at is null`,
  )
}

const alertsOf = (db: Db, company: CompanyId): Promise<RaisedAlert[]> =>
  rowsOf<RaisedAlert>(
    db,
    sql`select a.machine_id::float8 as machine, a.code, ${millis(sql`a.at`)} as at from alerts a ${inService(sql`a`)}
      where a.company_id = ${company} and a.is_up order by a.at, a.code`,
  )

/** New open reports of customers and employees by machine, with the latest one. */
const newReports = (db: Db, company: CompanyId, now: Moment): Promise<Reported[]> =>
  rowsOf<Reported>(
    db,
    sql`select i.machine_id::float8 as machine, count(*)::int as count, ${millis(sql`max(i.created_at)`)} as at,
        (array_agg(coalesce(i.cause, i.type) order by i.created_at desc, i.id))[1] as code
      from customer_issues i ${inService(sql`i`)}
      where i.company_id = ${company} and ${isOpenProblem(now)} group by i.machine_id`,
  )

const notRunning = (db: Db, company: CompanyId): Promise<NotRunning[]> =>
  rowsOf<NotRunning>(
    db,
    sql`select m.id::float8 as machine, m.state from machines m
      where m.company_id = ${company} and m.deactivated_at is null and m.state in ('STOPPED', 'NOT_CONNECTED')`,
  )

type Card = { id: MachineId; name: string; type: MachineType; state: MachineState }
type Shown = { machine: Card; assigned: { userId: number; name: string }[]; canRestart: boolean }

/** These machines as they are shown: who is assigned to each, and whether it accepts a restart. */
export async function cardsOf(db: Db, company: CompanyId, ids: readonly MachineId[]): Promise<ReadonlyMap<MachineId, Shown>> {
  const rows = await rowsOf<Shown>(
    db,
    sql`select json_build_object('id', m.id, 'name', m.name, 'type', m.type, 'state', m.state) as machine,
        coalesce((select json_agg(json_build_object('userId', u.id, 'name', ${personName('u')}) order by a.assigned_at, u.id)
          from assignments a join users u on u.company_id = a.company_id and u.id = a.user_id
          where a.company_id = m.company_id and a.machine_id = m.id and a.revoked_at is null), '[]') as assigned,
        exists (select from devices d where d.company_id = m.company_id and d.machine_id = m.id and d.type = 'TELEMETRY') as "canRestart"
      from machines m where m.company_id = ${company} and m.id = any(${arrayOf(ids)}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.machine.id, row]))
}
