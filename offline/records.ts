import * as v from 'valibot'
import type { Machine } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import type { PackedInventory, PackedSlots } from '#contract/sync.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** One database per company and person, never shared: what one did, nobody else sees or sends. */
export const localDbName = (company: CompanyId, user: UserId) => `roundsman-${company}-${user}`

/** A clock that runs evenly and that nobody can set: `at` milliseconds since the app was started; `run` tells one start from another. */
const Steady = v.object({ run: v.string(), at: v.number() })
export type Steady = v.InferOutput<typeof Steady>

/** A comparison of the device's clock with the server's: `offset` is what to add to the device's own time. */
const ClockSample = v.object({
  offset: v.number(),
  roundTrip: v.number(),
  takenAt: v.number(),
  steady: v.optional(v.nullable(Steady)),
})
export type ClockSample = v.InferOutput<typeof ClockSample>

/** What an operation is about, as it was called when it was recorded: each place and slot with its number and product. */
const Names = v.object({
  machine: v.nullable(v.string()),
  places: v.array(v.tuple([v.number(), v.nullable(v.string()), v.nullable(v.number())])),
  slots: v.array(v.tuple([v.number(), v.string(), v.nullable(v.number())])),
})
export type Names = v.InferOutput<typeof Names>

/**
 * One operation of ours. queued: waits. sending: on its way, outcome unknown. acknowledged: the server has it, the mirror does
 * not show it yet. needs-you: the server refused it for a reason of the trade. What this holds only grows: apps in the field
 * read what older ones wrote.
 */
export const OutboxEntry = v.object({
  opId: v.string(),
  call: v.string(),
  machineId: v.number(),
  body: v.unknown(),
  /** Absent where an earlier app wrote it. Names that cannot be read stop nothing. */
  named: v.fallback(v.optional(v.nullable(Names)), null),
  state: v.picklist(['queued', 'sending', 'acknowledged', 'needs-you']),
  /** By the device's own clock, uncorrected. */
  rawAt: v.number(),
  /** Its place among everything recorded on this device; absent where an earlier app wrote it. */
  order: v.optional(v.nullable(v.number())),
  /** The steady clock, and the last comparison with the server, when it was recorded. */
  steady: v.optional(v.nullable(Steady)),
  heard: v.optional(v.nullable(ClockSample)),
  /** The last comparison of the same run of the app, where another tab has made a later one. */
  heardHere: v.optional(v.nullable(ClockSample)),
  /** Corrected by the offset to the server; fixed when it is first sent, null until then. */
  occurredAt: v.nullable(v.number()),
  /** The correction that `occurredAt` was made with. */
  clockOffset: v.optional(v.nullable(v.number()), null),
  /** From when on it may have happened, where `occurredAt` is an estimate. */
  uncertainSince: v.optional(v.nullable(v.number())),
  attempts: v.optional(v.number(), 0),
  /** Why it needs a person: the server's code, and what it said about both values. */
  refusal: v.optional(v.nullable(v.object({ code: v.string(), detail: v.optional(v.unknown()) })), null),
  warnings: v.optional(v.array(v.looseObject({ code: v.string() })), []),
})
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>

/**
 * Operations that left together. One record tells how it stands with all of them: marking each before and after takes longer than
 * the network. What stands here goes before what stands on the entry.
 */
export const Batch = v.object({
  id: v.string(),
  /** Whether the server has them. Until it has said so, what became of them is unknown. */
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

/** What became of an operation, kept 30 days: sent again if the server's database is restored from a backup. */
export type JournalEntry = Omit<OutboxEntry, 'state'> & { state: 'processed' | 'discarded' | 'replaced'; endedAt: Moment }

const Typed = v.record(v.string(), v.unknown())

/** A form that is not recorded: it survives a reload, a crash and an expired session. */
export const Draft = v.object({
  key: v.string(),
  /** The operation that it becomes. It has it from the first key on: recorded twice, it is still recorded once. */
  opId: v.string(),
  typed: Typed,
  /** What was typed before the person went elsewhere: offered, and not simply there again. */
  left: v.nullable(v.object({ typed: Typed, at: v.number() })),
  /** When it was last typed into; it strictly increases. */
  savedAt: v.number(),
})
export type Draft = v.InferOutput<typeof Draft>

/** Small facts about this database. */
export type Meta = {
  cursor: string | null
  epoch: string | null
  /** How often the mirror was begun anew: what was asked for before does not fit it. */
  fill: number
  /** The number of the newest locked copy that was made of this part. */
  sealed: number
  /** When the mirror was last known to be complete, by the server's clock. */
  syncedAt: Moment | null
  /** When the journal was last looked through for what is old, by the server's clock. */
  forgotAt: Moment
  deviceId: string
  clock: ClockSamples
  /** The last time written down, by the device's own clock. */
  lastRaw: Moment
  /** The place of the last operation recorded here; it strictly increases. */
  lastOrder: number
  /** The last stamp given to what an earlier app recorded, and to anything else, corrected. */
  lastStamp: Moment
  lastPlaced: Moment
  /** The place of the operation that got `lastPlaced`: what was recorded before it does not follow it. */
  lastPlacedOrder: number
  connection: Connection
  /** Machines that the server has taken off this device, the last ones first: told by name to whoever opens one. */
  left: { id: MachineId; name: string }[]
  /** What the server last said to lie in the warehouse, by product, and when by this device's clock. */
  inWarehouse: { askedAt: Moment; stock: [productId: number, quantity: number][] }
  /** What the server last said of the company's figures, and when by this device's clock; an older app may have written it. */
  dashboardLive: { askedAt: Moment; figures: unknown }
  dashboardLongTerm: { askedAt: Moment; figures: unknown }
  /** What the server last said of how the machines do today, and when by this device's clock; an older app may have written it. */
  fleetToday: { askedAt: Moment; machines: unknown }
}

export type ClockSamples = { samples: ClockSample[] }

/** How it stands with the server, for every tab and the worker alike. */
export type Connection =
  | { state: 'reachable'; since: Moment }
  /** `status`: of a server that answered and failed; without it nothing of ours answered. */
  | { state: 'unreachable'; since: Moment; nextTryAt: Moment | null; status?: number | undefined }
  | { state: 'signed-out'; since: Moment }
  | { state: 'app-too-old'; since: Moment }
  | { state: 'wrong-account'; since: Moment }

export type MetaRow = { [K in keyof Meta]: { key: K; value: Meta[K] } }[keyof Meta]

/** Everything a device keeps, by table. The mirror may be dropped and refilled at any time; all else never. */
export type Rows = {
  machines: Machine
  slots: PackedSlots
  inventory: PackedInventory
  products: Product
  outbox: OutboxEntry
  batches: Batch
  journal: JournalEntry
  drafts: Draft
  meta: MetaRow
}
export type TableName = keyof Rows

export const MIRROR = ['machines', 'slots', 'inventory', 'products'] as const
/** What tells what waits, and how it stands with it: read together. */
export const OUTBOX = ['outbox', 'batches'] as const

export const KEYS = {
  machines: 'id',
  slots: 'machineId',
  inventory: 'machineId',
  products: 'id',
  outbox: 'opId',
  batches: 'id',
  journal: 'opId',
  drafts: 'key',
  meta: 'key',
} as const satisfies { [T in TableName]: keyof Rows[T] & string }
