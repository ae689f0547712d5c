import { DAY } from '#domain/time.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { forgetOldSessions } from './sessions.store.ts'

/** Deletes sessions that cannot be refreshed any more. */
export const purgeSessionsJob: Job = {
  name: 'forget-sessions',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => forgetOldSessions(db, now()))
    return 'well'
  },
}
