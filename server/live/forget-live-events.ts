import { MINUTE } from '#domain/time.ts'
import type { Job } from '../jobs/job.ts'
import { forgetLiveEvents } from './live.store.ts'

/** What nobody goes on from any more. */
export const forgettingLiveEvents: Job = {
  name: 'live-events',
  everyMs: MINUTE,
  steady: true,
  run: async ({ database, now }) => {
    await database.asHouse((db) => forgetLiveEvents(db, now()))
    return 'well'
  },
}
