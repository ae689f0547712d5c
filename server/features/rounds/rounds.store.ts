import { type SQL, sql } from 'drizzle-orm'
import type { Reason, RestPlanning, Round, Stop } from '#contract/rounds.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import {
  AFTER_ALL,
  byPosition,
  isOnRound,
  type RoundMark,
  type SkipReason,
  type StopState,
  stateOfRound,
  stateOfStop,
  type Task,
  UNPLACED,
  VISIT_CALLS,
} from '#domain/rounds/round.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { millis, personName } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'

export type RoundId = number

/** Figures of a reason that are money, in minor units. */
const MONEY_OF_REASON = ['amount', 'value', 'cost']

type RoundRow = {
  id: RoundId
  date: string
  from: Moment
  until: Moment
  user: { id: UserId; name: string }
  version: number
  publishedAt: Moment | null
  mark: RoundMark | null
  markAt: Moment | null
  plannedMinutes: number | null
  plannedMetres: number | null
  plannedSavesMinor: number | null
  planning: RestPlanning | null
}

type StopRow = {
  round: RoundId
  machineId: MachineId
  machine: Stop['machine']
  position: number
  tasks: Task[]
  why: Reason | null
  arrival: Moment | null
  minutes: number | null
  savesMinor: number | null
  mark: StopState
  skipReason: SkipReason | null
  note: string | null
  isAdded: boolean
  isRemoved: boolean
}

type WorkRow = { round: RoundId; machineId: MachineId; machine: Stop['machine']; from: Moment; until: Moment }

/** The office removed it, and its person has not added it again since. */
const isRemoved = sql`(s.removed_at is not null and not coalesce(s.mark = 'PLANNED' and s.mark_at > s.removed_at, false))`

const machineOf = sql`jsonb_build_object('name', m.name, 'address', m.address, 'lat', m.lat, 'lng', m.lng)`

/** Rounds that a condition on a table `r` selects, by date and person. */
async function roundsWhere(db: Db, principal: Principal, condition: SQL): Promise<Round[]> {
  const company = principal.companyId
  const rows = await rowsOf<RoundRow>(
    db,
    sql`select r.id::float8 as id, r.date::text as date, ${millis(sql`r.starts_at`)} as from, ${millis(sql`r.ends_at`)} as until,
        jsonb_build_object('id', u.id, 'name', ${personName('u')}) as user, r.version, ${millis(sql`r.published_at`)} as "publishedAt",
        r.mark, ${millis(sql`r.mark_at`)} as "markAt", r.planned_minutes as "plannedMinutes", r.planned_metres as "plannedMetres",
        r.planned_saves_minor::float8 as "plannedSavesMinor", r.planning
      from rounds r join users u on u.company_id = r.company_id and u.id = r.user_id
      where r.company_id = ${company} and ${condition} order by r.date, r.user_id`,
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [stops, work] = [await stopsOf(db, principal, ids), await workOn(db, principal, ids)]
  return rows.map((row) => roundOf(row, principal, stops, work))
}

/** Employees do not see stops at machines that are no longer assigned to them. */
const isSeenBy = (principal: Principal) => (principal.companyRole === 'ROLE_MANAGER' ? sql`true` : visibleTo(principal))

const stopsOf = (db: Db, principal: Principal, rounds: readonly RoundId[]): Promise<StopRow[]> =>
  rowsOf<StopRow>(
    db,
    sql`select s.round_id::float8 as round, s.machine_id::float8 as "machineId", ${machineOf} as machine, s.position, s.tasks, s.why,
        ${millis(sql`s.arrival_at`)} as arrival, s.minutes, s.saves_minor::float8 as "savesMinor", s.mark, s.skip_reason as "skipReason",
        s.note, s.is_added as "isAdded", ${isRemoved} as "isRemoved"
      from round_stops s join machines m on m.company_id = s.company_id and m.id = s.machine_id
      where s.company_id = ${principal.companyId} and s.round_id = any(${arrayOf(rounds)}::bigint[]) and ${isSeenBy(principal)}`,
  )

/**
 * What the person of each round recorded on its day, per machine: at its stops, and in visits to other machines. Operations of the office
 * have no visit.
 */
const workOn = (db: Db, principal: Principal, rounds: readonly RoundId[]): Promise<WorkRow[]> => {
  const company = principal.companyId
  const calls = `{${VISIT_CALLS.join(',')}}`
  const isOfRound = sql`r.company_id = ${company} and r.id = any(${arrayOf(rounds)}::bigint[])`
  const counts = sql`o.user_id = r.user_id and o.effective_at >= r.starts_at and o.effective_at < r.ends_at and o.status = 'applied' and o.call = any(${calls}::text[])`
  return rowsOf<WorkRow>(
    db,
    sql`select w.round::float8 as round, w.machine_id::float8 as "machineId", ${machineOf} as machine,
        ${millis(sql`min(w.at)`)} as from, ${millis(sql`max(w.at)`)} as until
      from (
        select r.id as round, o.machine_id, o.effective_at as at from rounds r
        join round_stops s on s.company_id = r.company_id and s.round_id = r.id
        join operations o on o.company_id = r.company_id and o.machine_id = s.machine_id and ${counts}
        where ${isOfRound}
        union all
        select r.id, o.machine_id, o.effective_at from rounds r
        join operations o on o.company_id = r.company_id and o.visit_id is not null and o.machine_id is not null and ${counts}
        where ${isOfRound}
      ) w join machines m on m.company_id = ${company} and m.id = w.machine_id
      where ${isSeenBy(principal)}
      group by w.round, w.machine_id, m.company_id, m.id`,
  )
}

function roundOf(row: RoundRow, principal: Principal, allStops: readonly StopRow[], allWork: readonly WorkRow[]): Round {
  const work = new Map(allWork.filter(({ round }) => round === row.id).map((one) => [one.machineId, one]))
  const planned = allStops.filter(({ round }) => round === row.id)
  const money = (minor: number | null) => (minor === null || !seesMoney(principal) ? null : toDecimal(minor, principal.currency))
  const stops = planned.flatMap((stop): Stop[] => {
    const worked = work.get(stop.machineId) ?? null
    if (!isOnRound({ ...stop, worked })) return []
    const { machineId, machine, position, tasks, why, minutes, skipReason, note, isAdded } = stop
    const state = stateOfStop(stop.mark, worked)
    return [
      {
        machineId,
        machine,
        position,
        tasks,
        why: why && !seesMoney(principal) ? withoutMoney(why) : why,
        minutes,
        arrival: isoOrNull(stop.arrival),
        saves: money(stop.savesMinor),
        state,
        skipReason: state === 'SKIPPED' ? skipReason : null,
        note,
        visitedFrom: isoOrNull(worked?.from ?? null),
        visitedUntil: isoOrNull(worked?.until ?? null),
        isAdded,
      },
    ]
  })
  const isPlanned = new Set(planned.map(({ machineId }) => machineId))
  const unplanned = [...work.values()].filter(({ machineId }) => !isPlanned.has(machineId)).toSorted((a, b) => a.from - b.from)
  const all = [...stops, ...unplanned.map(unplannedStop)].toSorted(byPosition)
  return {
    id: row.id,
    date: row.date,
    from: toIso(row.from),
    until: toIso(row.until),
    user: row.user,
    state: stateOfRound({ isPublished: row.publishedAt !== null, mark: row.mark }, all),
    version: row.version,
    publishedAt: isoOrNull(row.publishedAt),
    markedAt: isoOrNull(row.markAt),
    planned:
      row.plannedMinutes === null || row.plannedMetres === null
        ? null
        : { minutes: row.plannedMinutes, metres: row.plannedMetres, saves: money(row.plannedSavesMinor) },
    planning: row.planning,
    stops: all,
  }
}

const withoutMoney = ({ code, values }: Reason): Reason => ({
  code,
  values: Object.fromEntries(Object.entries(values).filter(([key]) => !MONEY_OF_REASON.includes(key))),
})

const unplannedStop = ({ machineId, machine, from, until }: WorkRow, index: number): Stop => ({
  machineId,
  machine,
  position: AFTER_ALL + index,
  tasks: [],
  why: null,
  arrival: null,
  minutes: null,
  saves: null,
  state: 'DONE',
  skipReason: null,
  note: null,
  visitedFrom: toIso(from),
  visitedUntil: toIso(until),
  isAdded: true,
})

const isoOrNull = (at: Moment | null) => (at === null ? null : toIso(at))

const isOwn = (principal: Principal) => sql`r.user_id = ${principal.userId} and r.published_at is not null`

/** The user's own published rounds among these, from yesterday on. */
export const roundsById = (db: Db, principal: Principal, ids: readonly RoundId[], now: Moment): Promise<Round[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : roundsWhere(
        db,
        principal,
        sql`r.id = any(${arrayOf(ids)}::bigint[]) and ${isOwn(principal)} and r.ends_at > ${toIso(now - DAY)}::timestamptz`,
      )

/** Managers see all rounds of the company, others their own published ones. */
export const roundsBetween = (
  db: Db,
  principal: Principal,
  { from, to, user }: { from: string; to: string; user?: UserId | undefined },
): Promise<Round[]> =>
  roundsWhere(
    db,
    principal,
    sql`r.date >= ${from}::date and r.date <= ${to}::date ${user === undefined ? sql`` : sql`and r.user_id = ${user}`}
      ${principal.companyRole === 'ROLE_MANAGER' ? sql`` : sql`and ${isOwn(principal)}`}`,
  )

export async function findRound(db: Db, principal: Principal, id: RoundId): Promise<Round | null> {
  const [round] = await roundsWhere(db, principal, sql`r.id = ${id}::bigint`)
  return round ?? null
}

/** A round and its person, locked until the transaction ends; null if the company has none with this id. */
export async function lockRound(
  db: Db,
  company: CompanyId,
  id: RoundId,
): Promise<{ id: RoundId; userId: UserId; date: string; isPublished: boolean } | null> {
  const [row] = await rowsOf<{ id: RoundId; userId: UserId; date: string; isPublished: boolean }>(
    db,
    sql`select r.id::float8 as id, r.user_id as "userId", r.date::text as date, r.published_at is not null as "isPublished" from rounds r
      where r.company_id = ${company} and r.id = ${id}::bigint for update`,
  )
  return row ?? null
}

/** Whether a published round of this user was removed: the feed keeps that for phones that were offline. */
export async function wasRemoved(db: Db, { companyId, userId }: Principal, id: RoundId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from feed f
      where f.company_id = ${companyId} and f.kind = 'round' and f.entity_id = ${id}::bigint and f.user_id = ${userId} and f.removed`,
  )
  return rows.length > 0
}

/** The stop as stored, even if it was removed. */
export async function findStop(
  db: Db,
  company: CompanyId,
  round: RoundId,
  machine: MachineId,
): Promise<{ position: number; tasks: Task[]; isRemoved: boolean } | null> {
  const [row] = await rowsOf<{ position: number; tasks: Task[]; isRemoved: boolean }>(
    db,
    sql`select s.position, s.tasks, ${isRemoved} as "isRemoved" from round_stops s
      where s.company_id = ${company} and s.round_id = ${round}::bigint and s.machine_id = ${machine}`,
  )
  return row ?? null
}

/** The number of stops that were not removed, and the position after the last one. */
export async function endOfRound(db: Db, company: CompanyId, round: RoundId): Promise<{ stops: number; next: number }> {
  const [row] = await rowsOf<{ stops: number; next: number }>(
    db,
    sql`select count(*)::int as stops, coalesce(max(s.position) filter (where s.position < ${UNPLACED}), 0) + 1 as next from round_stops s
      where s.company_id = ${company} and s.round_id = ${round}::bigint and not ${isRemoved}`,
  )
  return row ?? { stops: 0, next: 1 }
}

export const raiseVersion = (db: Db, company: CompanyId, round: RoundId) =>
  db.execute(sql`update rounds r set version = r.version + 1 where r.company_id = ${company} and r.id = ${round}::bigint`)
