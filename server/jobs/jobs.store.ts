import { sql } from 'drizzle-orm'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

export type Outcome = 'well' | 'trouble' | 'failed'

/** The clocks of several servers differ by less. A start farther in the future was stored by a clock that had jumped. */
const AHEAD = MINUTE

/**
 * Claims a due job exclusively for this process, in one atomic statement. A job whose last start is in the future is due, because a clock
 * that jumped ahead must not stop it until then. Returns the previous start.
 */
export async function claimJob(db: Db, name: string, now: Moment, everyMs: number): Promise<{ before: Moment | null } | null> {
  const [claimed] = await rowsOf<{ before: Moment | null }>(
    db,
    sql`with before as (select started_at from jobs where name = ${name})
      insert into jobs (name, started_at, every_ms) values (${name}, ${toIso(now)}, ${everyMs})
      on conflict (name) do update set started_at = excluded.started_at, every_ms = excluded.every_ms, ended_at = null
        where jobs.started_at <= ${toIso(now - everyMs)}::timestamptz or jobs.started_at > ${toIso(now + AHEAD)}::timestamptz
      returning (select round(extract(epoch from started_at) * 1000)::float8 from before) as before`,
  )
  return claimed ?? null
}

export type LateJob = { job: string; startedAt: Moment }

/** Jobs that missed two runs, and those whose last start is in the future. */
export const lateJobs = (db: Db, now: Moment): Promise<LateJob[]> =>
  rowsOf<LateJob>(
    db,
    sql`select name as job, round(extract(epoch from started_at) * 1000)::float8 as "startedAt" from jobs
      where started_at > ${toIso(now + AHEAD)}::timestamptz
        or started_at < ${toIso(now)}::timestamptz - (3 * every_ms + 300000) * interval '1 millisecond' order by name`,
  )

export const endJob = (db: Db, name: string, now: Moment, outcome: Outcome) =>
  db.execute(sql`
    insert into jobs (name, started_at, ended_at, outcome) values (${name}, ${toIso(now)}, ${toIso(now)}, ${outcome})
    on conflict (name) do update set ended_at = excluded.ended_at, outcome = excluded.outcome`)

/** Deletes jobs of earlier versions, which would be reported as late forever. */
export const deleteOtherJobs = (db: Db, names: readonly string[]) =>
  db.execute(sql`delete from jobs where name <> all(${`{${names.join(',')}}`}::text[])`)

/** When a job of any server last began; null for a new database. */
export async function lastStart(db: Db): Promise<Moment | null> {
  const [row] = await rowsOf<{ at: Moment | null }>(
    db,
    sql`select round(extract(epoch from max(started_at)) * 1000)::float8 as at from jobs`,
  )
  return row?.at ?? null
}

/** When a job of any server last ended before a given time. */
export async function lastAtWork(db: Db, before: Moment): Promise<Moment | null> {
  const [row] = await rowsOf<{ at: Moment | null }>(
    db,
    sql`select round(extract(epoch from max(ended_at)) * 1000)::float8 as at from jobs where ended_at < ${toIso(before)}::timestamptz`,
  )
  return row?.at ?? null
}

/** Whether the last run of a job found a problem that needs attention. */
export async function hasProblem(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, sql`select name from jobs where outcome <> 'well' limit 1`)
  return rows.length > 0
}

type JobState = { name: string; startedAt: Moment; everyMs: number | null; outcome: Outcome | null }

export const jobStates = (db: Db): Promise<JobState[]> =>
  rowsOf<JobState>(
    db,
    sql`select name, round(extract(epoch from started_at) * 1000)::float8 as "startedAt", every_ms::float8 as "everyMs", outcome from jobs order by name`,
  )

/** The database channel that transactions notify at commit, so that jobs start without delay. */
export const JOBS_CHANNEL = 'jobs'

export const wakeJobs = (db: Db) => db.execute(sql`select pg_notify(${JOBS_CHANNEL}, '')`)
