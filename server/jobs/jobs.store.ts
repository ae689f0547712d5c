import { sql } from 'drizzle-orm'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../database/database.ts'

export type Outcome = 'well' | 'trouble' | 'failed'

/** Takes a job that is due for this process alone, in one statement: of several that ask at once, one gets it. */
export async function claimJob(db: Db, name: string, now: Moment, everyMs: number): Promise<boolean> {
  const claimed = await rowsOf(
    db,
    sql`insert into jobs (name, started_at) values (${name}, ${toIso(now)})
      on conflict (name) do update set started_at = excluded.started_at, ended_at = null
        where jobs.started_at <= ${toIso(now - everyMs)}::timestamptz
      returning name`,
  )
  return claimed.length > 0
}

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

/** What a transaction says once it is done, so that jobs that wait for work look for it at once. */
export const JOBS_CHANNEL = 'jobs'

export const wakeJobs = (db: Db) => db.execute(sql`select pg_notify(${JOBS_CHANNEL}, '')`)
