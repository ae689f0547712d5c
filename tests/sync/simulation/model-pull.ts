import type { Product } from '#contract/products.ts'
import { type Changes, type InventoryRecord, packInventory, packSlots, type SlotsRecord, shownIn } from '#contract/sync.ts'
import type { MachineId, OperationId, StockPointId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { isWork, shownRound } from './model-rounds.ts'
import { type Entry, type FeedRow, type Handed, type Person, roundOf, type State, type Stored, userOf } from './model-state.ts'
import { drivenBefore, ownVans } from './model-vans.ts'

/** The database at the moment of a pull. A record in a mirror references it, so that a check can tell what the record contains. */
export type Snapshot = {
  userId: number
  epoch: string
  seq: number
  commits: number
  operations: ReadonlyMap<OperationId, Stored>
  movements: ReadonlyMap<StockPointId, readonly Entry[]>
  voids: ReadonlyMap<OperationId, OperationId>
  handOvers: ReadonlyMap<OperationId, Handed>
}

/** The records of the mirror, with the snapshot they come from. */
export type Marked<T> = T & { snapshot: number }

type Place = Pick<FeedRow, 'seq' | 'kind' | 'id'> | { seq: number; kind: '' | '~'; id: number }

const PAGE = 4

/** Changes since a cursor, in small pages, by the rules of the real pull. Reads one snapshot of the database. */
export function changesSince(
  state: State,
  person: Person,
  { cursor, pending }: { cursor: string | null; pending: readonly string[] },
  { now, oldest, snapshots }: { now: Moment; oldest: Moment; snapshots: Snapshot[] },
): Answer<Changes> {
  const scope = person.role === 'manager' ? 'all' : `user-${person.userId}`
  const from =
    cursor === null
      ? { epoch: state.epoch, place: { seq: 0, kind: '', id: 0 } as Place, scope, at: now }
      : (JSON.parse(cursor) as { epoch: string; place: Place; scope: string; at: Moment })
  if (from.epoch !== state.epoch || from.scope !== scope || from.at < oldest)
    return { state: 'refused', status: 410, code: 'CURSOR_TOO_OLD' }

  const isKept = (machine: MachineId) => person.role === 'manager' || state.assigned.get(`${person.userId}/${machine}`) === true
  const isMine = (machine: MachineId) => isKept(machine) && !state.deleted.has(machine)
  const isRemoved = ({ kind, id, removed }: FeedRow) => removed || (kind === 'machine' && state.deleted.has(id) && !state.revives)
  const isSeen = ({ kind, id, userId, removed }: FeedRow) => {
    if (kind === 'product') return true
    if (kind === 'round' || kind === 'van') return userId === person.userId
    if (kind === 'assignment') return person.role !== 'manager' && userId === person.userId && removed !== isKept(id)
    return isKept(id)
  }
  const rows = [...state.feed.values()]
    .filter((row) => after(row, from.place) && isSeen(row) && (cursor !== null || !isRemoved(row)))
    .sort((a, b) => (after(a, b) ? 1 : -1))
  const page = rows.slice(0, PAGE)
  const more = rows.length > PAGE
  const last = page.at(-1)
  const place: Place = more && last ? { seq: last.seq, kind: last.kind, id: last.id } : { seq: state.seq, kind: '~', id: 0 }
  const changed = (kind: FeedRow['kind']) =>
    [...new Set(page.filter((row) => (row.kind === kind || row.kind === 'assignment') && !isRemoved(row)).map(({ id }) => id))].filter(
      isMine,
    )
  const snapshot =
    snapshots.push({
      userId: person.userId,
      epoch: state.epoch,
      seq: state.seq,
      commits: state.commits,
      operations: new Map(state.operations),
      movements: new Map(state.movements),
      voids: new Map(state.voids),
      handOvers: new Map(state.handOvers),
    }) - 1

  const vans = ownVans(state, person.userId, pending, now)
  const brought = {
    inventory: changed('inventory'),
    slots: changed('slots'),
    machine: changed('machine'),
    round: page.filter(({ kind, id }) => kind === 'round' && state.rounds.has(userOf(id))).map(({ id }) => id),
    van: vans.map(({ id }) => id),
  }
  const isProcessed = (opId: OperationId) => {
    const stored = state.operations.get(opId)
    if (stored?.status !== 'applied' || stored.userId !== person.userId) return false
    const kind = shownIn(stored.call)
    if (kind === 'van') return true
    const own = roundOf(person.userId)
    if (kind === 'round') {
      const row = state.feed.get(`round/${own}/${person.userId}`)
      return brought.round.includes(own) || !row || !after(row, place)
    }
    // A machine assigned later in the feed is sent in full then, and may be outdated in the mirror until that page.
    const rows = [
      state.feed.get(`${kind}/${stored.machineId}/0`),
      state.feed.get(`assignment/${stored.machineId}/${person.userId}`),
      // A deleted machine is outdated in the mirror until the page that removes it.
      ...(state.deleted.has(stored.machineId) ? [state.feed.get(`machine/${stored.machineId}/0`)] : []),
    ]
    return brought[kind].includes(stored.machineId) || rows.every((row) => !row || !after(row, place))
  }
  const processed = pending.filter(isProcessed)
  // Work completes a stop, and the row of its round may be in a later page.
  const isWorkIn = (opId: OperationId) => {
    const stored = state.operations.get(opId)
    return stored !== undefined && isWork(state, person.userId, stored.call, stored.at)
  }
  const rounds = new Set([...brought.round, ...(processed.some(isWorkIn) ? [roundOf(person.userId)] : [])])
  const value: Changes = {
    epoch: state.epoch,
    serverTime: toIso(now),
    changes: {
      machines: brought.machine.map((id) => ({ ...cardOf(state, id), snapshot })),
      slots: brought.slots.map((id) => ({ ...packSlots(slotsOf(state, id)), snapshot })),
      inventory: brought.inventory.map((id) => ({ ...packInventory(inventoryOf(state, id, now)), snapshot })),
      products: page.filter(({ kind }) => kind === 'product').map(({ id }) => ({ id }) as Product),
      rounds: [...rounds].map(() => shownRound(state, person.userId)),
      vans: vans.map((van) => ({ ...van, snapshot })),
    },
    removed: {
      machines: page.filter((row) => (row.kind === 'machine' || row.kind === 'assignment') && isRemoved(row)).map(({ id }) => id),
      products: [],
      rounds: page.filter(({ kind, id }) => kind === 'round' && !state.rounds.has(userOf(id))).map(({ id }) => id),
      // With every page, as the current one: work that this page contains is no longer shown over a former one.
      vans: drivenBefore(state, person.userId),
    },
    cursor: JSON.stringify({ epoch: state.epoch, place, scope, at: now }),
    more,
    processed,
  }
  return { state: 'answered', value }
}

export const after = (a: Place, b: Place) => (a.seq !== b.seq ? a.seq > b.seq : a.kind !== b.kind ? a.kind > b.kind : a.id > b.id)

/** The part of a machine that users edit themselves. */
export function cardOf(state: State, id: MachineId): Changes['changes']['machines'][number] {
  const taken = (state.withdrawals.get(id) ?? []).filter(({ operation }) => !state.voids.has(operation)).map(({ at }) => at)
  const last = taken.length > 0 ? { lastWithdrawDatetime: toIso(Math.max(...taken)) } : {}
  return { id, token: String(id), note: state.notes.get(id)?.note ?? null, ...last } as Changes['changes']['machines'][number]
}

export const inventoryOf = (state: State, machineId: MachineId, now: Moment): InventoryRecord => ({
  machineId,
  asOf: toIso(now),
  stocks: [...state.points.values()]
    .filter((point) => point.machineId === machineId && !point.closed)
    .sort((a, b) => slotOrder(a.slotNumber ?? '', b.slotNumber ?? '') || a.id - b.id)
    .map(({ id, productId, slotId, slotNumber, maxQuantity, level }) => ({
      productInstallationId: id,
      productId,
      slotId,
      slotNumber,
      maxQuantity,
      balance: level.quantity,
      counted: level.counted,
    })),
})

export const slotsOf = (state: State, machineId: MachineId): SlotsRecord => ({
  machineId,
  slots: [...state.slots.values()]
    .filter((slot) => slot.machineId === machineId)
    .map(({ slotId, slotNumber, productId, maxQuantity, vendPrice }) => ({
      slotId,
      slotNumber,
      productId,
      maxQuantity,
      vendPrice,
      productInstallationId: [...state.points.values()].find((point) => point.slotId === slotId && !point.closed)?.id ?? null,
    })),
})
