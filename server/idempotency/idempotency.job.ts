import { DAY } from '#domain/time.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { purgeResponses } from './idempotency.store.ts'

export const purgeResponsesJob: Job = {
  name: 'answered-writes',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => purgeResponses(db, now()))
    return 'well'
  },
}
