import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { SILENCE } from '#domain/machines/connectivity.ts'
import { type StateWord, type Stop, stopsIn } from '#domain/machines/outages.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { archivedBefore } from '../archive/archive.store.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'

/**
 * Stores the states that a machine reported and recomputes its stops from all reports, so that late reports correct them. Reports of
 * archived months are left out, because the stops of that time can no longer be computed.
 */
export async function insertStates(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  words: readonly (StateWord & { id: OperationId })[],
): Promise<void> {
  if (words.length === 0) return
  const added = await rowsOf<{ at: Moment }>(
    db,
    sql`insert into state_reports (company_id, machine_id, at, id, state, cause)
      select ${company}::int, ${machine}::bigint, w.at, w.id, w.state, w.cause
      from jsonb_to_recordset(${JSON.stringify(words.map((word) => ({ ...word, at: toIso(word.at) })))}::jsonb)
        as w(at timestamptz, id uuid, state text, cause text)
      where w.at >= ${archivedBefore(company, 'state_reports')}
      on conflict do nothing returning ${millis(sql`at`)} as at`,
  )
  if (added.length > 0) await foldStops(db, company, machine, Math.min(...added.map(({ at }) => at)))
}

/** Recomputes the stops of a machine since a given time. Its status is locked. */
async function foldStops(db: Db, company: CompanyId, machine: MachineId, since: Moment): Promise<void> {
  const own = sql`o.company_id = ${company} and o.machine_id = ${machine} and o.state = 'STOPPED'`
  const first = sql`${toIso(since)}::timestamptz`
  const [open] = await rowsOf<Stop>(
    db,
    sql`select ${millis(sql`o.from_at`)} as from, null as to, o.cause from outages o
      where ${own} and o.from_at < ${first} and (o.to_at is null or o.to_at >= ${first})`,
  )
  const words = await rowsOf<StateWord>(
    db,
    sql`select ${millis(sql`r.at`)} as at, r.state, r.cause from state_reports r
      where r.company_id = ${company} and r.machine_id = ${machine} and r.at >= ${first}`,
  )
  await db.execute(sql`delete from outages o where ${own} and (o.to_at is null or o.to_at >= ${first})`)
  const stops = stopsIn(words, open ?? null).map(({ from, to, cause }) => ({
    from: toIso(from),
    to: to === null ? null : toIso(to),
    cause,
  }))
  await db.execute(sql`
    insert into outages (company_id, machine_id, state, from_at, to_at, cause)
    select ${company}::int, ${machine}::bigint, 'STOPPED', s.from, s.to, s.cause
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as s("from" timestamptz, "to" timestamptz, cause text)`)
}

/** Ends the outages of a machine whose device was removed, because its state is unknown. */
export const endOutages = async (db: Db, company: CompanyId, machine: MachineId, at: Moment): Promise<void> =>
  insertStates(db, company, machine, [{ at, id: randomUUID(), state: 'NONE', cause: null }])

/**
 * Shortens offline periods by the reports that arrive afterwards: until the reported time the machine worked and only its messages were
 * lost.
 */
export async function shortenSilences(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  lived: readonly Moment[],
  now: Moment,
): Promise<void> {
  const late = lived.filter((at) => at < now - SILENCE / 2)
  if (late.length === 0) return
  const silence = sql`o.company_id = ${company} and o.machine_id = ${machine} and o.state = 'NOT_CONNECTED' and o.to_at is not null`
  await db.execute(sql`
    update outages o set from_at = ending.until
    from (select o.from_at, max(w.at) as until from outages o
      join unnest(${`{${late.map(toIso).join(',')}}`}::timestamptz[]) w(at) on w.at > o.from_at and w.at <= o.to_at
      where ${silence} group by 1) ending
    where ${silence} and o.from_at = ending.from_at`)
  await db.execute(sql`delete from outages o where ${silence} and o.to_at - o.from_at <= ${SILENCE} * interval '1 ms'`)
}
