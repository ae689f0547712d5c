import * as v from 'valibot'
import type { Machine } from '#contract/machines.ts'
import type { OwnVan } from '#contract/own-van.ts'
import type { Product } from '#contract/products.ts'
import type { Round } from '#contract/rounds.ts'
import { InVisit, type PackedInventory, type PackedSlots } from '#contract/sync.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { PHOTO_PHASES } from '#domain/rounds/round.ts'
import type { Moment } from '#domain/time.ts'

/** One database per company and user, never shared, so that users neither see nor send each other's operations. */
export const localDbName = (company: CompanyId, user: UserId) => `roundsman-${company}-${user}`

/** A monotonic clock: `at` milliseconds since the start of the app; `run` distinguishes one start from another. */
const Steady = v.object({ run: v.string(), at: v.number() })
export type Steady = v.InferOutput<typeof Steady>

/** A comparison of the device's clock with the server's: `offset` is added to the device's own time. */
const ClockSample = v.object({
  offset: v.number(),
  roundTrip: v.number(),
  takenAt: v.number(),
  steady: v.optional(v.nullable(Steady)),
})
export type ClockSample = v.InferOutput<typeof ClockSample>

/** The names of an operation's objects at the time of recording: each slot with its number and product. */
const Names = v.object({
  machine: v.nullable(v.string()),
  places: v.array(v.tuple([v.number(), v.nullable(v.string()), v.nullable(v.number())])),
  slots: v.array(v.tuple([v.number(), v.string(), v.nullable(v.number())])),
})
export type Names = v.InferOutput<typeof Names>

/**
 * An operation of this device. queued: waiting. sending: in flight, outcome unknown. acknowledged: the server has it, the mirror does not
 * show it yet. needs-you: the server refused it by a rule of the domain. Fields are only added, because apps in the field read what older
 * ones wrote.
 */
export const OutboxEntry = v.object({
  opId: v.string(),
  call: v.string(),
  /** `NO_MACHINE` for operations of a van. */
  machineId: v.number(),
  body: v.unknown(),
  /** Absent in entries of older apps. Unreadable names are ignored. */
  named: v.fallback(v.optional(v.nullable(Names)), null),
  state: v.picklist(['queued', 'sending', 'acknowledged', 'needs-you']),
  /** The visit in which it was recorded; absent in entries of older apps. */
  visit: v.fallback(v.optional(v.nullable(InVisit)), null),
  /** By the device's own clock, uncorrected. */
  rawAt: v.number(),
  /** Its position among everything recorded on this device; absent in entries of older apps. */
  order: v.optional(v.nullable(v.number())),
  /** The steady clock, and the last clock sample, at the time of recording. */
  steady: v.optional(v.nullable(Steady)),
  heard: v.optional(v.nullable(ClockSample)),
  /** The last sample of the same run of the app, if another tab has made a later one. */
  heardHere: v.optional(v.nullable(ClockSample)),
  /** Corrected by the offset to the server; fixed when it is first sent, null until then. */
  occurredAt: v.nullable(v.number()),
  /** The correction used for `occurredAt`. */
  clockOffset: v.optional(v.nullable(v.number()), null),
  /** The earliest possible time, if `occurredAt` is an estimate. */
  uncertainSince: v.optional(v.nullable(v.number())),
  attempts: v.optional(v.number(), 0),
  /** Why a user must decide: the server's code, and its details on both values. */
  refusal: v.optional(v.nullable(v.object({ code: v.string(), detail: v.optional(v.unknown()) })), null),
  warnings: v.optional(v.array(v.looseObject({ code: v.string() })), []),
})
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>

/**
 * Operations that were sent together. One record contains the status of all of them, because marking each before and after takes longer
 * than the network. It takes precedence over the status on the entry.
 */
export const Batch = v.object({
  id: v.string(),
  /** Whether the server has confirmed them. Until then their outcome is unknown. */
  isAcknowledged: v.boolean(),
  sent: v.array(
    v.object({
      opId: v.string(),
      occurredAt: v.number(),
      clockOffset: v.nullable(v.number()),
      uncertainSince: v.optional(v.nullable(v.number())),
      warnings: v.optional(v.array(v.looseObject({ code: v.string() })), []),
    }),
  ),
})
export type Batch = v.InferOutput<typeof Batch>

/** The outcome of an operation, stored 30 days, and sent again if the server's database is restored from a backup. */
export type JournalEntry = Omit<OutboxEntry, 'state'> & { state: 'processed' | 'discarded' | 'replaced'; endedAt: Moment }

/**
 * A photo of this device. taken: on the form, its report is not recorded yet. queued: to be uploaded, as photos of visits are at once. sent:
 * the server has it; kept for some days, in case the server is restored from a backup. `refusal`: the server's code; a refused photo is sent
 * again only on request. Fields are only added.
 */
export const Photo = v.object({
  id: v.string(),
  machineId: v.number(),
  state: v.picklist(['taken', 'queued', 'sent']),
  size: v.number(),
  takenAt: v.number(),
  sentAt: v.nullable(v.number()),
  refusal: v.nullable(v.string()),
  /** The epoch of the server's database that has it; null if it was unknown, absent in rows of older apps. */
  sentIn: v.optional(v.nullable(v.string())),
  /** Bytes that the server has confirmed so far. */
  sentBytes: v.optional(v.number()),
  /** The visit of a photo that belongs to no report, and whether it was taken before or after the work. */
  visit: v.optional(v.object({ id: v.string(), phase: v.picklist(PHOTO_PHASES), correction: v.optional(v.number()) })),
})
export type Photo = v.InferOutput<typeof Photo>

/** A JPEG in base64, apart from its row, so that counting photos reads no contents. */
type PhotoContent = { id: string; content: string }

const Typed = v.record(v.string(), v.unknown())

/** A form that is not recorded: it survives a reload, a crash and an expired session. */
export const Draft = v.object({
  key: v.string(),
  /** The id of the future operation. It is assigned with the first keystroke, so that recording it twice counts once. */
  opId: v.string(),
  typed: Typed,
  /** What was typed before the user left the screen: offered for restoring rather than filled in. */
  left: v.nullable(v.object({ typed: Typed, at: v.number() })),
  /** Time of the last change; strictly increasing. */
  savedAt: v.number(),
  /** It was sent, and the response was lost. Drafts of earlier versions lack it. */
  sent: v.optional(v.boolean()),
  /** The last operation recorded from this form, with its input. Written before it is recorded, because another tab may type on. */
  recorded: v.optional(v.object({ opId: v.string(), typed: Typed })),
  /** The input is what another operation of this form did not record, because it was typed in another tab. */
  isRest: v.optional(v.boolean()),
})
export type Draft = v.InferOutput<typeof Draft>

/** Metadata of this database. */
export type Meta = {
  cursor: string | null
  epoch: string | null
  /** How often the mirror was filled from the start; earlier requests do not fit it. */
  fill: number
  /** The number of the newest encrypted copy of this database. */
  sealed: number
  /** When the mirror was last complete, by the server's clock. */
  syncedAt: Moment | null
  /** When the journal was last purged, by the server's clock. */
  forgotAt: Moment
  deviceId: string
  clock: ClockSamples
  /** The last recorded time, by the device's own clock. */
  lastRaw: Moment
  /** The position of the last recorded operation; strictly increasing. */
  lastOrder: number
  /** The last stamp of an entry of an older app, and of any other entry, corrected. */
  lastStamp: Moment
  lastPlaced: Moment
  /** The position of the operation that got `lastPlaced`; operations recorded before it do not follow it. */
  lastPlacedOrder: number
  connection: Connection
  /** Machines that the server has removed from this device, latest first; their names are shown if the user opens one. */
  left: { id: MachineId; name: string }[]
  /** What is loaded for a round; only of the last one. */
  loaded: { round: number; goods: string[]; counts: Record<string, number> }
  /** Products and pieces that were recorded as loaded into the van for a round; only of the last one. */
  intoVan: { round: number; products: [product: number, pieces: number][] }
}

export type ClockSamples = { samples: ClockSample[] }

/** Status of the connection to the server, shared by all tabs and the worker. */
export type Connection =
  | { state: 'reachable'; since: Moment }
  /** `status`: of a server that responded with an error; absent if there was no response of ours. */
  | { state: 'unreachable'; since: Moment; nextTryAt: Moment | null; status?: number | undefined }
  | { state: 'signed-out'; since: Moment }
  | { state: 'app-too-old'; since: Moment }
  | { state: 'wrong-account'; since: Moment }

export type MetaRow = { [K in keyof Meta]: { key: K; value: Meta[K] } }[keyof Meta]

/** The last response of the server to a query. `role`: of the user at that time, because the server shows each role other data. */
type StoredResponse = { key: string; role: string; storedAt: Moment; query: unknown }

/** All stored data of a device, by table. The mirror may be dropped and refilled at any time; everything else never. */
export type Rows = {
  machines: Machine
  slots: PackedSlots
  inventory: PackedInventory
  products: Product
  rounds: Round
  /** The van that the user drives. */
  vans: OwnVan
  outbox: OutboxEntry
  batches: Batch
  journal: JournalEntry
  drafts: Draft
  meta: MetaRow
  responses: StoredResponse
  photos: Photo
  photoContents: PhotoContent
}
export type TableName = keyof Rows

export const MIRROR = ['machines', 'slots', 'inventory', 'products', 'rounds', 'vans'] as const
/** The tables with pending operations and their status, which are read together. */
export const OUTBOX = ['outbox', 'batches'] as const

/** Photos and their contents, which are written together. */
export const PHOTOS = ['photos', 'photoContents'] as const

export const KEYS = {
  machines: 'id',
  slots: 'machineId',
  inventory: 'machineId',
  products: 'id',
  rounds: 'id',
  vans: 'id',
  outbox: 'opId',
  batches: 'id',
  journal: 'opId',
  drafts: 'key',
  meta: 'key',
  responses: 'key',
  photos: 'id',
  photoContents: 'id',
} as const satisfies { [T in TableName]: keyof Rows[T] & string }
