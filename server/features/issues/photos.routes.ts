import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/problems.ts'
import { PHOTO_BYTES, photoTypeOf } from '#domain/issues.ts'
import { fromIso, HOUR, SECOND } from '#domain/time.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { findPhoto, insertPhoto, lockPhotos, mayHaveTaken, photoUsage, readPhoto } from './photos.store.ts'

/** Base64 adds a third; the rest of the body is small. */
const BODY = Math.ceil(PHOTO_BYTES / 3) * 4 + 1024

/** What a company may store within a day: far more than people take, and far less than a program can send. */
export const A_DAY = { photos: 2_000, bytes: 1024 ** 3 } as const

/** Photos of machines: phones upload them on their own, and issues show them. */
export function photoRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.putPhoto, storePhoto, { bodyLimit: BODY })
  serve(app, ctx, contract.getPhoto, async ({ params: { id, photoId } }, { db, principal, reply }) => {
    if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
    const found = await readPhoto(db, principal.companyId, id, photoId)
    if (!found) return refuse('PHOTO_NOT_FOUND')
    void reply.type(found.type).header('content-disposition', 'inline').header('cache-control', 'private, max-age=86400')
    return found.content
  })
}

async function storePhoto(
  { params: { id: machine, photoId: id }, body }: CheckedOf<typeof contract.putPhoto>,
  { db, principal, ctx }: RequestContext,
): Promise<{ id: string; size: number } | Refusal> {
  const { companyId, userId, companyRole } = principal
  const now = ctx.now()
  const at = Math.min(now, body.takenAt === undefined ? now : fromIso(body.takenAt))
  const isTheirs = await mayHaveTaken(db, companyId, machine, { employee: companyRole === 'ROLE_MANAGER' ? null : userId, at })
  if (!isTheirs) return refuse('MACHINE_NOT_FOUND')
  const content = Buffer.from(body.content, 'base64')
  const type = photoTypeOf(content)
  if (type === null) return refuse('PHOTO_UNREADABLE')
  if (content.length > PHOTO_BYTES) return refuse('TOO_LARGE')
  const hash = createHash('sha256').update(content).digest('base64url')
  await lockPhotos(db, companyId)
  const before = await findPhoto(db, companyId, id)
  if (before) {
    const isSame = before.user === userId && before.machine === machine && before.hash === hash
    return isSame ? { id, size: before.size } : refuse('PHOTO_TAKEN')
  }
  const { bytes, bytesToday, countToday } = await photoUsage(db, companyId, now)
  if (bytes + content.length > ctx.settings.photoBytes) return refuse('PHOTO_SPACE_FULL')
  if (countToday >= A_DAY.photos || bytesToday + content.length > A_DAY.bytes)
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: HOUR / SECOND })
  await insertPhoto(db, companyId, { id, machine, user: userId, type, hash, content }, now)
  return { id, size: content.length }
}
