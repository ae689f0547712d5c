import * as v from 'valibot'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { columns, toColumns, toRows } from './columns.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Uuid } from './fields.ts'
import { Machine } from './machines.ts'
import { Product } from './products.ts'

/** Raised when an old app could no longer talk to the server; such an app is answered 426 and asks to be updated. */
export const PROTOCOL = 1

/** What may wait in an outbox, by the name of its plain call. The list only grows. */
export const CALLS = [
  'restockSlots',
  'restockProducts',
  'changeInventory',
  'changeCoffeeInventory',
  'editSlots',
  'voidOperation',
  'withdrawCash',
  'writeNote',
  'recordAudit',
] as const
export type Call = (typeof CALLS)[number]

/** In which record of its machine the mirror shows an operation. An undo is shown where stock is, whatever it undoes. */
export const shownIn = (call: string): 'inventory' | 'slots' | 'machine' =>
  call === 'editSlots' ? 'slots' : call === 'writeNote' || call === 'withdrawCash' ? 'machine' : 'inventory'

/** At most this many operations a request. A device begins with fewer, and sends more as long as the network carries them. */
export const BATCH = 250

/** No two moments that a clock can show are farther apart, in milliseconds. */
const FARTHEST = 2 * 8.64e15

const Millis = v.pipe(v.number(), v.minValue(-FARTHEST), v.maxValue(FARTHEST))

/**
 * How the device's clock stood when it stamped: milliseconds it added to its own time, null where it never heard the server. `since`:
 * the clock was changed around the operation, so `occurredAt` is an estimate; it happened at or after this moment (epoch milliseconds).
 */
export const Clock = v.object({ offset: v.nullable(Millis), since: v.optional(v.nullable(Millis)) })

/** An operation as it travels. `call` is any text, so that one unknown call blocks nothing else in its batch. */
export const Operation = v.object({
  opId: Uuid,
  call: v.pipe(v.string(), v.maxLength(60)),
  machineId: Id,
  occurredAt: Instant,
  clock: v.optional(v.nullable(Clock)),
  body: v.unknown(),
})
export type Operation = v.InferInput<typeof Operation>

/** applied: it counts. rejected: it never will, for a reason of the domain. retry: not now; nothing is remembered of it. */
export const Result = v.object({
  opId: v.string(),
  status: v.picklist(['applied', 'rejected', 'retry']),
  code: v.optional(v.nullable(v.string())),
  warnings: v.optional(v.array(v.looseObject({ code: v.string() })), []),
  result: v.optional(v.unknown()),
})
export type Result = v.InferOutput<typeof Result>

export const push = endpoint({
  name: 'push',
  method: 'POST',
  path: '/sync/push',
  who: 'anyone',
  summary: 'Sends what was done on a device; each operation stands alone and counts once, however often it is sent',
  body: v.object({
    deviceId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    app: v.optional(v.pipe(v.string(), v.maxLength(50)), ''),
    protocol: v.optional(v.number(), PROTOCOL),
    userId: v.optional(v.number()),
    companyId: v.optional(v.number()),
    ops: v.pipe(v.array(v.unknown()), v.maxLength(BATCH)),
  }),
  answer: v.object({ serverTime: v.string(), epoch: v.string(), results: v.array(Result) }),
  refusals: ['WRONG_ACCOUNT', 'APP_TOO_OLD'],
})

const StockRow = v.object({
  productInstallationId: v.number(),
  productId: v.number(),
  slotId: v.nullable(v.number()),
  slotNumber: v.nullable(v.string()),
  maxQuantity: v.nullable(v.number()),
  balance: v.number(),
  countedAt: v.nullable(v.number()),
  countedBy: v.nullable(v.string()),
  countedLine: v.nullable(v.number()),
})
const SlotRow = v.object({
  slotId: v.number(),
  slotNumber: v.string(),
  productId: v.nullable(v.number()),
  maxQuantity: v.nullable(v.number()),
  vendPrice: v.nullable(v.number()),
  productInstallationId: v.nullable(v.number()),
})

const OutlookRow = v.object({ pieces: v.number(), hours: v.number(), portion: v.number(), weight: v.number() })
/**
 * What was learnt of a machine: its rhythm as text (domain/forecast/rhythm-text.ts), and for each of its stocks, in their order, how
 * fast it sells (domain/forecast/demand.ts; nothing in no hours: not known), how much one sale takes in thousandths, and how much one
 * piece matters beside another, 10 being an ordinary one. Nothing of it is money. `spread`: how forecasts of such machines erred
 * (domain/forecast/demand.ts), and how much of what is sold out is bought from another place; older servers and mirrors have none.
 */
const Spread = v.object({ luck: v.number(), half: v.number(), most: v.number(), switching: v.number() })
const PackedOutlook = v.object({ rhythm: v.string(), spread: v.optional(Spread), places: columns(OutlookRow) })
export type Outlook = v.InferOutput<typeof PackedOutlook>

/** What travels, and what a device's mirror keeps: everything in a machine in one record. Older mirrors and servers know no outlook. */
export const PackedInventory = v.object({
  machineId: v.number(),
  asOf: v.string(),
  stocks: columns(StockRow),
  outlook: v.optional(v.nullable(PackedOutlook)),
})
export type PackedInventory = v.InferOutput<typeof PackedInventory>
export const PackedSlots = v.object({ machineId: v.number(), slots: columns(SlotRow) })
export type PackedSlots = v.InferOutput<typeof PackedSlots>

/** Stock of one place in a machine: `balance` in thousandths, and the count it stands on: when, by which operation, in which line. */
export type StockRecord = Omit<v.InferOutput<typeof StockRow>, 'countedAt' | 'countedBy' | 'countedLine'> & {
  counted: { at: Moment; operation: OperationId; line: number } | null
}
export type InventoryRecord = { machineId: MachineId; asOf: string; stocks: StockRecord[]; outlook?: Outlook | null | undefined }
export type SlotsRecord = { machineId: MachineId; slots: v.InferOutput<typeof SlotRow>[] }

export const packInventory = <Record extends InventoryRecord>({ stocks, ...rest }: Record) => ({
  ...rest,
  stocks: toColumns(
    StockRow,
    stocks.map(({ counted, ...stock }) => ({
      ...stock,
      countedAt: counted?.at ?? null,
      countedBy: counted?.operation ?? null,
      countedLine: counted?.line ?? null,
    })),
  ),
})
export const unpackInventory = ({ stocks, ...rest }: PackedInventory): InventoryRecord => ({
  ...rest,
  stocks: toRows(stocks).map(({ countedAt: at, countedBy: operation, countedLine: line, ...stock }) => ({
    ...stock,
    counted: at === null || operation === null || line === null ? null : { at, operation, line },
  })),
})

export const packSlots = <Record extends SlotsRecord>({ slots, ...rest }: Record) => ({ ...rest, slots: toColumns(SlotRow, slots) })
export const unpackSlots = ({ slots, ...rest }: PackedSlots): SlotsRecord => ({ ...rest, slots: toRows(slots) })

/** One page of what changed since a cursor. `processed`: operations whose effect the device's mirror holds once this page is in it. */
export const Changes = v.object({
  epoch: v.string(),
  serverTime: v.string(),
  changes: v.object({
    machines: v.array(Machine),
    slots: v.array(PackedSlots),
    inventory: v.array(PackedInventory),
    products: v.array(Product),
  }),
  removed: v.object({ machines: v.array(v.number()), products: v.array(v.number()) }),
  cursor: v.string(),
  more: v.boolean(),
  processed: v.array(v.string()),
})
export type Changes = v.InferOutput<typeof Changes>

const Cursor = v.nullable(v.pipe(v.string(), v.maxLength(300)))

export const pull = endpoint({
  name: 'pull',
  method: 'POST',
  path: '/sync/pull',
  who: 'anyone',
  summary: 'What changed since a cursor, and which of the pending operations it contains',
  body: v.object({
    cursor: v.optional(Cursor, null),
    pending: v.optional(v.pipe(v.array(Uuid), v.maxLength(10_000)), []),
    deviceId: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** Whose mirror it fills: another's answer never gets into it, whoever is signed in by now. */
    userId: v.optional(v.number()),
    companyId: v.optional(v.number()),
    health: v.optional(v.unknown()),
  }),
  answer: Changes,
  refusals: ['CURSOR_TOO_OLD', 'WRONG_ACCOUNT'],
})

export const sync = endpoint({
  name: 'sync',
  method: 'GET',
  path: '/sync',
  who: 'anyone',
  summary: 'What changed since a cursor',
  query: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(300)), '') }),
  answer: Changes,
  refusals: ['CURSOR_TOO_OLD'],
})
