import { sql } from 'drizzle-orm'
import { HOUR, MINUTE, toIso } from '#domain/time.ts'
import type { House } from '../http/caller.ts'
import type { Job } from './job.ts'
import type { Outcome } from './jobs.store.ts'

/** A company whose trial or paid time is over has to choose a plan; nothing of it is lost. By the company's own day. */
export async function endTrials({ database, now }: House): Promise<Outcome> {
  await database.asHouse((db) =>
    db.execute(sql`
      update companies c set plan_name = 'MUST_SELECT'
      where c.plan_name in ('TRIAL', 'STARTER') and c.cancellation_effective_date <= to_char(${toIso(now())}::timestamptz at time zone c.timezone, 'YYYY-MM-DD')`),
  )
  return 'well'
}

export const endingTrials: Job = { name: 'trials', everyMs: HOUR - MINUTE, steady: true, run: endTrials }
