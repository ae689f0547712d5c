import { NO_MACHINE, type Operation, type Result } from '#contract/sync.ts'
import type { MachineId, OperationId, ProductId, SlotId, StockPointId } from '#domain/ids.ts'
import { fromIso, toIso } from '#domain/time.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { Broken, Passing } from './facts.ts'
import { onTheDay } from './model-day.ts'
import { type Change, type Context, type Done, perform } from './model-operations.ts'
import { copyOf, type Person, type State, type Stored } from './model-state.ts'
import { type Options, type Transaction, transactionOn } from './model-transaction.ts'
import { recordLines } from './record-lines.ts'
import type { Actor } from './scheduler.ts'

type Pushed = { userId: number; ops: readonly Operation[] }
type PushAnswer = Answer<{ epoch: string; serverTime: string; results: Result[] }>

/** An operation that always fails inside the server. */
export const POISON = 'poison'

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
