import { DAY } from '#domain/time.ts'
import { forgetNotifications } from '../features/notifications/notifications.store.ts'
import type { Job } from './job.ts'

/** What was seen long ago. */
export const forgettingNotifications: Job = {
  name: 'forget-notifications',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asHouse((db) => forgetNotifications(db, now()))
    return 'well'
  },
}
