import { DAY } from '#domain/time.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { purgeStoredPhotos } from '../../photo-store/photo-objects.ts'
import { deletePhotosBefore } from './photos.store.ts'

/** How long an incomplete upload is kept. A phone that comes later sends the photo from its beginning. */
const UPLOAD_RETENTION = 7 * DAY

/** Deletes photos that are older than the setting, and incomplete uploads. */
export const purgePhotosJob: Job = {
  name: 'forget-photos',
  everyMs: DAY,
  steady: true,
  run: async (ctx) => {
    const before = ctx.now() - ctx.settings.photoDays * DAY
    await ctx.database.asSystem((db) => deletePhotosBefore(db, { photos: before, uploads: ctx.now() - UPLOAD_RETENTION }))
    return purgeStoredPhotos(ctx, before)
  },
}
