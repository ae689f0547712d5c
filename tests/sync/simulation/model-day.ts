import type { OperationId, UserId, VanId } from '#domain/ids.ts'
import type { PhotoPart } from '#offline/photos.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { Passing } from './facts.ts'
import { assignCounts } from './model-cash.ts'
import { putPart } from './model-photos.ts'
import { type Driving, type Marks, roundOf, type State } from './model-state.ts'
import type { Options, Transaction } from './model-transaction.ts'
import type { Actor } from './scheduler.ts'

type Core = {
  server: { state: State; actor: Actor }
  options: Options
  connections: Set<() => void>
  inTransaction<T>(me: Actor, work: (tx: Transaction, early: number | null) => Promise<T>): Promise<T>
}

/** What the server does on a working day apart from operations: uploads of photos, and the work of the office. */
export function onTheDay(core: Core) {
  const { scheduler } = core.options
  return {
    /** Receives a part of a photo; calls `broken` instead if the server is killed meanwhile. */
    async putPart(userId: UserId, part: PhotoPart, broken: () => void): Promise<Answer<{ offset: number; isStored: boolean }>> {
      const me = core.server.actor
      core.connections.add(broken)
      await scheduler.pause(me, 'gets a part of a photo')
      const { photoSpace } = core.options
      const kept = putPart(core.server.state, userId, part, {
        ...(photoSpace === undefined ? {} : { mostPhotos: photoSpace }),
        addsAnywhere: core.options.bug === 'parts added anywhere',
      })
      await scheduler.pause(me, 'has kept a part of a photo')
      core.connections.delete(broken)
      return kept
    },
    /** The office counts a bag, as one operation with a key. */
    async countBag(opId: OperationId, bag: string): Promise<void> {
      const me = core.server.actor
      await core
        .inTransaction(me, async (tx) => {
          await tx.lock(`operation ${opId}`)
          await tx.lock(`bag ${bag}`)
          await tx.pause('counts')
          if (core.server.state.counts.has(opId)) return
          const at = scheduler.now()
          tx.write(() => {
            tx.state.counts.set(opId, { id: opId, at, bag, collection: null })
            assignCounts(tx.state, bag)
          })
          tx.commit()
        })
        .catch((error) => {
          if (!(error instanceof Passing)) throw error
        })
    },
    /** A change of one person's round by the office. */
    async plan(userId: UserId, change: (marks: Marks, now: number) => Marks | null): Promise<void> {
      await core
        .inTransaction(core.server.actor, async (tx, early) => {
          await tx.lock(`round ${roundOf(userId)}`)
          await tx.pause('plans')
          const before = core.server.state.rounds.get(userId)
          const after = before && change(before, scheduler.now())
          if (after === undefined) return
          tx.write(() => (after ? tx.state.rounds.set(userId, after) : tx.state.rounds.delete(userId)))
          await tx.publish([{ kind: 'round', id: roundOf(userId), userId, removed: after === null }], early)
          tx.commit()
        })
        .catch((error) => {
          if (!(error instanceof Passing)) throw error
        })
    },
    /** From now on, this user drives the van; null: it has no driver. */
    async giveVan(van: VanId, user: UserId | null): Promise<void> {
      await core.inTransaction(core.server.actor, async (tx, early) => {
        await tx.lock('drivers')
        const isOpen = (one: Driving) => one.until === null && (one.van === van || one.user === user)
        const left = core.server.state.drivings.filter(isOpen)
        // At the time of the commit, because restocks until then were taken from the van of the former driver.
        tx.write(() => {
          const now = scheduler.now()
          const kept = tx.state.drivings.map((one) => (isOpen(one) ? { ...one, until: now } : one))
          tx.state.drivings = user === null ? kept : [...kept, { van, user, since: now, until: null }]
        })
        await tx.publish(
          left.map((one) => ({ kind: 'van' as const, id: one.van, userId: one.user, removed: true })),
          early,
        )
        tx.commit()
      })
    },
  }
}
