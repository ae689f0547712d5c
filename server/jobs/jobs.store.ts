import { sql } from 'drizzle-orm'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

export type Outcome = 'well' | 'trouble' | 'failed'

/** Clocks of several servers differ by less. A start that lies further ahead was written by a clock that had jumped. */
const AHEAD = MINUTE

/**
 * Takes a job that is due for this process alone, in one statement: of several that ask at once, one gets it. One whose last start lies
 * ahead of now is due: a clock that went ahead for a moment must not stop it until that day. Gives when it began before.
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

/** Jobs that have missed two turns, and those whose last start lies ahead of now. */
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

/** What a job of an earlier version left would be trouble for ever. */
export const forgetOtherJobs = (db: Db, names: readonly string[]) =>
  db.execute(sql`delete from jobs where name <> all(${`{${names.join(',')}}`}::text[])`)
/** When a job of any server ended last before a moment. */
export async function lastAtWork(db: Db, before: Moment): Promise<Moment | null> {
  const [row] = await rowsOf<{ at: Moment | null }>(
    db,
    sql`select round(extract(epoch from max(ended_at)) * 1000)::float8 as at from jobs where ended_at < ${toIso(before)}::timestamptz`,
  )
  return row?.at ?? null
}

/** Whether a job's last run left something that a person must see to. */
export async function isTroubled(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, sql`select name from jobs where outcome <> 'well' limit 1`)
  return rows.length > 0
}

export type JobState = { name: string; startedAt: Moment; everyMs: number | null; outcome: Outcome | null }

export const jobStates = (db: Db): Promise<JobState[]> =>
  rowsOf<JobState>(
    db,
    sql`select name, round(extract(epoch from started_at) * 1000)::float8 as "startedAt", every_ms::float8 as "everyMs", outcome from jobs order by name`,
  )

/** What a transaction says once it is done, so that jobs that wait for work look for it at once. */
export const JOBS_CHANNEL = 'jobs'

export const wakeJobs = (db: Db) => db.execute(sql`select pg_notify(${JOBS_CHANNEL}, '')`)
