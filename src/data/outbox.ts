import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import type { LocalDb } from '#offline/database.ts'
import * as outbox from '#offline/outbox.ts'
import { isWaiting } from '#offline/photos.ts'
import { type Connection, OUTBOX, type OutboxEntry } from '#offline/records.ts'
import { sealedOutboxes } from '#offline/session.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { namesOf } from './stored-names.ts'
import { noteChange, visitFor } from './visit.ts'

/** The status of the header's sync chip. */
export type Sending = {
  /** Operations and photos that are stored here and not confirmed by the server (the outcome may be unknown). */
  waiting: number
  needsYou: number
  isSending: boolean
  connection: Connection | null
  /** Unsent operations of other users on this device. */
  ofOthers: number
}

/** Pending operations, of all machines or one, oldest first, and unreadable entries. */
export const readOutbox = (machineId?: MachineId): Promise<outbox.Outbox> =>
  readRows(getSession().db, ({ outbox }) => (machineId === undefined ? outbox : outbox.where('machineId').equals(machineId)).toArray())

/** Some pending operations with their status at the same moment. */
const readRows = (db: LocalDb, rowsOf: (db: LocalDb) => Promise<unknown[]>): Promise<outbox.Outbox> =>
  db.transaction('r', OUTBOX, async () => {
    const [rows, batches] = await Promise.all([rowsOf(db), db.batches.toArray()])
    return outbox.readOutbox(rows, batches)
  })

/**
 * Records an operation; works without a network. Resolves only after the sync chip has counted it, because the chip would otherwise still
 * show "all sent" for a moment.
 */
export async function record(
  operation: outbox.OperationInput,
  opId?: OperationId,
  photos: readonly string[] = [],
): Promise<outbox.Enqueued> {
  const keeping = await outbox.enqueue(getSession().device, await withContext(operation), opId, photos)
  if ('kept' in keeping) noteChange(operation.call, operation.machineId)
  await countAgain()
  return keeping
}

/** Records all of these operations, in this order, or none of them. False: none was stored. */
export async function recordAll(operations: readonly outbox.OperationInput[]): Promise<boolean> {
  const keeping = await outbox.enqueueAll(getSession().device, await Promise.all(operations.map(withContext)))
  if ('kept' in keeping) for (const { call, machineId } of operations) noteChange(call, machineId)
  await countAgain()
  return 'kept' in keeping
}

/** With the names that a screen shows later, and the visit. */
async function withContext(operation: outbox.OperationInput): Promise<outbox.OperationInput> {
  const named = await namesOf(getSession().db, operation).catch(() => null)
  return { ...operation, named, visit: visitFor(operation.call, operation.machineId) }
}

const NO_LISTENER = async () => {}
let countAgain: () => Promise<unknown> = NO_LISTENER
/** Registers how the chip recounts pending operations. Returns a function that unsubscribes. */
export function onRecord(count: () => Promise<unknown>): () => void {
  countAgain = count
  return () => {
    if (countAgain === count) countAgain = NO_LISTENER
  }
}

export const sending = () => queryOptions({ queryKey: ['sending'], queryFn: live(readSending) })

async function readSending(): Promise<Sending> {
  const { db } = getSession()
  const [{ entries, corrupt }, photos, connection, sealed] = await Promise.all([
    readOutbox(),
    db.photos.toArray(),
    db.meta.get('connection'),
    sealedOutboxes().catch(() => []),
  ])
  return {
    waiting: entries.filter(({ state }) => state === 'queued' || state === 'sending').length + photos.filter(isWaiting).length,
    needsYou: entries.filter(({ state }) => state === 'needs-you').length + corrupt.length + photos.filter(isRefusedPhoto).length,
    isSending: entries.some(({ state }) => state === 'sending'),
    connection: connection?.key === 'connection' ? connection.value : null,
    ofOthers: sealed.filter(({ database, of }) => (of ?? database) !== db.name).reduce((sum, { unsent }) => sum + unsent, 0),
  }
}

const isRefusedPhoto = ({ refusal }: { refusal: string | null }) => refusal !== null

/** The number of operations that the server does not have, for any reason. */
export const countUnsent = async (): Promise<number> => unsentOf(await readSending())

export const unsentOf = ({ waiting, needsYou }: Sending): number => waiting + needsYou

/** The current status of one operation. `gone`: it was discarded or replaced, or is no longer known. */
type RecordState = 'unsent' | 'sent' | 'needs-you' | 'gone'

export const stateOfRecord = (opId: OperationId) => queryOptions({ queryKey: ['fate', opId], queryFn: live(() => readStateOfRecord(opId)) })

async function readStateOfRecord(opId: OperationId): Promise<RecordState> {
  const { db } = getSession()
  // At one moment, because it may be moved to the journal between two reads.
  const [{ entries, corrupt }, ended] = await db.transaction('r', [...OUTBOX, 'journal'], () =>
    Promise.all([readRows(db, ({ outbox }) => outbox.where('opId').equals(opId).toArray()), db.journal.get(opId)]),
  )
  const [entry] = entries
  if (!entry) return corrupt.length > 0 ? 'unsent' : ended?.state === 'processed' ? 'sent' : 'gone'
  if (entry.state === 'needs-you') return 'needs-you'
  return entry.state === 'acknowledged' ? 'sent' : 'unsent'
}

export const sendNow = () => getSession().engine.wake('requested')
/** Sends pending operations, and resolves after the attempt. */
export async function sendAll(): Promise<void> {
  sendNow()
  await getSession().engine.idle()
}

/** All pending entries as stored, readable or not, and photos with their contents. */
export async function readRaw(): Promise<unknown[]> {
  const { db } = getSession()
  const sent = new Set((await readOutbox()).entries.filter(({ state }) => state === 'acknowledged').map(({ opId }) => opId))
  const [entries, photos] = await Promise.all([
    db.outbox.filter(({ opId }) => !sent.has(opId)).toArray(),
    db.photos.filter(({ state }) => state === 'queued').toArray(),
  ])
  const contents = await db.photoContents.bulkGet(photos.map(({ id }) => id))
  return [...entries, ...photos.map((photo, index) => ({ ...photo, content: contents[index]?.content }))]
}

export const discard = (opId: string) => outbox.discard(getSession().device, opId)
export const dropCorrupt = (opId: string) => outbox.dropCorrupt(getSession().device, opId)
export const retry = (opId: string, body?: unknown) => outbox.retry(getSession().device, opId, body)
export const edit = (opId: string, body: unknown) => outbox.edit(getSession().device, opId, body)
export { isUnsent } from '#offline/outbox.ts'

/** Entries as a file for support, whether or not this app can read them. */
export const asFile = (entries: readonly unknown[]): File =>
  new File(
    [JSON.stringify({ app: __APP_VERSION__, savedAt: new Date().toISOString(), operations: entries }, null, 2)],
    'roundsman-operations.json',
    {
      type: 'application/json',
    },
  )

export type { Call, OutboxEntry }

/** Maximum delay of a success message. */
const SYNC_TIMEOUT_MS = 2 * SECOND

/** Waits for the sync after a server call, so that the next screen usually shows the change. */
export async function awaitLocalSync<T>(request: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await request
  if (answer.state === 'answered') await Promise.race([sendAll(), new Promise((resolve) => setTimeout(resolve, SYNC_TIMEOUT_MS))])
  return answer
}
