import { sql } from 'drizzle-orm'
import { HOUR, MINUTE, toIso } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'

/** Ends the trial or paid period of a company by its own calendar day. It then has to choose a plan; no data is lost. */
export async function endTrials({ database, now }: AppContext): Promise<Outcome> {
  await database.asSystem((db) =>
    db.execute(sql`
      update companies c set plan_name = 'MUST_SELECT'
      where c.plan_name in ('TRIAL', 'STARTER') and c.cancellation_effective_date <= to_char(${toIso(now())}::timestamptz at time zone c.timezone, 'YYYY-MM-DD')`),
  )
  return 'well'
}

export const endTrialsJob: Job = { name: 'trials', everyMs: HOUR - MINUTE, steady: true, run: endTrials }
