import { type InventoryRecord, type PackedInventory, shownIn } from '#contract/sync.ts'
import type { OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { offsetOf } from '#offline/clock.ts'
import { stockWith } from '#offline/projection.ts'
import type { Meta, OutboxEntry } from '#offline/records.ts'
import { shownTimes } from '#offline/stamping.ts'
import { expectedLines } from './expected-lines.ts'
import { Broken, type Kept } from './facts.ts'
import { outboxOn, rowsOn, stockIn } from './memory-store.ts'
import { after, type Marked, type Snapshot } from './model-pull.ts'
import { type RecordedOperation, replay } from './reference.ts'
import type { Watched } from './watch.ts'
import type { Own } from './world.ts'

type Table = 'inventory' | 'slots' | 'machines'
const KIND = { inventory: 'inventory', slots: 'slots', machines: 'machine' } as const

type Newest = Map<string, { epoch: string; commits: number }>

/** Invariants of a device's mirror and of its screens, after every write. */
export function checkMirror(watched: Watched, own: Own, kept: ReadonlyMap<OperationId, Kept>, newest: Newest): void {
  const { entries } = outboxOn(own.disk)
  for (const table of ['inventory', 'slots', 'machines'] as const) {
    for (const record of rowsOn(own.disk, table)) {
      const machineId = 'machineId' in record ? record.machineId : record.id
      const snapshot = watched.snapshots[(record as Marked<typeof record>).snapshot]
      if (!snapshot) throw new Broken('nothing unforeseen', 'the mirror contains a record that no server sent')
      if (snapshot.userId !== own.userId)
        throw new Broken('isolation between users', `${own.name} contains data of user ${snapshot.userId}`)
      checkMonotone(`${own.name}/${table}/${machineId}`, snapshot, newest)
      checkCursor(watched, own, table, machineId, snapshot)
      checkOverlay(own, entries, table, machineId, snapshot)
      if (table === 'inventory')
        checkShown(own, entries, stockIn(record as PackedInventory), snapshot, kept, watched.scheduler.now() + own.phone.skew)
    }
  }
}

function checkMonotone(key: string, { epoch, commits }: Snapshot, newest: Newest): void {
  const before = newest.get(key)
  if (before?.epoch === epoch && before.commits > commits)
    throw new Broken('monotone reads', `${key} went back from commit ${before.commits} to ${commits}`)
  newest.set(key, { epoch, commits })
}

/** Everything before the cursor is in the mirror: nothing was skipped. */
function checkCursor({ server }: Watched, own: Own, table: Table, machineId: number, snapshot: Snapshot): void {
  const text = metaOf(own, 'cursor', null)
  if (text === null) return
  const { epoch, place } = JSON.parse(text) as { epoch: string; place: Parameters<typeof after>[1] }
  const row = server.state.feed.get(`${KIND[table]}/${machineId}/0`)
  if (!row || epoch !== server.state.epoch || snapshot.epoch !== epoch || after(row, place)) return
  // Unassigned but not yet synced: changes meanwhile are not visible to the user, and are sent in full if the machine is reassigned.
  const assignment = server.state.feed.get(`assignment/${machineId}/${own.userId}`)
  if (assignment && after(assignment, place)) return
  // Deleted but not yet synced.
  if (server.state.deleted.has(machineId)) return
  if (snapshot.commits < row.commit)
    throw new Broken('cursor safety', `${own.name} passed change ${row.seq} of ${table} ${machineId} and does not contain it`)
}

/** An operation is shown either from the mirror or from the outbox: never from both, never from neither. */
function checkOverlay(own: Own, entries: readonly OutboxEntry[], table: Table, machineId: number, { operations }: Snapshot): void {
  const isAbout = (one: { call: string; machineId: number }) => one.machineId === machineId && shownIn(one.call) === KIND[table]
  const holds = (opId: OperationId) => operations.get(opId)?.status === 'applied'
  for (const entry of entries) {
    if (isAbout(entry) && entry.state !== 'needs-you' && holds(entry.opId))
      throw new Broken(
        'read-your-writes, never twice',
        `${entry.call} ${entry.opId} is in the mirror of ${own.name} and ${entry.state} in the outbox`,
      )
  }
  for (const entry of rowsOn(own.disk, 'journal')) {
    if (isAbout(entry) && entry.state === 'processed' && !holds(entry.opId))
      throw new Broken(
        'read-your-writes, never twice',
        `${entry.call} ${entry.opId} is no longer in the outbox of ${own.name}, and not in the mirror`,
      )
  }
}

/** Records checked without pending operations; they never change. */
const plainly = new WeakSet<InventoryRecord>()

/** The screen shows the replay of the mirror's operations and the device's own, each once. */
function checkShown(
  own: Own,
  entries: readonly OutboxEntry[],
  record: InventoryRecord,
  snapshot: Snapshot,
  kept: ReadonlyMap<OperationId, Kept>,
  now: Moment,
): void {
  const clock = metaOf(own, 'clock', { samples: [] })
  const mine = shownTimes(entries, { ...clock, now }).filter(
    ({ machineId, state }) => machineId === record.machineId && state !== 'needs-you',
  )
  if (mine.length === 0 && plainly.has(record)) return
  if (mine.length === 0) plainly.add(record)
  const offset = offsetOf(clock) ?? 0
  const journal = rowsOn(own.disk, 'journal').filter(({ state }) => state === 'processed')
  const shown = stockWith(record, mine, offset, journal)
  const mirrored = recordedIn(record, snapshot)
  const waiting = mine.map(
    (entry): RecordedOperation => ({ opId: entry.opId, at: entry.occurredAt ?? entry.rawAt + offset, lines: expectedLines(entry, record) }),
  )
  const known = new Map([...waiting, ...mirrored.values()].map((one) => [one.opId, one]))

  const undone = mine.filter(({ call }) => call === 'voidOperation').map(({ body }) => (body as { operationId: OperationId }).operationId)
  const undoneHere = new Set(
    journal.filter(({ call }) => call === 'voidOperation').map(({ body }) => (body as { operationId: OperationId }).operationId),
  )
  // The device is not notified that another user has undone it too.
  const isUndoneByOthers = (opId: OperationId) => snapshot.voids.has(opId) && !undoneHere.has(opId)
  const journaled = new Set(journal.map(({ opId }) => opId))
  for (const [index, { productInstallationId: point, balance }] of shown.stocks.entries()) {
    // An operation in the mirror can be undone locally if its effect is known: that of pieces is, a count hides the previous stock.
    const canTakeBack = (opId: OperationId) => {
      const lines = mirrored.get(opId)?.lines.filter((line) => line.point === point) ?? []
      return lines.length === 0 || (journaled.has(opId) && lines.every(({ kind }) => kind === 'delta'))
    }
    if (
      undone.some((opId) => isClamped(kept, opId, snapshot) || isUndoneByOthers(opId)) ||
      hasDeltaAfter(waiting, mirrored.values(), point)
    )
      continue
    const expected = replay(known.values(), new Set([...snapshot.voids.keys(), ...undone.filter(canTakeBack)])).get(point) ?? 0
    if (balance === expected) continue
    const mirror = record.stocks[index]?.balance
    throw new Broken(
      'read-your-writes, never twice',
      `${own.name} shows ${balance} at place ${point} (the mirror says ${mirror}), and ${expected} is right`,
    )
  }
}

/**
 * Whether a count of this device is pending and the mirror contains later work of others. A mirror contains amounts without their times,
 * so the screen shows the count until the server has ordered both.
 */
function hasDeltaAfter(waiting: readonly RecordedOperation[], mirrored: Iterable<RecordedOperation>, point: number): boolean {
  const isAbout = ({ lines }: RecordedOperation, kind: 'delta' | 'count') =>
    lines.some((line) => line.point === point && line.kind === kind)
  const counts = waiting.filter((one) => isAbout(one, 'count'))
  return counts.length > 0 && [...mirrored].some((one) => isAbout(one, 'delta') && counts.some(({ at }) => one.at >= at))
}

/** The server may have replaced the time of an operation from the future; its device does not know. */
const isClamped = (kept: ReadonlyMap<OperationId, Kept>, opId: OperationId, { operations }: Snapshot) => {
  const stored = operations.get(opId)
  return stored !== undefined && stored.at !== kept.get(opId)?.sent?.occurredAt
}

function recordedIn({ stocks }: InventoryRecord, { movements }: Snapshot): Map<OperationId, RecordedOperation> {
  const known = new Map<OperationId, RecordedOperation>()
  for (const { productInstallationId } of stocks) {
    for (const { operation, at, point, kind, quantity } of movements.get(productInstallationId) ?? []) {
      known.set(operation, { opId: operation, at, lines: [...(known.get(operation)?.lines ?? []), { point, kind, quantity }] })
    }
  }
  return known
}

function metaOf<K extends keyof Meta>(own: Own, key: K, standard: Meta[K]): Meta[K] {
  const row = rowsOn(own.disk, 'meta').find((one) => one.key === key)
  return row ? (row.value as Meta[K]) : standard
}
