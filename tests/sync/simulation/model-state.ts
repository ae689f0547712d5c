import type { Collection } from '#contract/collections.ts'
import { NO_MACHINE } from '#contract/sync.ts'
import type { MachineId, OperationId, ProductId, SlotId, StockPointId, UserId, VanId } from '#domain/ids.ts'
import type { PhotoPhase, RoundMark, SkipReason, StopState } from '#domain/rounds/round.ts'
import type { Level, Movement } from '#domain/stock/ledger.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import type { Plan } from './plan.ts'

export type Person = { userId: UserId; role: 'manager' | 'employee'; enabled: boolean }
type Machine = { id: MachineId; type: 'SNACK' | 'COFFEE' }
export type Point = {
  id: StockPointId
  machineId: MachineId
  slotId: SlotId | null
  slotNumber: string | null
  productId: ProductId
  maxQuantity: number | null
  closed: boolean
  level: Level
  /** The van that it is in. A stock point without machine and van is in the warehouse. */
  van?: VanId
}
export type SlotRow = {
  slotId: SlotId
  machineId: MachineId
  slotNumber: string
  productId: ProductId | null
  vendPrice: number | null
  maxQuantity: number | null
  maxSaidAt: Moment
  maxSaidBy: OperationId
}
export type Entry = Movement & { voided: boolean }
/** The note of a machine, with the operation and time that wrote it. */
export type Note = { note: string | null; at: Moment; by: OperationId }
/** The sales counter of a machine since its installation, as read by a user. */
export type Reading = { operation: OperationId; at: Moment; file: string }
/** The cash box was emptied. */
export type Withdrawal = { operation: OperationId; at: Moment; collection: Collection | null }
/** What an operation left for managers: an issue, or a proposal to decide on. */
export type Filed = { operation: OperationId; call: 'reportProblem' | 'proposeProduct'; at: Moment }
export type Stored = {
  opId: OperationId
  userId: UserId
  call: string
  machineId: MachineId
  hash: string
  at: Moment
  status: 'applied' | 'rejected'
  code: string | null
  warnings: { code: string }[]
  /** The number of its commit in this database. */
  commit: number
  /** Recorded in a visit. */
  isInVisit?: boolean
}
export type FeedKind = 'machine' | 'slots' | 'inventory' | 'product' | 'assignment' | 'round' | 'van'
/** A value with the time and the operation that said it. */
export type Stamped<T> = { value: T; at: Moment; by: OperationId }
/** Who drove a van when. */
export type Driving = { van: VanId; user: UserId; since: Moment; until: Moment | null }
/** Recorded by the first of its two operations. */
export type Handed = { at: Moment; text: string }
/** A photo, or the parts of it that have arrived. */
export type StoredPhoto = {
  user: UserId
  machine: MachineId
  size: number
  content: string
  phase: PhotoPhase | null
  /** How often the user had corrected the phase. */
  correction: number
}
/** A count of a bag in the office, and the collection that it belongs to as far as the server knows. */
type CountedBag = { id: OperationId; at: Moment; bag: string; collection: OperationId | null }
/** Null: on the round. The office removed the stop at that time. */
export type Removed = Moment | null
/** One person's round: the stops that the office planned or that were marked, and the marks. */
export type Marks = {
  plan: ReadonlyMap<MachineId, Removed>
  round: Stamped<RoundMark> | null
  positions: ReadonlyMap<MachineId, Stamped<number>>
  stops: ReadonlyMap<MachineId, Stamped<{ state: StopState; reason: SkipReason | null }>>
}
export type FeedRow = { kind: FeedKind; id: number; userId: UserId; seq: number; removed: boolean; commit: number }

/** The model server's database: committed data. Rows and lists are replaced, never changed, so that a copy of the maps is a backup. */
export type State = {
  epoch: string
  seq: number
  commits: number
  people: Map<UserId, Person>
  machines: Map<MachineId, Machine>
  /** True: currently assigned; false: formerly assigned. */
  assigned: Map<`${UserId}/${MachineId}`, boolean>
  points: Map<StockPointId, Point>
  slots: Map<SlotId, SlotRow>
  operations: Map<OperationId, Stored>
  movements: Map<StockPointId, readonly Entry[]>
  voids: Map<OperationId, OperationId>
  notes: Map<MachineId, Note>
  withdrawals: Map<MachineId, readonly Withdrawal[]>
  filed: Map<MachineId, readonly Filed[]>
  readings: Map<MachineId, readonly Reading[]>
  /** The number of sales that each read-out added. */
  audited: Map<OperationId, number>
  feed: Map<string, FeedRow>
  /** By person. */
  rounds: Map<UserId, Marks>
  /** The day of all rounds; null if recorded work is not shown on them. */
  day: { from: Moment; until: Moment } | null
  vans: readonly VanId[]
  drivings: readonly Driving[]
  handOvers: Map<OperationId, Handed>
  photos: Map<string, StoredPhoto>
  uploads: Map<string, StoredPhoto>
  counts: Map<OperationId, CountedBag>
  /** Deactivated machines. */
  deleted: Set<MachineId>
  /** A planted server bug: late work on a deleted machine reactivates it. */
  revives: boolean
  /** Another one: a stop that the office removed is gone, whatever was recorded there. */
  ignoresWork: boolean
}

export const copyOf = (state: State): State => ({
  ...state,
  people: new Map(state.people),
  assigned: new Map(state.assigned),
  points: new Map(state.points),
  slots: new Map(state.slots),
  operations: new Map(state.operations),
  movements: new Map(state.movements),
  voids: new Map(state.voids),
  notes: new Map(state.notes),
  withdrawals: new Map(state.withdrawals),
  filed: new Map(state.filed),
  readings: new Map(state.readings),
  audited: new Map(state.audited),
  feed: new Map(state.feed),
  rounds: new Map(state.rounds),
  handOvers: new Map(state.handOvers),
  photos: new Map(state.photos),
  uploads: new Map(state.uploads),
  counts: new Map(state.counts),
  deleted: new Set(state.deleted),
})

export const feedKey = ({ kind, id, userId }: Pick<FeedRow, 'kind' | 'id' | 'userId'>) => `${kind}/${id}/${userId}`

/** The round of a person, and the person of a round. */
export const roundOf = (user: UserId): number => 900 + user
export const userOf = (round: number): UserId => round - 900

/** The stock point of a product in a van, or in the warehouse (van 0). */
export const pointInVan = (van: VanId, product: ProductId): StockPointId => 1_000 * (van + 1) + product

export const COFFEE_MACHINE: MachineId = 3
export const PRODUCTS: readonly ProductId[] = [11, 12, 13, 14]

/** With the office, the second machine is not planned. */
const firstMarks = (hasOffice: boolean): Marks => ({
  plan: new Map([1, ...(hasOffice ? [] : [2]), COFFEE_MACHINE].map((machine) => [machine, null])),
  round: null,
  positions: new Map(),
  stops: new Map(),
})

/**
 * Two machines with slots and one with canisters, each stock point counted once; the first user is a manager, the others are servicemen.
 */
export function firstState(
  { people, managers, faults }: Pick<Plan, 'people' | 'managers' | 'faults'>,
  epoch: string,
  at: Moment,
  countedBy: OperationId,
): State {
  const state: State = {
    epoch,
    seq: 1,
    commits: 1,
    people: new Map(),
    machines: new Map(),
    assigned: new Map(),
    points: new Map(),
    slots: new Map(),
    operations: new Map(),
    movements: new Map(),
    voids: new Map(),
    notes: new Map(),
    withdrawals: new Map(),
    filed: new Map(),
    readings: new Map(),
    audited: new Map(),
    feed: new Map(),
    rounds: new Map(),
    day: faults.office > 0 ? { from: at - HOUR, until: at + 24 * HOUR } : null,
    vans: faults.vans > 0 ? [1, 2] : [],
    drivings: [],
    handOvers: new Map(),
    photos: new Map(),
    uploads: new Map(),
    counts: new Map(),
    deleted: new Set(),
    revives: false,
    ignoresWork: false,
  }
  const publish = (kind: FeedKind, id: number, userId = 0) =>
    state.feed.set(feedKey({ kind, id, userId }), { kind, id, userId, seq: 1, removed: false, commit: 1 })
  const place = (id: StockPointId, machineId: MachineId, productId: ProductId, maxQuantity: number | null, slotId: SlotId | null) => {
    const count: Entry = { point: id, at, operation: countedBy, line: 0, kind: 'count', quantity: 4000, voided: false }
    const level = { quantity: count.quantity, counted: { at, operation: countedBy, line: 0 } } satisfies Level
    state.points.set(id, {
      id,
      machineId,
      slotId,
      slotNumber: slotId === null ? null : String(slotId),
      productId,
      maxQuantity,
      closed: false,
      level,
    })
    state.movements.set(id, [count])
    if (slotId === null) return
    state.slots.set(slotId, {
      slotId,
      machineId,
      slotNumber: String(slotId),
      productId,
      vendPrice: 150,
      maxQuantity,
      maxSaidAt: 0,
      maxSaidBy: '',
    })
  }
  for (const id of PRODUCTS) publish('product', id)
  for (const id of [1, 2, COFFEE_MACHINE]) {
    state.machines.set(id, { id, type: id === COFFEE_MACHINE ? 'COFFEE' : 'SNACK' })
    for (const kind of ['machine', 'slots', 'inventory'] as const) publish(kind, id)
  }
  for (const [index, machineId] of [1, 1, 1, 2, 2].entries()) place(101 + index, machineId, 11 + (index % 3), 10 + index, 21 + index)
  place(111, COFFEE_MACHINE, 13, 5000, null)
  place(112, COFFEE_MACHINE, 14, 3000, null)
  for (const van of faults.vans > 0 ? [0, ...state.vans] : [])
    for (const product of PRODUCTS) {
      place(pointInVan(van, product), NO_MACHINE, product, null, null)
      const point = state.points.get(pointInVan(van, product))
      if (point && van > 0) state.points.set(point.id, { ...point, van })
    }
  state.drivings = state.vans.filter((van) => van <= people).map((van) => ({ van, user: people + 1 - van, since: at, until: null }))
  for (let userId = 1; userId <= people; userId++) {
    state.people.set(userId, { userId, role: userId <= managers ? 'manager' : 'employee', enabled: true })
    if (faults.rounds > 0) {
      state.rounds.set(userId, firstMarks(faults.office > 0))
      publish('round', roundOf(userId), userId)
    }
    for (const machine of userId <= managers ? [] : [1, 2, COFFEE_MACHINE]) {
      state.assigned.set(`${userId}/${machine}`, true)
      publish('assignment', machine, userId)
    }
  }
  return state
}
