import { createHash } from 'node:crypto'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { PHOTO_BYTES, photoTypeOf } from '#domain/issues.ts'
import { MAX_PHOTO_PIXELS, pixelsOf } from '#domain/photo-pixels.ts'
import { HOUR, SECOND } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import type { Db } from '../../db/client.ts'
import { publishEvents } from '../../events/events.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { StoreFailure } from '../../photo-store/s3-client.ts'
import { deleteUpload, type Upload } from './photo-uploads.store.ts'
import { correctVisit, findPhoto, findStored, insertPhoto, lockPhotos, markDeleted, type PhotoRow, photoUsage } from './photos.store.ts'

/** What a company may store within a day: far more than people take, and far less than a program can send. */
export const A_DAY = { photos: 2_000, bytes: 1024 ** 3 } as const

const RETRY_AFTER_SECONDS = 60

/** Null if the company may store a photo of this size. */
export async function spaceRefusal(db: Db, { ctx, principal, id, now }: Upload, size: number): Promise<Refusal | null> {
  const { photoBytes, photoCount } = ctx.settings
  const { count, bytes, bytesToday, countToday } = await photoUsage(db, principal.companyId, now, { user: principal.userId, id })
  if (count >= photoCount) return refuse('PHOTO_SPACE_FULL', { detail: `The company has ${count} photos, and the limit is ${photoCount}.` })
  if (bytes + size > photoBytes)
    return refuse('PHOTO_SPACE_FULL', { detail: `The photos of the company have ${bytes} bytes, and the limit is ${photoBytes}.` })
  if (countToday >= A_DAY.photos || bytesToday + size > A_DAY.bytes)
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: HOUR / SECOND })
  return null
}

/**
 * Stores a complete photo once, in the photo store or in the database. An object is stored before its row, outside of a transaction: without
 * its row it is never shown, and the self-check finds it.
 */
export async function savePhoto(upload: Upload, content: Buffer): Promise<{ id: string; size: number } | Refusal> {
  const { ctx, principal, inCompany, now, id, machine, at, visit } = upload
  const { companyId, userId } = principal
  const type = photoTypeOf(content)
  const pixels = pixelsOf(content)
  if (type === null || pixels === null) return refuse('PHOTO_UNREADABLE')
  if (pixels > MAX_PHOTO_PIXELS) return refuse('TOO_LARGE', { detail: `A photo has at most ${MAX_PHOTO_PIXELS / 1e6} megapixels.` })
  const size = content.length
  if (size > PHOTO_BYTES) return refuse('TOO_LARGE')
  const hash = createHash('sha256').update(content).digest('base64url')
  const outcome = async (db: Db): Promise<{ id: string; size: number } | Refusal | null> => {
    const before = await findPhoto(db, companyId, id)
    if (!before) return spaceRefusal(db, upload, size)
    const isSame = before.user === userId && before.machine === machine && before.hash === hash
    return isSame ? { id, size } : refuse('PHOTO_TAKEN')
  }
  const { photoStore } = ctx
  if (photoStore) {
    const known = await inCompany(outcome)
    if (known instanceof Refusal) return known
    if (known) {
      await inCompany((db) => storeVisitPhoto(db, upload))
      return known
    }
    const failure = await fromStore(ctx, () => photoStore.put({ company: companyId, id, hash }, content))
    if (failure instanceof Refusal) return failure
  }
  return inCompany(async (db) => {
    await lockPhotos(db, companyId)
    const known = await outcome(db)
    if (known instanceof Refusal) return known
    const photo = { id, machine, user: userId, type, hash, size, content: photoStore ? null : content, takenAt: at, visit }
    if (!known) await insertPhoto(db, companyId, photo, now)
    await deleteUpload(db, upload)
    if (known) await storeVisitPhoto(db, upload)
    else await publishEvents(db, companyId, [photoChanged(upload)], now)
    return { id, size }
  })
}

const photoChanged = ({ machine, now }: Pick<Upload, 'machine' | 'now'>) => ({
  activity: 'PHOTO_CHANGED',
  at: now,
  machineId: machine,
  changed: ['photos' as const],
})

/** A repeated upload of a photo corrects its visit, and nothing else. */
export async function storeVisitPhoto(db: Db, upload: Upload): Promise<void> {
  const { principal, id, visit, now } = upload
  if (visit && (await correctVisit(db, principal.companyId, id, visit)))
    await publishEvents(db, principal.companyId, [photoChanged(upload)], now)
}

/**
 * Deletes a photo of a company. Its object is deleted before its row is changed, so that a failure of the store is repeated and no object
 * remains.
 */
export async function deletePhoto(
  { ctx, principal, inCompany }: Pick<Upload, 'ctx' | 'principal' | 'inCompany'>,
  { machine, id }: { machine: MachineId; id: string },
): Promise<{ id: string } | Refusal> {
  const { companyId, userId } = principal
  const stored = await inCompany(async (db) => {
    if (!(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
    return (await findStored(db, companyId, machine, id)) ?? refuse('PHOTO_NOT_FOUND')
  })
  if (stored instanceof Refusal) return stored
  if (stored.isDeleted) return { id }
  if (stored.isInStore) {
    const { photoStore } = ctx
    if (!photoStore) return refuse('PHOTO_STORE_AWAY', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    const failure = await fromStore(ctx, () => photoStore.remove({ company: companyId, id, hash: stored.hash }))
    if (failure instanceof Refusal) return failure
  }
  return inCompany(async (db) => {
    const now = ctx.now()
    if (!(await markDeleted(db, companyId, machine, id, now))) return { id }
    await audit(db, companyId, { userId, at: now }, [{ action: 'photo-deleted', of: { kind: 'photo', id }, machine }])
    await publishEvents(db, companyId, [photoChanged({ machine, now })], now)
    return { id }
  })
}

/** The content of a photo, from wherever it is stored. */
export async function loadPhoto(
  ctx: AppContext,
  { company, id }: { company: CompanyId; id: string },
  { type, hash, content }: PhotoRow,
): Promise<{ type: PhotoRow['type']; content: Buffer } | Refusal> {
  if (content) return { type, content }
  const { photoStore, log } = ctx
  if (!photoStore) {
    log.error({ company, photo: id }, 'a photo is in a photo store, and PHOTO_STORE is not set')
    return refuse('PHOTO_STORE_AWAY', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  const read = await fromStore(ctx, () => photoStore.get({ company, id, hash }))
  if (read instanceof Refusal) return read
  if (read) return { type, content: read }
  log.error({ company, photo: id }, 'a photo is missing in the photo store')
  return refuse('PHOTO_NOT_FOUND')
}

async function fromStore<T>({ log }: AppContext, work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    log.error({ kind: error.kind, reason: error.message }, 'the photo store failed')
    return refuse('PHOTO_STORE_AWAY', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
