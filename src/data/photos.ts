import { queryOptions } from '@tanstack/react-query'
import { getPhoto, photoUsage } from '#contract/problems.ts'
import type { MachineId } from '#domain/ids.ts'
import { MINUTE } from '#domain/time.ts'
import { call, openStream } from '#offline/api-client.ts'
import * as photos from '#offline/photos.ts'
import type { Photo } from '#offline/records.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { answered, NotAnswered, TIMEOUT } from './server-requests.ts'

/** A photo on this device, with its address for an image. */
export type LocalPhoto = Photo & { address: string }

const DATA = 'data:image/jpeg;base64,'

async function withContents(rows: readonly Photo[]): Promise<LocalPhoto[]> {
  const contents = await getSession().db.photoContents.bulkGet(rows.map(({ id }) => id))
  return rows.map((row, index) => ({ ...row, address: `${DATA}${contents[index]?.content ?? ''}` }))
}

/** The photos on the form of a machine: taken, and not part of a report yet. They survive a restart. */
export const takenPhotos = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['photos', 'taken', machineId],
    queryFn: live(async () =>
      withContents((await getSession().db.photos.toArray()).filter((one) => one.machineId === machineId && one.state === 'taken')),
    ),
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

export const takePhoto = (machineId: MachineId, picture: { content: string; size: number }) =>
  photos.takePhoto(getSession().device, machineId, picture)
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

/** How much of its space for photos the company uses. */
export const storedPhotos = () =>
  queryOptions({ queryKey: ['photos', 'usage'], queryFn: () => answered(call(photoUsage, {}, TIMEOUT)), staleTime: MINUTE })
