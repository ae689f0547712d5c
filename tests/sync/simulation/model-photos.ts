import type { UserId } from '#domain/ids.ts'
import type { PhotoPart } from '#offline/photos.ts'
import type { Answer } from '#offline/sync-calls.ts'
import type { State, StoredPhoto } from './model-state.ts'

type Kept = Answer<{ offset: number; isStored: boolean }>

const answered = (offset: number, isStored: boolean): Kept => ({ state: 'answered', value: { offset, isStored } })

/**
 * Adds a part to an upload, by the rules of the real server: a part that does not begin where the upload ends changes nothing, and the last
 * one stores the photo once. `mostPhotos`: the company's space. `addsAnywhere`: a planted bug.
 */
export function putPart(
  state: State,
  user: UserId,
  part: PhotoPart,
  { mostPhotos = Number.POSITIVE_INFINITY, addsAnywhere = false },
): Kept {
  const { id, machineId: machine, size, offset, content } = part
  const { phase = null, correction = 0 } = part.visit ?? {}
  if (state.people.get(user)?.role !== 'manager' && !state.assigned.has(`${user}/${machine}`))
    return { state: 'refused', status: 404, code: 'MACHINE_NOT_FOUND' }
  const stored = state.photos.get(id)
  if (stored) {
    if (stored.user !== user || stored.machine !== machine || stored.size !== size)
      return { state: 'refused', status: 409, code: 'PHOTO_TAKEN' }
    if (phase && correction >= stored.correction) state.photos.set(id, { ...stored, phase, correction })
    return answered(size, true)
  }
  const before = state.uploads.get(id)
  const have = before ? bytesOf(before.content) : 0
  if (!addsAnywhere && have !== offset) return answered(have, false)
  if (!before && state.photos.size >= mostPhotos) return { state: 'refused', status: 409, code: 'PHOTO_SPACE_FULL' }
  const photo: StoredPhoto = { user, machine, size, content: (before?.content ?? '') + content, phase, correction }
  const now = bytesOf(photo.content)
  if (now < size) {
    state.uploads.set(id, photo)
    return answered(now, false)
  }
  state.uploads.delete(id)
  state.photos.set(id, photo)
  return answered(size, true)
}

const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
