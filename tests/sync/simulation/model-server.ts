import { NO_MACHINE, type Operation, type Result } from '#contract/sync.ts'
import type { MachineId, OperationId, ProductId, SlotId, StockPointId, UserId } from '#domain/ids.ts'
import type { Level } from '#domain/stock/ledger.ts'
import { fromIso, toIso } from '#domain/time.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { Broken, Passing } from './facts.ts'
import { assignCounts } from './model-cash.ts'
import { onTheDay } from './model-day.ts'
import { type Change, type Context, type Done, perform } from './model-deeds.ts'
import { type Marked, marked } from './model-rounds.ts'
import {
  copyOf,
  type Entry,
  feedKey,
  type Note,
  type Person,
  type Point,
  type Reading,
  type SlotRow,
  type State,
  type Stored,
  type Told,
  type Withdrawal,
} from './model-state.ts'
import type { Random } from './random.ts'
import { recordLines } from './record-lines.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** Possible server bugs: the simulation must find each of them. */
export type ServerBug =
  | 'no idempotency'
  | 'count applied on arrival'
  | 'feed number before commit'
  | '5xx stored'
  | 'no row lock'
  | 'last note to arrive stands'
  | 'collections without their bags'
  | 'audits compared as they arrive'
  | 'late work revives a machine'
  | 'last mark to arrive counts'
  | 'both send a hand-over'
  | 'the van of the arrival'
  | 'a removal hides work'
  | 'parts added anywhere'
  | 'counts matched as they arrive'

type Pushed = { userId: number; ops: readonly Operation[] }
type PushAnswer = Answer<{ epoch: string; serverTime: string; results: Result[] }>

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

/** An operation that always fails inside the server. */
export const POISON = 'poison'

export type Transaction = ReturnType<typeof transactionOn>

function transactionOn(
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
    writeNote: (machine: MachineId, said: Note) =>
      writes.push(() => {
        const before = state.notes.get(machine)
        const isLater = !before || said.at > before.at || (said.at === before.at && said.by > before.by)
        if (isLater || bug === 'last note to arrive stands') state.notes.set(machine, said)
      }),
    /** Per field, the latest mark by its own time. */
    mark: (user: UserId, machine: MachineId, said: Marked) =>
      writes.push(() => {
        const before = state.rounds.get(user)
        if (before) state.rounds.set(user, marked(before, machine, said, bug === 'last mark to arrive counts'))
      }),
    withdraw: (machine: MachineId, taken: Withdrawal) =>
      writes.push(() => {
        const kept = bug === 'collections without their bags' ? { ...taken, collection: null } : taken
        state.withdrawals.set(machine, [...(state.withdrawals.get(machine) ?? []), kept])
        if (kept.collection?.bag && bug !== 'counts matched as they arrive') assignCounts(state, kept.collection.bag)
      }),
    tell: (machine: MachineId, told: Told) => writes.push(() => state.told.set(machine, [...(state.told.get(machine) ?? []), told])),
    /** Splits an interval in two and books the sales of both anew; a known read-out adds nothing. */
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

/** A small server with the rules of the real one: operations by key, one transaction each, and a feed in commit order. */
export function createModelServer(first: State, options: Options) {
  const { scheduler, bug } = options
  const server = {
    state: { ...first, revives: bug === 'late work revives a machine', ignoresWork: bug === 'a removal hides work' },
    held: new Map<string, object>(),
    nextPoint: () => ++points,
    actor: { name: 'server', alive: true } as Actor,
  }
  const connections = new Set<() => void>()
  let points = 200
  let slots = 200
  let sequence = first.seq

  async function inTransaction<T>(me: Actor, work: (tx: Transaction, early: number | null) => Promise<T>): Promise<T> {
    const tx = transactionOn(server, me, options)
    const early = bug === 'feed number before commit' ? ++sequence : null
    try {
      return await work(tx, early)
    } finally {
      tx.end()
    }
  }

  async function performOne(me: Actor, person: Person, { opId, call, occurredAt, body, visit, ...sent }: Operation): Promise<Result> {
    const machineId = sent.machineId ?? NO_MACHINE
    const hash = JSON.stringify([call, machineId, body])
    try {
      return await inTransaction(me, async (tx, early) => {
        await tx.lock(`operation ${opId}`)
        const before = server.state.operations.get(opId)
        if (before && bug !== 'no idempotency')
          return before.hash === hash
            ? resultOf(before)
            : resultOf({ opId, status: 'rejected', code: 'IDEMPOTENCY_KEY_REUSED', warnings: [] })
        const receivedAt = scheduler.now()
        const at = bug === 'count applied on arrival' ? receivedAt : Math.max(0, Math.min(fromIso(occurredAt), receivedAt))
        const about = { opId, userId: person.userId, call, machineId, hash, at, isInVisit: visit != null }
        await tx.pause('performs')
        if (JSON.stringify(body).includes(POISON)) throw new Passing('internal')
        const done: Done = await perform(call, { tx, person, opId, machineId, at, now: receivedAt }, body)
        const stored = {
          ...about,
          ...('refused' in done
            ? { status: 'rejected' as const, code: done.refused, warnings: [] }
            : { status: 'applied' as const, code: null, warnings: done.warnings }),
        }
        tx.settle(stored)
        if (!('refused' in done)) await tx.publish(done.changes, early)
        tx.commit()
        return resultOf(stored)
      })
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      const failed = {
        opId,
        userId: person.userId,
        call,
        machineId,
        hash,
        at: 0,
        status: 'rejected' as const,
        code: 'INTERNAL',
        warnings: [],
        commit: 0,
      }
      if (bug !== '5xx stored') return { opId, status: 'retry', code: 'BUSY', warnings: [] }
      server.state.operations.set(opId, failed)
      return resultOf(failed)
    }
  }

  return {
    get state() {
      return server.state
    },
    /** Processes a push; calls `broken` instead if the server is killed meanwhile. */
    async push({ userId, ops }: Pushed, broken: () => void): Promise<PushAnswer> {
      const me = server.actor
      connections.add(broken)
      const person = server.state.people.get(userId) as Person
      const results: Result[] = []
      for (const op of ops) {
        results.push(await performOne(me, person, op))
        await scheduler.pause(me, `has done ${op.call} ${op.opId.slice(0, 4)}`)
      }
      connections.delete(broken)
      return { state: 'answered', value: { epoch: server.state.epoch, serverTime: toIso(scheduler.now()), results } }
    },
    /** Changes on the server's side: a sale of a machine, an assignment, a change of rights. */
    async sell(opId: OperationId, point: StockPointId, at: number): Promise<void> {
      const me = server.actor
      const about = { opId, userId: 0, call: 'SALE', hash: '', at, status: 'applied' as const, code: null, warnings: [] }
      await inTransaction(me, async (tx, early) => {
        await tx.lock(`operation ${opId}`)
        await tx.lockPoint(point)
        const place = server.state.points.get(point)
        if (!place || server.state.operations.has(opId)) return
        const context: Context = {
          tx,
          person: { userId: 0, role: 'manager', enabled: true },
          opId,
          machineId: place.machineId,
          at,
          now: scheduler.now(),
        }
        const done = await recordLines(context, [place], [{ point, kind: 'delta', quantity: -1000, cause: 'SALE' }])
        tx.settle({ ...about, machineId: place.machineId })
        if (!('refused' in done)) await tx.publish(done.changes, early)
        tx.commit()
      }).catch((error) => {
        if (!(error instanceof Passing)) throw error
      })
    },
    ...onTheDay({ server, options, connections, inTransaction }),
    /** The office adds an empty slot. */
    async addSlot(machineId: MachineId, productId: ProductId): Promise<void> {
      await inTransaction(server.actor, async (tx, early) => {
        const slotId = ++slots
        const row = {
          slotId,
          machineId,
          slotNumber: String(slotId),
          productId,
          vendPrice: 150,
          maxQuantity: 10,
          maxSaidAt: 0,
          maxSaidBy: '',
        }
        tx.writeSlot(row)
        tx.exchange(null, row)
        await tx.publish(planogramChanged(machineId), early)
        tx.commit()
      })
    },
    /** The office deletes a slot; its stock is lost, or stays in the closed stock point. */
    async deleteSlot(opId: OperationId, slotId: SlotId, isLost: boolean): Promise<void> {
      const me = server.actor
      await inTransaction(me, async (tx, early) => {
        await tx.lock(`operation ${opId}`)
        await tx.lock(`slot ${slotId}`)
        const openIn = () => [...server.state.points.values()].find((point) => point.slotId === slotId && !point.closed)
        const open = openIn()
        if (open) await tx.lockPoint(open.id)
        const [slot, place] = [server.state.slots.get(slotId), openIn()]
        if (!slot || place?.id !== open?.id) return
        const { machineId } = slot
        const at = Math.max(scheduler.now(), (place?.level.counted?.at ?? -1) + 1)
        const context: Context = { tx, person: { userId: 0, role: 'manager', enabled: true }, opId, machineId, at, now: scheduler.now() }
        if (place && isLost && place.level.quantity !== 0)
          await recordLines(context, [place], [{ point: place.id, kind: 'delta', quantity: -place.level.quantity, cause: 'LOSS' }])
        if (place) tx.writePoint(place.id, { closed: true })
        tx.write(() => tx.state.slots.delete(slotId))
        tx.settle({ opId, userId: 0, call: 'deleteSlot', machineId, hash: '', at, status: 'applied', code: null, warnings: [] })
        await tx.publish(planogramChanged(machineId), early)
        tx.commit()
        if (place && isLost && server.state.points.get(place.id)?.level.quantity !== 0)
          throw new Broken('event-time truth', `the stock of slot ${slotId} was lost, and still exists`)
      }).catch((error) => {
        if (!(error instanceof Passing)) throw error
      })
    },
    async assign(userId: number, machineId: number, assigned: boolean): Promise<void> {
      await inTransaction(server.actor, async (tx, early) => {
        tx.write(() => tx.state.assigned.set(`${userId}/${machineId}`, assigned))
        await tx.publish([{ kind: 'assignment', id: machineId, userId, removed: !assigned }], early)
        tx.commit()
      })
    },
    /** Deactivates a machine; pending operations for it still count. */
    async deleteMachine(machineId: MachineId): Promise<void> {
      await inTransaction(server.actor, async (tx, early) => {
        tx.write(() => tx.state.deleted.add(machineId))
        await tx.publish([{ kind: 'machine', id: machineId, removed: true }], early)
        tx.commit()
      })
    },
    /** Kills the process now: uncommitted changes are lost, and no response is sent. */
    die(): void {
      scheduler.kill(server.actor)
      server.actor = { name: 'server', alive: true }
      server.held.clear()
      for (const broken of connections) broken()
      connections.clear()
    },
    /** Restores a backup as a new epoch of the database. Numbers that were assigned are not reused. */
    restore(backup: State, epoch: string): void {
      server.state = { ...copyOf(backup), epoch }
      sequence = backup.seq
    },
    backUp: () => copyOf(server.state),
  }
}

const planogramChanged = (id: MachineId): Change[] => (['slots', 'inventory', 'machine'] as const).map((kind) => ({ kind, id }))

export type ModelServer = ReturnType<typeof createModelServer>

const resultOf = ({ opId, status, code, warnings }: Pick<Stored, 'opId' | 'status' | 'code' | 'warnings'>): Result => ({
  opId,
  status,
  code,
  warnings: [...warnings],
})
