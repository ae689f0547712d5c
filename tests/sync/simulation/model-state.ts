import type { Collection } from '#contract/collections.ts'
import type { MachineId, OperationId, ProductId, SlotId, StockPointId, UserId } from '#domain/ids.ts'
import type { RoundMark, SkipReason, StopState } from '#domain/rounds/round.ts'
import type { Level, Movement } from '#domain/stock/ledger.ts'
import type { Moment } from '#domain/time.ts'
import type { Plan } from './plan.ts'

export type Person = { userId: UserId; role: 'manager' | 'employee'; enabled: boolean }
export type Machine = { id: MachineId; type: 'SNACK' | 'COFFEE' }
export type Point = {
  id: StockPointId
  machineId: MachineId
  slotId: SlotId | null
  slotNumber: string | null
  productId: ProductId
  maxQuantity: number | null
  closed: boolean
  level: Level
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
export type Told = { operation: OperationId; call: 'reportProblem' | 'proposeProduct'; at: Moment }
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
}
export type FeedKind = 'machine' | 'slots' | 'inventory' | 'product' | 'assignment' | 'round'
/** A value with the time and the operation that said it. */
export type Said<T> = { value: T; at: Moment; by: OperationId }
/** The marks of one person's round, whose stops are all machines. */
export type Marks = {
  round: Said<RoundMark> | null
  positions: ReadonlyMap<MachineId, Said<number>>
  stops: ReadonlyMap<MachineId, Said<{ state: StopState; reason: SkipReason | null }>>
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
  told: Map<MachineId, readonly Told[]>
  readings: Map<MachineId, readonly Reading[]>
  /** The number of sales that each read-out added. */
  audited: Map<OperationId, number>
  feed: Map<string, FeedRow>
  /** By person. */
  rounds: Map<UserId, Marks>
  /** Deactivated machines. */
  deleted: Set<MachineId>
  /** A planted server bug: late work on a deleted machine reactivates it. */
  revives: boolean
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
  told: new Map(state.told),
  readings: new Map(state.readings),
  audited: new Map(state.audited),
  feed: new Map(state.feed),
  rounds: new Map(state.rounds),
  deleted: new Set(state.deleted),
})

export const feedKey = ({ kind, id, userId }: Pick<FeedRow, 'kind' | 'id' | 'userId'>) => `${kind}/${id}/${userId}`

/** The round of a person. */
export const roundOf = (user: UserId): number => 900 + user

export const COFFEE_MACHINE: MachineId = 3
export const PRODUCTS: readonly ProductId[] = [11, 12, 13, 14]

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
    told: new Map(),
    readings: new Map(),
    audited: new Map(),
    feed: new Map(),
    rounds: new Map(),
    deleted: new Set(),
    revives: false,
  }
  const publish = (kind: FeedKind, id: number, userId = 0) =>
    state.feed.set(feedKey({ kind, id, userId }), { kind, id, userId, seq: 1, removed: false, commit: 1 })
  const place = (id: StockPointId, machineId: MachineId, productId: ProductId, maxQuantity: number, slotId: SlotId | null) => {
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
  for (let userId = 1; userId <= people; userId++) {
    state.people.set(userId, { userId, role: userId <= managers ? 'manager' : 'employee', enabled: true })
    if (faults.rounds > 0) {
      state.rounds.set(userId, { round: null, positions: new Map(), stops: new Map() })
      publish('round', roundOf(userId), userId)
    }
    for (const machine of userId <= managers ? [] : [1, 2, COFFEE_MACHINE]) {
      state.assigned.set(`${userId}/${machine}`, true)
      publish('assignment', machine, userId)
    }
  }
  return state
}
