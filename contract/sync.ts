import * as v from 'valibot'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { VISIT_STARTS } from '#domain/rounds/round.ts'
import type { Moment } from '#domain/time.ts'
import { columns, toColumns, toRows } from './columns.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Instant, Integer, Uuid } from './fields.ts'
import { Machine } from './machines.ts'
import { OwnVan } from './own-van.ts'
import { Product } from './products.ts'
import { Round } from './rounds.ts'
import { Amount, EpochMs, Hours, inMilliseconds, Money, Ratio, Share, Tenths, Thousandths } from './units.ts'

/** Incremented when older apps can no longer use the server; they receive 426 and prompt for an update. */
export const PROTOCOL = 1

/** The calls that an outbox may contain, by name. The list only grows. */
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
  'reportProblem',
  'proposeProduct',
  'markStop',
  'markRound',
  'changeVan',
  'handOver',
] as const
export type Call = (typeof CALLS)[number]

/**
 * The record in which the local database shows an operation: one of its machine, or the round or van that its body names. An undo is shown with
 * the stock, whatever it undoes.
 */
export const shownIn = (call: string): 'inventory' | 'slots' | 'machine' | 'round' | 'van' =>
  call === 'editSlots'
    ? 'slots'
    : IN_MACHINE.includes(call)
      ? 'machine'
      : IN_ROUND.includes(call)
        ? 'round'
        : IN_VAN.includes(call)
          ? 'van'
          : 'inventory'

const IN_MACHINE: readonly string[] = ['writeNote', 'withdrawCash', 'reportProblem', 'proposeProduct']
const IN_ROUND: readonly string[] = ['markStop', 'markRound']
const IN_VAN: readonly string[] = ['changeVan', 'handOver']

/** The machine of such an operation in the outbox, where every entry has a number. It is sent without a machine. */
export const NO_MACHINE: MachineId = 0

/** Maximum number of operations per request. A device starts with fewer and sends more while the network allows it. */
export const BATCH = 250

/** The largest possible difference of two times, in milliseconds. */
const FARTHEST = 2 * 8.64e15

const Millis = v.pipe(v.number(), v.minValue(-FARTHEST), v.maxValue(FARTHEST), inMilliseconds)

/**
 * The device's clock at the time of the operation: milliseconds added to its own time, null before the first contact with the server.
 * `since`: the clock was changed around the operation, so `occurredAt` is an estimate; it happened at or after this moment (epoch
 * milliseconds).
 */
const Clock = v.object({ offset: v.nullable(Millis), since: v.optional(v.nullable(Millis)) })

/** The visit in which an operation was recorded: its id is made by the device, `start` is how it began. */
export const InVisit = v.object({ id: Uuid, start: v.picklist(VISIT_STARTS) })
export type InVisit = v.InferOutput<typeof InVisit>

/** An operation as sent. `call` is any text, so that an unknown call does not block the others in its batch. */
export const Operation = v.object({
  opId: Uuid,
  call: v.pipe(v.string(), v.maxLength(60)),
  /** Null for operations of a van, which happen at no machine. */
  machineId: v.nullable(Id),
  occurredAt: Instant,
  clock: v.optional(v.nullable(Clock)),
  visit: v.optional(v.nullable(InVisit)),
  body: v.unknown(),
})
export type Operation = v.InferInput<typeof Operation>

/** applied: it counts. rejected: it is refused permanently by a rule of the domain. retry: not now; nothing is stored. */
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
  summary: 'Send operations of a device; each is processed independently and counts once, even if it is sent again',
  body: v.object({
    deviceId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    app: v.optional(v.pipe(v.string(), v.maxLength(50)), ''),
    protocol: v.optional(Integer, PROTOCOL),
    userId: v.optional(Integer),
    companyId: v.optional(Integer),
    ops: v.pipe(v.array(v.unknown()), v.maxLength(BATCH)),
  }),
  answer: v.object({ serverTime: DateTime, epoch: v.string(), results: v.array(Result) }),
  refusals: ['WRONG_ACCOUNT', 'APP_TOO_OLD'],
})

const StockRow = v.object({
  productInstallationId: Integer,
  productId: Integer,
  slotId: v.nullable(Integer),
  slotNumber: v.nullable(v.string()),
  maxQuantity: v.nullable(Integer),
  balance: Amount,
  countedAt: v.nullable(EpochMs),
  countedBy: v.nullable(v.string()),
  countedLine: v.nullable(Integer),
})
const SlotRow = v.object({
  slotId: Integer,
  slotNumber: v.string(),
  productId: v.nullable(Integer),
  maxQuantity: v.nullable(Integer),
  vendPrice: v.nullable(Money),
  productInstallationId: v.nullable(Integer),
})

const OutlookRow = v.object({ pieces: Amount, hours: Hours, portion: Thousandths, weight: Tenths })
/**
 * The learned model of a machine: its rhythm as text (domain/forecast/rhythm-text.ts), and for each of its stocks, in order: how fast it
 * sells (domain/forecast/demand.ts; zero in zero hours: unknown), how much one sale takes in thousandths, and the weight of one piece
 * relative to 10 for an ordinary one. It contains no money. `spread`: the errors of forecasts for such machines
 * (domain/forecast/demand.ts), and how much demand of a sold-out slot moves to another; older servers and local databases have none.
 */
const Spread = v.object({ luck: Ratio, half: Ratio, most: Ratio, switching: Share })
const PackedOutlook = v.object({ rhythm: v.string(), spread: v.optional(Spread), places: columns(OutlookRow) })
export type Outlook = v.InferOutput<typeof PackedOutlook>

/**
 * The format on the wire and in a device's local database: everything in a machine in one record. Older databases and servers have no
 * outlook.
 */
export const PackedInventory = v.object({
  machineId: Integer,
  asOf: DateTime,
  stocks: columns(StockRow),
  outlook: v.optional(v.nullable(PackedOutlook)),
})
export type PackedInventory = v.InferOutput<typeof PackedInventory>
export const PackedSlots = v.object({ machineId: Integer, slots: columns(SlotRow) })
export type PackedSlots = v.InferOutput<typeof PackedSlots>

/** Stock of one slot or canister in a machine: `balance` in thousandths, and its last count: time, operation and line. */
export type StockRecord = Omit<v.InferOutput<typeof StockRow>, 'countedAt' | 'countedBy' | 'countedLine'> & {
  counted: { at: Moment; operation: OperationId; line: number } | null
}
export type InventoryRecord = { machineId: MachineId; asOf: string; stocks: StockRecord[]; outlook?: Outlook | null | undefined }
export type SlotsRecord = { machineId: MachineId; slots: v.InferOutput<typeof SlotRow>[] }

const { countedAt: _at, countedBy: _by, countedLine: _line, ...UNCOUNTED } = StockRow.entries

export const packInventory = <Record extends InventoryRecord>({ stocks, ...rest }: Record) => ({
  ...rest,
  stocks: {
    ...toColumns<Omit<StockRecord, 'counted'>>({ entries: UNCOUNTED }, stocks),
    countedAt: stocks.map(({ counted }) => counted?.at ?? null),
    countedBy: stocks.map(({ counted }) => counted?.operation ?? null),
    countedLine: stocks.map(({ counted }) => counted?.line ?? null),
  },
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

/** One page of changes since a cursor. `processed`: operations whose effect the local database contains after this page. */
export const Changes = v.object({
  epoch: v.string(),
  serverTime: DateTime,
  changes: v.object({
    machines: v.array(Machine),
    slots: v.array(PackedSlots),
    inventory: v.array(PackedInventory),
    products: v.array(Product),
    /** The published rounds of the user, from yesterday on. Older servers send none. */
    rounds: v.optional(v.array(Round), []),
    /** The van that the user drives. Older servers send none. */
    vans: v.optional(v.array(OwnVan), []),
  }),
  removed: v.object({
    machines: v.array(Integer),
    products: v.array(Integer),
    rounds: v.optional(v.array(Integer), []),
    vans: v.optional(v.array(Integer), []),
  }),
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
  summary: 'Retrieve the changes since a cursor, and which pending operations they contain',
  body: v.object({
    cursor: v.optional(Cursor, null),
    pending: v.optional(v.pipe(v.array(Uuid), v.maxLength(10_000)), []),
    deviceId: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** The user of the local database: a response for another user never gets into it, even if the sign-in has changed. */
    userId: v.optional(Integer),
    companyId: v.optional(Integer),
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
  summary: 'Retrieve the changes since a cursor',
  query: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(300)), '') }),
  answer: Changes,
  refusals: ['CURSOR_TOO_OLD'],
})
