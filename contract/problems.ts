import * as v from 'valibot'
import { bytesInBase64, PHOTO_BYTES, PROBLEM_CAUSES } from '#domain/issues.ts'
import { PHOTO_PHASES } from '#domain/rounds/round.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Instant, Integer, PageNumber, pageSize, QueryId, QueryUserId, text, Uuid } from './fields.ts'
import { Noted } from './machine-operations.ts'
import { MachineParams } from './machines.ts'

/** `note`: characters; `photos`: photos per report; `corrections`: of a photo. */
export const PROBLEM_LIMITS = { note: 500, photos: 6, corrections: 1_000_000 } as const

const Note = v.optional(v.nullable(text(PROBLEM_LIMITS.note)), '')

/** `photos`: ids of photos that the phone uploads on their own, before or after the report. */
export const Problem = v.object({
  cause: v.picklist(PROBLEM_CAUSES),
  slotId: v.optional(v.nullable(Id)),
  outOfOrder: v.boolean(),
  note: Note,
  photos: v.optional(v.pipe(v.array(Uuid), v.maxLength(PROBLEM_LIMITS.photos)), []),
})
export type Problem = v.InferOutput<typeof Problem>

export const reportProblem = endpoint({
  name: 'reportProblem',
  method: 'POST',
  path: '/machines/:id/problems',
  who: 'anyone',
  summary: 'Report a problem of a machine as its employee; it becomes an issue with the id of the operation',
  params: MachineParams,
  body: Problem,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'SLOT_NOT_FOUND'],
})

export const Proposal = v.object({ slotId: Id, productId: Id, note: Note })

export const proposeProduct = endpoint({
  name: 'proposeProduct',
  method: 'POST',
  path: '/machines/:id/proposals',
  who: 'anyone',
  summary: 'Propose another product for a slot; a manager decides on it as a review item',
  params: MachineParams,
  body: Proposal,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'SLOT_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH'],
})

const OfPhoto = v.object({ id: QueryId, photoId: Uuid })

const Base64 = v.pipe(v.string(), v.nonEmpty(), v.maxLength(Math.ceil(PHOTO_BYTES / 3) * 4), v.base64())

/**
 * The visit in which a photo was taken, and whether before or after the work; a later upload of the same photo can correct it. `correction`: how
 * often it was corrected, so that a late copy of an earlier upload changes nothing.
 */
const PhotoVisit = v.strictObject({
  id: Uuid,
  phase: v.picklist(PHOTO_PHASES),
  correction: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PROBLEM_LIMITS.corrections))),
})
export type PhotoVisit = v.InferOutput<typeof PhotoVisit>

const PHOTO_REFUSALS = [
  ...(['MACHINE_NOT_FOUND', 'PHOTO_UNREADABLE', 'PHOTO_TAKEN', 'PHOTO_SPACE_FULL'] as const),
  ...(['TOO_MANY_REQUESTS', 'PHOTO_STORE_AWAY'] as const),
] as const

export const putPhoto = endpoint({
  name: 'putPhoto',
  method: 'PUT',
  path: '/machines/:id/photos/:photoId',
  who: 'anyone',
  summary: 'Store a photo of a machine (JPEG, PNG or WebP, at most 3 MB and 25 megapixels, in base64); a repeated upload counts once',
  params: OfPhoto,
  /** `takenAt`: by the phone; an employee must have had the machine then. */
  body: v.strictObject({
    takenAt: v.optional(Instant),
    visit: v.optional(v.nullable(PhotoVisit)),
    content: Base64,
  }),
  answer: v.object({ id: v.string(), size: Integer }),
  refusals: PHOTO_REFUSALS,
})

export const putPhotoPart = endpoint({
  name: 'putPhotoPart',
  method: 'PATCH',
  path: '/machines/:id/photos/:photoId',
  who: 'anyone',
  summary:
    'Store the next part of a photo, which is stored once it is complete; a part at another offset than the current one changes nothing, and the response has the offset to continue from',
  params: OfPhoto,
  /** `size`: bytes of the complete photo; `offset`: bytes before this part, which must not end after the photo. */
  body: v.pipe(
    v.strictObject({
      takenAt: v.optional(Instant),
      visit: v.optional(v.nullable(PhotoVisit)),
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PHOTO_BYTES)),
      offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PHOTO_BYTES)),
      content: Base64,
    }),
    v.check(({ size, offset, content }) => offset + bytesInBase64(content) <= size, 'the part ends after the end of the photo'),
  ),
  answer: v.object({ id: v.string(), offset: Integer, isStored: v.boolean() }),
  refusals: PHOTO_REFUSALS,
})

export const getPhoto = endpoint({
  name: 'getPhoto',
  method: 'GET',
  path: '/machines/:id/photos/:photoId',
  who: 'anyone',
  summary: 'Retrieve a photo of a machine',
  params: OfPhoto,
  answer: v.unknown(),
  answerType: 'image/*',
  plain: true,
  refusals: ['MACHINE_NOT_FOUND', 'PHOTO_NOT_FOUND', 'PHOTO_STORE_AWAY'],
})

export const deletePhoto = endpoint({
  name: 'deletePhoto',
  method: 'DELETE',
  path: '/machines/:id/photos/:photoId',
  who: 'manager',
  summary: 'Delete a photo of a machine; a later upload of it is accepted and not stored',
  params: OfPhoto,
  answer: v.object({ id: v.string() }),
  refusals: ['MACHINE_NOT_FOUND', 'PHOTO_NOT_FOUND', 'PHOTO_STORE_AWAY'],
})

/** A stored photo. `at`: when it was taken; `visit`: null for photos of reports. */
export const StoredPhoto = v.object({
  id: v.string(),
  machine: v.object({ id: Integer, name: v.string() }),
  user: v.object({ id: Integer, name: v.string() }),
  at: DateTime,
  size: Integer,
  visit: v.nullable(v.object({ id: v.string(), phase: v.picklist(PHOTO_PHASES) })),
})
export type StoredPhoto = v.InferOutput<typeof StoredPhoto>

export const listPhotos = endpoint({
  name: 'listPhotos',
  method: 'GET',
  path: '/photos',
  who: 'manager',
  summary: 'List the photos of visits and reports, the latest first',
  query: v.object({ machine: v.optional(QueryId), user: v.optional(QueryUserId), page: PageNumber, size: pageSize(50) }),
  answer: v.array(StoredPhoto),
  paged: true,
})

export const photoUsage = endpoint({
  name: 'photoUsage',
  method: 'GET',
  path: '/company/photos',
  who: 'manager',
  summary: 'Retrieve how many photos the company has stored, their bytes, the limits of both, and for how many days photos are stored',
  answer: v.object({ count: Integer, bytes: Integer, maxCount: Integer, maxBytes: Integer, days: Integer }),
})
