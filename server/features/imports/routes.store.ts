import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { assignMachines } from '../../assignments/assignments.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { insertRounds } from '../../db/new-rounds.ts'

export type NewStop = { userId: UserId; date: string; machineId: MachineId; position: number }

export const roundKey = ({ userId, date }: { userId: UserId; date: string }) => `${userId} ${date}`

export type KnownPerson = { id: UserId; serves: boolean }

/** Enabled users by the names in `nameKey` form that a file may use; a name of two people is ambiguous. */
export const peopleOf = (db: Db, company: CompanyId) =>
  rowsOf<KnownPerson & { name: string; login: string; email: string | null }>(
    db,
    sql`select u.id, u.company_role = 'ROLE_EMPLOYEE' as serves, trim(concat(u.first_name, ' ', u.last_name)) as name, u.login, u.email
      from users u where u.company_id = ${company} and u.enabled order by u.id`,
  )

export const roundsOf = (db: Db, company: CompanyId) =>
  rowsOf<{ id: number; userId: UserId; date: string }>(
    db,
    sql`select r.id::float8 as id, r.user_id as "userId", r.date::text as date from rounds r where r.company_id = ${company}`,
  )

/**
 * Adds stops to drafts, and drafts where there are none; assigns the machines to employees. Returns the new rounds, and the machines that were not
 * assigned before.
 */
export async function addStops(
  db: Db,
  company: CompanyId,
  stops: readonly NewStop[],
  { now, serves }: { now: Moment; serves: ReadonlySet<UserId> },
): Promise<{ rounds: number[]; assigned: { machineId: MachineId; userId: UserId }[] }> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as r("userId" int, date date, "machineId" bigint, position float8)`
  const rounds = await insertRounds(db, company, stops, now)
  // As set by a manager, so that the planner leaves them.
  await db.execute(sql`
    insert into round_stops (company_id, round_id, machine_id, position, position_at, tasks, is_pinned)
    select ${company}::int, o.id, r."machineId", r.position, ${toIso(now)}::timestamptz, '{RESTOCK}', true
    from ${rows} join rounds o on o.company_id = ${company} and o.user_id = r."userId" and o.date = r.date and o.published_at is null
    on conflict (company_id, round_id, machine_id) do nothing`)
  const assigned: { machineId: MachineId; userId: UserId }[] = []
  for (const userId of new Set(stops.map((stop) => stop.userId))) {
    if (!serves.has(userId)) continue
    const machines = [...new Set(stops.flatMap((stop) => (stop.userId === userId ? [stop.machineId] : [])))].toSorted((a, b) => a - b)
    for (const { id } of await assignMachines(db, company, machines, userId, now)) assigned.push({ machineId: id, userId })
  }
  return { rounds: rounds.map(({ id }) => id), assigned }
}

/** Removes drafts; what was published or worked on stays, and so do assignments. */
export const removeDrafts = (db: Db, company: CompanyId, ids: readonly number[]) =>
  db.execute(sql`
    delete from rounds r where r.company_id = ${company} and r.id = any(${`{${ids.join(',')}}`}::bigint[]) and r.published_at is null`)
