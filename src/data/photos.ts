import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { deletePhoto, getPhoto, photoUsage } from '#contract/problems.ts'
import type { MachineId } from '#domain/ids.ts'
import type { PhotoPhase } from '#domain/rounds/round.ts'
import { MINUTE } from '#domain/time.ts'
import { call, openStream } from '#offline/api-client.ts'
import * as photos from '#offline/photos.ts'
import type { Photo } from '#offline/records.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { answered, NotAnswered, TIMEOUT } from './server-requests.ts'
import { visitAt, visitOfPhoto } from './visit.ts'

/** A photo on this device, with its address for an image. */
export type LocalPhoto = Photo & { address: string }

const DATA = 'data:image/jpeg;base64,'

async function withContents(rows: readonly Photo[]): Promise<LocalPhoto[]> {
  const contents = await getSession().db.photoContents.bulkGet(rows.map(({ id }) => id))
  return rows.map((row, index) => ({ ...row, address: `${DATA}${contents[index]?.content ?? ''}` }))
}

/** The photos on the form of a machine: taken, and not part of a report yet. They survive a restart. */
export const photosOnForm = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['photos', 'taken', machineId],
    queryFn: live(async () =>
      withContents((await getSession().db.photos.toArray()).filter((one) => one.machineId === machineId && one.state === 'taken')),
    ),
  })

/** The photos of the visit that is under way at a machine, oldest first. */
export const photosOfVisit = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['photos', 'visit', machineId],
    queryFn: live(async () => {
      // Read in any case, so that the first photo of a visit is noticed.
      const rows = await getSession().db.photos.toArray()
      const id = visitAt(machineId)?.id
      return withContents(rows.filter(({ visit }) => visit && visit.id === id).toSorted((a, b) => a.takenAt - b.takenAt))
    }),
  })

/** The most photos of the pending page. */
const SHOWN = 60

/** Photos that the server does not have, oldest first. */
export const unsentPhotos = () =>
  queryOptions({
    queryKey: ['photos', 'unsent'],
    queryFn: live(async () => {
      const rows = (await getSession().db.photos.toArray()).filter(({ state }) => state === 'queued')
      return { count: rows.length, photos: await withContents(rows.toSorted((a, b) => a.takenAt - b.takenAt).slice(0, SHOWN)) }
    }),
  })

export const storePhoto = (machineId: MachineId, picture: { content: string; size: number }) =>
  photos.storePhoto(getSession().device, machineId, picture)
export const storeVisitPhoto = (machineId: MachineId, picture: { content: string; size: number }) =>
  photos.storePhoto(getSession().device, machineId, picture, visitOfPhoto(machineId))
export const correctPhase = (id: string, phase: PhotoPhase) => photos.correctPhase(getSession().device, id, phase)
export const dropPhoto = (id: string) => photos.dropPhoto(getSession().device, id)
export const retryPhoto = (id: string) => photos.retryPhoto(getSession().device, id)

/** A photo of a machine from the server. It never changes. */
export const photoOnServer = (machineId: MachineId, id: string) =>
  queryOptions({
    queryKey: ['photos', 'server', id],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async (): Promise<Blob> => {
      const request = { params: { id: String(machineId), photoId: id } }
      const opened = await openStream(getPhoto, request, { headers: undefined, signal: AbortSignal.timeout(MINUTE) })
      if (opened.state !== 'open') throw new NotAnswered(opened)
      return opened.response.blob()
    },
  })

export const removePhoto = mutationOptions({
  meta: { invalidates: [['visits'], ['issues'], ['photos', 'usage']] },
  mutationFn: ({ machine, id }: { machine: MachineId; id: string }) =>
    answered(call(deletePhoto, { params: { id: String(machine), photoId: id } }, TIMEOUT)),
})

/** How much of its space for photos the company uses. */
export const storedPhotos = () =>
  queryOptions({ queryKey: ['photos', 'usage'], queryFn: () => answered(call(photoUsage, {}, TIMEOUT)), staleTime: MINUTE })
