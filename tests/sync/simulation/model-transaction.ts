import type { MachineId, OperationId, StockPointId, UserId } from '#domain/ids.ts'
import type { Level } from '#domain/stock/ledger.ts'
import { Passing } from './facts.ts'
import { assignCounts } from './model-cash.ts'
import type { Change } from './model-operations.ts'
import { type Marked, marked } from './model-rounds.ts'
import {
  type Entry,
  type Filed,
  feedKey,
  type Note,
  type Point,
  type Reading,
  type SlotRow,
  type State,
  type Stored,
  type Withdrawal,
} from './model-state.ts'
import type { Random } from './random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** Possible server bugs: the simulation must find each of them. */
export type ServerBug =
  | 'no idempotency'
  | 'count applied on arrival'
  | 'feed number before commit'
  | '5xx stored'
  | 'no row lock'
  | 'the note that arrives last wins'
  | 'collections without their bags'
  | 'audits compared as they arrive'
  | 'late work revives a machine'
  | 'last mark to arrive counts'
  | 'both send a hand-over'
  | 'the van of the arrival'
  | 'a removal hides work'
  | 'parts added anywhere'
  | 'counts matched as they arrive'

/** The changes of one transaction, reported after its commit. */
export type Committed = {
  operation: Stored | null
  lines: readonly Entry[]
  voided: OperationId | null
  points: ReadonlyMap<StockPointId, { before: Point | null; after: Point }>
}

export type Options = {
  random: Random
  scheduler: Scheduler
  bug: ServerBug | null
  busy: number
  photoSpace?: number
  onCommit(committed: Committed): void
}

export type Transaction = ReturnType<typeof transactionOn>

/** One transaction of the model: its writes are visible to others after `commit`. */
export function transactionOn(
  server: { state: State; held: Map<string, object>; nextPoint(): StockPointId },
  me: Actor,
  { scheduler, random, bug, busy, onCommit }: Options,
) {
  const tx = {}
  const writes: (() => void)[] = []
  const appended: Entry[] = []
  const touched = new Map<StockPointId, Point | null>()
  let operation: Stored | null = null
  let voided: OperationId | null = null
  const { state } = server
  const change = (id: StockPointId, fields: Partial<Point>) => {
    const before = state.points.get(id)
    if (!before) return
    if (!touched.has(id)) touched.set(id, before)
    state.points.set(id, { ...before, ...fields })
  }
  const lock = async (key: string) => {
    if (server.held.get(key) === tx) return
    await scheduler.pause(me, `takes ${key}`, { ready: () => !server.held.has(key) })
    server.held.set(key, tx)
  }
  return {
    state,
    bug,
    lock,
    lockPoint: async (id: StockPointId) => (bug === 'no row lock' ? undefined : lock(`point ${id}`)),
    /** Any other actor may run in between; deadlocks and database restarts may occur too. */
    pause: async (what: string) => {
      await scheduler.pause(me, what)
      if (random.chance(busy)) throw new Passing('40P01')
    },
    append: (entry: Entry) => {
      appended.push(entry)
      writes.push(() => state.movements.set(entry.point, [...(state.movements.get(entry.point) ?? []), entry]))
    },
    writeLevel: (id: StockPointId, level: Level) => writes.push(() => change(id, { level })),
    writePoint: (id: StockPointId, fields: Partial<Point>) => writes.push(() => change(id, fields)),
    writeSlot: (slot: SlotRow) => writes.push(() => state.slots.set(slot.slotId, slot)),
    exchange: (old: StockPointId | null, { slotId, machineId, slotNumber, productId, maxQuantity }: SlotRow) =>
      writes.push(() => {
        if (old !== null) change(old, { closed: true })
        if (productId === null) return
        const id = server.nextPoint()
        touched.set(id, null)
        state.points.set(id, {
          id,
          slotId,
          machineId,
          slotNumber,
          productId,
          maxQuantity,
          closed: false,
          level: { quantity: 0, counted: null },
        })
      }),
    markVoided: (undone: OperationId, by: OperationId) =>
      writes.push(() => {
        voided = undone
        state.voids.set(undone, by)
        const bag = [...state.withdrawals.values()].flat().find(({ operation: one }) => one === undone)?.collection?.bag
        if (bag && bug !== 'counts matched as they arrive') assignCounts(state, bag)
        for (const [point, entries] of state.movements) {
          if (entries.some((entry) => entry.operation === undone))
            state.movements.set(
              point,
              entries.map((entry) => (entry.operation === undone ? { ...entry, voided: true } : entry)),
            )
        }
      }),
    /** Unless a later one is stored; of two with the same time the one with the greater id is later. */
    writeNote: (machine: MachineId, input: Note) =>
      writes.push(() => {
        const before = state.notes.get(machine)
        const isLater = !before || input.at > before.at || (input.at === before.at && input.by > before.by)
        if (isLater || bug === 'the note that arrives last wins') state.notes.set(machine, input)
      }),
    /** Per field, the latest mark by its own time. */
    mark: (user: UserId, machine: MachineId, input: Marked) =>
      writes.push(() => {
        const before = state.rounds.get(user)
        if (before) state.rounds.set(user, marked(before, machine, input, bug === 'last mark to arrive counts'))
      }),
    withdraw: (machine: MachineId, taken: Withdrawal) =>
      writes.push(() => {
        const kept = bug === 'collections without their bags' ? { ...taken, collection: null } : taken
        state.withdrawals.set(machine, [...(state.withdrawals.get(machine) ?? []), kept])
        if (kept.collection?.bag && bug !== 'counts matched as they arrive') assignCounts(state, kept.collection.bag)
      }),
    file: (machine: MachineId, filed: Filed) => writes.push(() => state.filed.set(machine, [...(state.filed.get(machine) ?? []), filed])),
    /** Splits an interval at a new read-out and books the sales of both parts again. A known read-out adds nothing. */
    readOut: (machine: MachineId, reading: Reading) =>
      writes.push(() => {
        const before = state.readings.get(machine) ?? []
        if (before.some(({ file }) => file === reading.file)) return
        const all = [...before, reading]
        if (bug !== 'audits compared as they arrive') all.sort((a, b) => a.at - b.at || (a.operation < b.operation ? -1 : 1))
        state.readings.set(machine, all)
        const place = all.indexOf(reading)
        for (const index of [place, place + 1]) {
          const [previous, own] = [all[index - 1], all[index]]
          if (own) state.audited.set(own.operation, previous ? Math.max(0, Number(own.file) - Number(previous.file)) : 0)
        }
      }),
    write: (work: () => void) => writes.push(work),
    settle: (stored: Omit<Stored, 'commit'>) =>
      writes.push(() => {
        operation = { ...stored, commit: state.commits + 1 }
        state.operations.set(stored.opId, operation)
      }),
    /** The company's counter: a transaction holds its number until the commit, so that numbers follow the order of commits. */
    publish: async (changes: readonly Change[], early: number | null) => {
      if (early === null) await lock('the feed counter')
      const seq = early ?? state.seq + 1
      writes.push(() => {
        state.seq = Math.max(state.seq, seq)
        for (const { kind, id, userId = 0, removed = false } of changes)
          state.feed.set(feedKey({ kind, id, userId }), { kind, id, userId, seq, removed, commit: state.commits + 1 })
      })
      await scheduler.pause(me, 'commits')
    },
    commit: () => {
      for (const write of writes) write()
      state.commits += 1
      const points = new Map(
        [...touched].flatMap(([id, before]) =>
          state.points.has(id) ? [[id, { before, after: state.points.get(id) as Point }] as const] : [],
        ),
      )
      onCommit({ operation, lines: appended, voided, points })
    },
    end: () => {
      for (const [key, holder] of server.held) if (holder === tx) server.held.delete(key)
    },
  }
}
