import { type Moved, movePhotosToDatabase, movePhotosToStore } from '../photo-store/move-photos.ts'
import { createPhotoStore } from '../photo-store/photo-store.ts'
import type { Settings } from '../settings.ts'
import { openForCommand, reasonOf } from './command-line.ts'

/** Moves all photos into the photo store from the settings, or back into the database. */
export async function movePhotos(settings: Settings, to: 'store' | 'database'): Promise<Moved | { wrong: string }> {
  if (!settings.photoStore) return { wrong: 'PHOTO_STORE is not set.' }
  const photoStore = createPhotoStore(settings.photoStore, Date.now)
  const opened = await openForCommand(settings)
  if ('wrong' in opened) return opened
  const { database } = opened
  try {
    await photoStore.check()
    return await (to === 'store' ? movePhotosToStore : movePhotosToDatabase)({ database, photoStore })
  } catch (error) {
    return { wrong: `Moving the photos stopped: ${reasonOf(error)}. Those that were moved are in their new place; run the command again.` }
  } finally {
    await database.close()
  }
}
