import { MINUTE } from '#domain/time.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { purgeEvents } from './events.store.ts'

/** Deletes events that no stream resumes from any more. */
export const purgeEventsJob: Job = {
  name: 'live-events',
  everyMs: MINUTE,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => purgeEvents(db, now()))
    return 'well'
  },
}
