import { DAY } from '#domain/time.ts'
import { forgetNotifications } from '../features/notifications/notifications.store.ts'
import type { Job } from './job.ts'

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
