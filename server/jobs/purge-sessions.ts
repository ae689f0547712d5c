import { DAY } from '#domain/time.ts'
import { forgetOldSessions } from '../features/account/sessions.store.ts'
import type { Job } from './job.ts'

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
