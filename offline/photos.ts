import * as v from 'valibot'
import type { PhotoVisit } from '#contract/problems.ts'
import type { MachineId } from '#domain/ids.ts'
import { bytesInBase64 } from '#domain/issues.ts'
import type { PhotoPhase } from '#domain/rounds/round.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { offsetOf } from './clock.ts'
import type { Device } from './device.ts'
import { type Connection, PHOTOS, type Photo } from './records.ts'
import { readMeta, StoreFull, type Work } from './store.ts'
import type { Answer } from './sync-calls.ts'

/** `kept`: stored durably on this device. `notKept`: it has no space left, and nothing was written. */
export type StoredPhoto = { kept: string } | { notKept: 'full' }

/** Stores a photo: one of a visit is queued at once, any other one when its report is recorded. */
export async function storePhoto(
  device: Device,
  machineId: MachineId,
  { content, size }: { content: string; size: number },
  visit?: PhotoVisit,
): Promise<StoredPhoto> {
  const id = device.newId()
  const photo: Photo = {
    ...{ id, machineId, size, takenAt: device.now(), sentAt: null, refusal: null },
    ...(visit ? { state: 'queued', visit } : { state: 'taken' }),
  }
  const write = () =>
    device.store.write(PHOTOS, async (work) => {
      await work.put('photoContents', [{ id, content }])
      await work.put('photos', [photo])
    })
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error
    try {
      await device.makeRoom(machineId)
      await write()
    } catch (again) {
      if (again instanceof StoreFull) return { notKept: 'full' }
      throw again
    }
  }
  if (visit) device.wake('kept')
  return { kept: id }
}

/** Whether a photo is on this device alone: on a form, refused by the server, or of a visit and without a part that the server has. */
export const isOnlyHere = ({ state, refusal, visit, sentBytes = 0 }: Photo): boolean =>
  state === 'taken' || refusal !== null || (state === 'queued' && visit !== undefined && sentBytes === 0)

/** Deletes a photo that the server does not have. */
export const dropPhoto = (device: Device, id: string): Promise<boolean> =>
  device.store.write(PHOTOS, async (work) => {
    const photo = await work.get('photos', id)
    if (!photo || !isOnlyHere(photo)) return false
    await remove(work, [id])
    return true
  })

/** Corrects when a photo of a visit was taken. One that the server has is queued again: its last part carries the correction. */
export async function correctPhase(device: Device, id: string, phase: PhotoPhase): Promise<void> {
  await device.store.write(['photos'], async (work) => {
    const photo = await work.get('photos', id)
    if (!photo?.visit || photo.visit.phase === phase) return
    const again = photo.state === 'sent' ? { state: 'queued' as const, sentAt: null, sentBytes: photo.size } : {}
    const correction = (photo.visit.correction ?? 0) + 1
    await work.put('photos', [{ ...photo, ...again, visit: { ...photo.visit, phase, correction } }])
  })
  device.wake('kept')
}

/** Sends a refused photo again. */
export async function retryPhoto(device: Device, id: string): Promise<void> {
  await device.store.write(['photos'], async (work) => {
    const photo = await work.get('photos', id)
    if (photo?.state === 'queued') await work.put('photos', [{ ...photo, refusal: null }])
  })
  device.wake('requested')
}

/** In the transaction that records the report, so that there is never one without the other. */
export async function queuePhotos(work: Work, ids: readonly string[]): Promise<void> {
  const photos = await Promise.all(ids.map((id) => work.get('photos', id)))
  await work.put(
    'photos',
    photos.flatMap((photo) => (photo?.state === 'taken' ? [{ ...photo, state: 'queued' as const }] : [])),
  )
}

const WithPhotos = v.looseObject({ photos: v.array(v.string()) })

/** In the transaction that discards a report: those that the server does not have are on the form again. */
export async function releasePhotos(work: Work, body: unknown): Promise<void> {
  if (!v.is(WithPhotos, body)) return
  const photos = await Promise.all(body.photos.map((id) => work.get('photos', id)))
  await work.put(
    'photos',
    photos.flatMap((photo) => (photo?.state === 'queued' ? [{ ...photo, state: 'taken' as const, refusal: null }] : [])),
  )
}

/** A server that was restored from a backup may have lost what it confirmed. Each photo stores which database has it. */
async function queueLostPhotos({ store }: Device): Promise<void> {
  const lostIn = async (work: Work) => {
    const epoch = await readMeta(work, 'epoch', null)
    return (await work.all('photos')).filter(({ state, sentIn }) => state === 'sent' && epoch !== null && sentIn !== epoch)
  }
  if ((await store.read(['photos', 'meta'], lostIn)).length === 0) return
  await store.write(['photos', 'meta'], async (work) => {
    const lost = await lostIn(work)
    await work.put(
      'photos',
      lost.map((photo) => ({ ...photo, state: 'queued' as const, sentAt: null, sentBytes: 0 })),
    )
  })
}

/** How long a photo is kept after the server has it: longer than the age of a restored backup should be. */
const SENT_RETENTION = 3 * DAY

/** Deletes photos that the server has: older ones, or all of them if the device is full. */
export async function dropSentPhotos(device: Device, { all = false } = {}): Promise<void> {
  const isOver = ({ state, sentAt }: Photo) => state === 'sent' && (all || Math.abs(device.now() - (sentAt ?? 0)) > SENT_RETENTION)
  if (!(await device.store.read(['photos'], (work) => work.all('photos'))).some(isOver)) return
  await device.store.write(PHOTOS, async (work) => {
    const over = (await work.all('photos')).filter(isOver)
    await remove(
      work,
      over.map(({ id }) => id),
    )
  })
}

async function remove(work: Work, ids: readonly string[]): Promise<void> {
  await work.remove('photos', ids)
  await work.remove('photoContents', ids)
}

/** Queued and not refused. */
export const isWaiting = ({ state, refusal }: Photo) => state === 'queued' && refusal === null

/** `takenAt`: by the server's clock, as estimated on this device. */
export type PhotoPart = {
  id: string
  machineId: MachineId
  takenAt: Moment
  visit: PhotoVisit | undefined
  size: number
  offset: number
  content: string
}

/** Uploads a part. `offset`: how many bytes the server has; `isStored`: it has the whole photo. */
export type SendPart = (part: PhotoPart) => Promise<Answer<{ offset: number; isStored: boolean }>>

type Ended = { state: Connection['state']; retryAfterMs: number | null; status?: number | undefined }

/** Parts in bytes; each is a multiple of three, so that base64 can be cut there. The first is small, because the line may be weak. */
const FIRST_PART = 24 * 1024
const SMALLEST_PART = 6 * 1024
const LARGEST_PART = 384 * 1024
/** A part should take about this long: a connection that breaks loses one part. */
const PART_MS = 3_000
/** How a server of an earlier version refuses a field that it does not know. */
const UNKNOWN_FIELD = /: (unknown field$|Invalid key)/
/** A server that never has more than before is asked again later. */
const MAX_STALLED = 3

/** The size of the next part after one that took `ms`. */
const nextPart = (bytes: number, ms: number): number =>
  ms < PART_MS ? Math.min(bytes * 2, LARGEST_PART) : ms > 2 * PART_MS ? Math.max(bytes / 2, SMALLEST_PART) : bytes

/**
 * Uploads the queued photos one by one, oldest first, each in parts: after an interruption the upload continues from the last part that
 * the server has. A photo stays queued until the server has confirmed it; an unknown outcome is harmless, because the server adds each part
 * and stores each photo once. While servers are upgraded one after another, a photo that only the new ones understand is sent in a later round.
 */
export async function sendPhotos(device: Device, send: SendPart): Promise<Ended> {
  await queueLostPhotos(device)
  await dropSentPhotos(device)
  let partBytes = FIRST_PART
  let stalled = 0
  const later = new Set<string>()
  for (;;) {
    const next = await device.store.read([...PHOTOS, 'meta'], async (work) => {
      const [photo] = (await work.all('photos'))
        .filter((one) => isWaiting(one) && !later.has(one.id))
        .toSorted((a, b) => a.takenAt - b.takenAt)
      const clock = await readMeta(work, 'clock', { samples: [] })
      const epoch = await readMeta(work, 'epoch', null)
      return photo && { photo, content: (await work.get('photoContents', photo.id))?.content ?? '', ahead: offsetOf(clock) ?? 0, epoch }
    })
    if (!next) return { state: 'reachable', retryAfterMs: null }
    const { photo, content, ahead, epoch } = next
    const { id, machineId, visit } = photo
    const size = bytesInBase64(content)
    // The last part is repeated if the server may not have stored the photo yet.
    const offset = lastPartBefore(photo.sentBytes ?? 0, size)
    const part = content.slice((offset / 3) * 4, ((offset + partBytes) / 3) * 4)
    const began = device.now()
    const answer = await send({ id, machineId, takenAt: photo.takenAt + ahead, visit, size, offset, content: part })
    if (answer.state === 'unreachable') return answer
    if (answer.state === 'signed-out') return { state: 'signed-out', retryAfterMs: null }
    if (answer.state === 'refused' && answer.status === 426) return { state: 'app-too-old', retryAfterMs: null }
    if (answer.state === 'refused' && UNKNOWN_FIELD.test(answer.detail ?? '')) {
      later.add(id)
      continue
    }
    partBytes = nextPart(partBytes, device.now() - began)
    await updatePhoto(device, photo, outcomeOf(answer, device.now(), epoch))
    const isStalled = answer.state === 'answered' && !answer.value.isStored && answer.value.offset <= offset
    stalled = isStalled ? stalled + 1 : 0
    if (stalled >= MAX_STALLED) return { state: 'unreachable', retryAfterMs: null }
  }
}

/** Where to continue: bytes that the server has, in whole groups of base64, and never after the last one. */
const lastPartBefore = (sent: number, size: number) => Math.max(0, Math.min(sent - (sent % 3), Math.ceil(size / 3) * 3 - 3))

type Outcome = Extract<Awaited<ReturnType<SendPart>>, { state: 'answered' | 'refused' }>

/** `sentIn`: the database that was known before, because the server may have been restored since it received the photo. */
const outcomeOf = (answer: Outcome, now: Moment, sentIn: string | null): Partial<Photo> => {
  if (answer.state === 'refused') return { refusal: answer.code || String(answer.status) }
  return answer.value.isStored ? { state: 'sent', sentAt: now, sentIn } : { sentBytes: answer.value.offset }
}

/** A photo whose visit was corrected during the request stays queued, so that the correction is sent too. */
const updatePhoto = (device: Device, sent: Photo, changes: Partial<Photo>) =>
  device.store.write(['photos'], async (work) => {
    const now = await work.get('photos', sent.id)
    if (now?.state !== 'queued') return
    const isOutdated = changes.state === 'sent' && now.visit?.correction !== sent.visit?.correction
    await work.put('photos', [{ ...now, ...(isOutdated ? { sentBytes: now.size } : changes) }])
  })
