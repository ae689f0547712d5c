import { DAY } from '#domain/time.ts'
import type { Job } from '../jobs/job.ts'
import { forgetAnswers } from './once.store.ts'

export const forgettingAnswers: Job = {
  name: 'answered-writes',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asHouse((db) => forgetAnswers(db, now()))
    return 'well'
  },
}
