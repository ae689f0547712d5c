import type { FastifyInstance } from 'fastify'
import type { CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/problems.ts'
import type { MachineId } from '#domain/ids.ts'
import { PHOTO_BYTES, photoTypeOf } from '#domain/issues.ts'
import { fromIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { gatedTransactions } from '../../http/gated-transactions.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { deleteUpload, insertPart, type Upload, uploadedContent } from './photo-uploads.store.ts'
import { findPhoto, findPhotos, mayUploadPhoto, photoUsage, readPhoto } from './photos.store.ts'
import { deletePhoto, loadPhoto, savePhoto, spaceRefusal, storeVisitPhoto } from './save-photo.ts'

/** Base64 adds a third; the rest of the body is small. */
const BODY = Math.ceil(PHOTO_BYTES / 3) * 4 + 1024

type Caller = Omit<RequestContext, 'db'>

/** Photos of machines: phones upload them on their own, and issues show them. */
export function photoRoutes(app: FastifyInstance, ctx: AppContext) {
  const transactionsOf = gatedTransactions(app, 'work')
  const options = { bodyLimit: BODY, gatesItself: true } as const

  serveAlone(app, ctx, contract.putPhoto, (input, caller) => putPhoto(input, uploadOf(input, caller, transactionsOf(caller))), options)
  serveAlone(app, ctx, contract.putPhotoPart, (input, caller) => putPart(input, uploadOf(input, caller, transactionsOf(caller))), options)
  serveAlone(
    app,
    ctx,
    contract.getPhoto,
    async ({ params: { id, photoId } }, caller) => {
      const { principal, reply } = caller
      const row = await transactionsOf(caller)(async (db) => {
        if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
        return (await readPhoto(db, principal.companyId, id, photoId)) ?? refuse('PHOTO_NOT_FOUND')
      })
      const found = row instanceof Refusal ? row : await loadPhoto(ctx, { company: principal.companyId, id: photoId }, row)
      if (found instanceof Refusal) return found
      void reply.type(found.type).header('content-disposition', 'inline').header('cache-control', 'private, max-age=86400')
      return found.content
    },
    { gatesItself: true },
  )
  serveAlone(
    app,
    ctx,
    contract.deletePhoto,
    ({ params: { id: machine, photoId: id } }, caller) =>
      deletePhoto({ ctx, principal: caller.principal, inCompany: transactionsOf(caller) }, { machine, id }),
    { gatesItself: true },
  )
  serve(app, ctx, contract.listPhotos, async ({ query }, { db, principal }) => {
    const { items, total } = await findPhotos(db, principal.companyId, query)
    return pageOf(items, { ...query, total })
  })
  serve(app, ctx, contract.photoUsage, async (_input, { db, principal }) => {
    const { photoCount, photoBytes, photoDays } = ctx.settings
    const { count, bytes } = await photoUsage(db, principal.companyId, ctx.now())
    return { count, bytes, maxCount: photoCount, maxBytes: photoBytes, days: photoDays }
  })
}

type PhotoInput = {
  params: { id: MachineId; photoId: string }
  body: { takenAt?: string | undefined; visit?: contract.PhotoVisit | null | undefined }
}

function uploadOf({ params, body }: PhotoInput, { principal, ctx }: Caller, inCompany: Upload['inCompany']): Upload {
  const now = ctx.now()
  return {
    ...{ ctx, principal, inCompany, now, id: params.photoId, machine: params.id },
    at: Math.min(now, body.takenAt === undefined ? now : fromIso(body.takenAt)),
    visit: body.visit ?? null,
  }
}

/** Whether the user may upload a photo of the machine that was taken at this time. */
async function accessRefusal(db: Db, { principal: { companyId, userId, companyRole, enabled }, machine, at }: Upload) {
  if (!enabled) return refuse('UNAUTHORIZED')
  const isTheirs = await mayUploadPhoto(db, companyId, machine, { employee: companyRole === 'ROLE_MANAGER' ? null : userId, at })
  return isTheirs ? null : refuse('MACHINE_NOT_FOUND')
}

async function putPhoto({ body }: CheckedOf<typeof contract.putPhoto>, upload: Upload): Promise<{ id: string; size: number } | Refusal> {
  const refused = await upload.inCompany((db) => accessRefusal(db, upload))
  if (refused) return refused
  return savePhoto(upload, Buffer.from(body.content, 'base64'))
}

/** Adds a part to an upload. Its last part stores the photo; it is repeated until the photo is stored. */
async function putPart(
  { body }: CheckedOf<typeof contract.putPhotoPart>,
  upload: Upload,
): Promise<{ id: string; offset: number; isStored: boolean } | Refusal> {
  const { id, machine, principal } = upload
  const { companyId, userId } = principal
  const { size, offset } = body
  const part = Buffer.from(body.content, 'base64')
  if (offset === 0 && photoTypeOf(part) === null) return refuse('PHOTO_UNREADABLE')
  const received = await upload.inCompany(async (db): Promise<{ offset: number; isStored: boolean } | Refusal> => {
    const refused = await accessRefusal(db, upload)
    if (refused) return refused
    const before = await findPhoto(db, companyId, id)
    if (before) {
      const isSame = before.user === userId && before.machine === machine && before.size === size
      if (!isSame) return refuse('PHOTO_TAKEN')
      await storeVisitPhoto(db, upload)
      return { isStored: true, offset: size }
    }
    return insertPart(db, upload, { size, offset, part }, () => spaceRefusal(db, upload, size))
  })
  if (received instanceof Refusal) return received
  if (received.isStored || received.offset < size) return { id, ...received }
  const content = await upload.inCompany((db) => uploadedContent(db, upload))
  if (!content) return { id, offset: 0, isStored: false }
  const saved = await savePhoto(upload, content)
  if (!(saved instanceof Refusal)) return { id, offset: size, isStored: true }
  // A complete photo that is refused would be refused again.
  if (saved.status < 500 && saved.status !== 429) await upload.inCompany((db) => deleteUpload(db, upload))
  return saved
}
