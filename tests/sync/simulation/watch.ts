import type { OperationId, StockPointId } from '#domain/ids.ts'
import { DAY } from '#domain/time.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { checkPhotos, checkVan, checkWorkOnRounds, type SeenPhoto } from './day-checks.ts'
import { Broken, type Kept, type Wishes } from './facts.ts'
import { outboxOn, rowsOn } from './memory-store.ts'
import { checkMirror } from './mirror-checks.ts'
import type { Snapshot } from './model-pull.ts'
import type { ModelServer } from './model-server.ts'
import type { Committed } from './model-transaction.ts'
import type { Scheduler } from './scheduler.ts'
import { checkCommit } from './server-checks.ts'
import { lockedOf } from './vault.ts'
import type { Own } from './world.ts'

export { Broken } from './facts.ts'

export type Watched = {
  scheduler: Scheduler
  server: ModelServer
  snapshots: readonly Snapshot[]
  steady: boolean
  photos: Map<string, SeenPhoto>
  dropped: ReadonlySet<string>
}

/** Checks the step invariants at every commit on every device and on the server. */
export function createWatch(watched: Watched) {
  const { scheduler, server } = watched
  const kept = new Map<OperationId, Kept>()
  const wishes: Wishes = { discards: new Set(), retries: new Set(), edits: new Set(), old: new Set() }
  /** A machine's maximum when "full" was requested for a slot, as applied by the server. */
  const maximums = new Map<OperationId, Map<StockPointId, number>>()
  const newestSeen = new Map<string, { epoch: string; commits: number }>()

  function learn(own: Own): void {
    for (const row of outboxOn(own.disk).entries) {
      const known = kept.get(row.opId)
      if (!known) {
        const { opId, call, machineId, body, rawAt, order } = row
        const trueAt = [...kept.values()].find(
          (other) => other.own === own && other.rawAt === rawAt && other.order === order && wishes.retries.has(other.opId),
        )?.trueAt
        kept.set(opId, {
          opId,
          own,
          userId: own.userId,
          call,
          machineId,
          body,
          rawAt,
          order,
          trueAt: trueAt ?? scheduler.now(),
          sent: null,
          ended: null,
          acknowledged: false,
          isOld: wishes.old.has(opId),
          entry: row,
        })
        // Far enough from the next event for a clock that is compared over a slow network.
        if (watched.steady) scheduler.pass(40_000)
        continue
      }
      // Written again because the first handle closed: the time of the operation is that of the write.
      if (known.rawAt !== row.rawAt) Object.assign(known, { rawAt: row.rawAt, trueAt: scheduler.now() })
      if (row.state === 'acknowledged') known.acknowledged = true
      if (row.state === 'needs-you' && ['BUSY', 'INTERNAL'].includes(row.refusal?.code ?? ''))
        throw new Broken('no loss', `${row.opId} was dropped for the transient error ${row.refusal?.code}`)
      known.entry = row
      checkFrozen(known, row)
    }
  }

  function checkFrozen(known: Kept, { occurredAt, attempts, body, opId }: OutboxEntry): void {
    const text = JSON.stringify(body)
    const isOut = attempts > 0
    if (known.sent && (known.sent.occurredAt !== occurredAt || (isOut && known.sent.body !== text)))
      throw new Broken('frozen after first send', `${opId} was sent as ${JSON.stringify(known.sent)}, and is now ${occurredAt} ${text}`)
    if (isOut && occurredAt !== null) {
      known.sent ??= { occurredAt, body: text }
      return
    }
    // An operation rejected as a whole may be edited again.
    if (known.sent) known.sent.body = text
    known.body = body
  }

  function checkDisposal(own: Own): void {
    const here = new Set([...rowsOn(own.disk, 'outbox'), ...lockedOf(own.phone.vault, own.name)].map(({ opId }) => opId))
    const journal = new Map(rowsOn(own.disk, 'journal').map((entry) => [entry.opId, entry]))
    for (const known of kept.values()) {
      if (known.own !== own || here.has(known.opId)) continue
      const entry = journal.get(known.opId)
      if (!entry) {
        if (scheduler.now() - known.trueAt < 30 * DAY)
          throw new Broken('no silent disposal', `${known.call} ${known.opId} is neither in the outbox nor in the journal`)
      } else if (entry.state !== 'processed') {
        const wished = entry.state === 'discarded' ? wishes.discards : wishes.retries
        if (!wished.has(known.opId)) throw new Broken('no silent disposal', `${known.opId} was ${entry.state}, which no user requested`)
        known.ended = entry.state
      }
    }
  }

  return {
    kept,
    wishes,
    maximums,
    watched,
    deviceCommitted(own: Own): void {
      learn(own)
      checkDisposal(own)
      checkMirror(watched, own, kept, newestSeen)
      checkVan(watched, own)
      checkWorkOnRounds(watched, own)
      checkPhotos(own, watched.photos, watched.dropped)
    },
    serverCommitted(committed: Committed): void {
      const { operation, points } = committed
      checkCommit(server, committed, operation ? (kept.get(operation.opId) ?? null) : null)
      if (operation) maximums.set(operation.opId, new Map([...points].map(([id, { after }]) => [id, after.maxQuantity ?? 0])))
    },
    restored(): void {
      newestSeen.clear()
    },
  }
}
