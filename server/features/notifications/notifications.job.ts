import { DAY } from '#domain/time.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { forgetNotifications } from './notifications.store.ts'

/** Deletes notifications that were read long ago. */
export const purgeNotificationsJob: Job = {
  name: 'forget-notifications',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => forgetNotifications(db, now()))
    return 'well'
  },
}
