import { DAY } from '#domain/time.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { deletePhotosBefore } from './photos.store.ts'

/** Deletes photos that are older than the setting. */
export const purgePhotosJob: Job = {
  name: 'forget-photos',
  everyMs: DAY,
  steady: true,
  run: async ({ database, settings, now }) => {
    await database.asSystem((db) => deletePhotosBefore(db, now() - settings.photoDays * DAY))
    return 'well'
  },
}
