import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/sync.ts'
import type { OperationId } from '#domain/ids.ts'
import * as outbox from '#offline/outbox.ts'
import type { Connection, OutboxEntry } from '#offline/records.ts'
import { openHere } from './device.ts'

/** What the header's chip tells: always the truth, in words. */
export type Sending = {
  /** Kept here, not yet with the server (its outcome may be unknown). */
  waiting: number
  needsYou: number
  isSending: boolean
  connection: Connection | null
}

/** What waits on this device, oldest first, and what could not be read. */
export const readOutbox = async () => outbox.readOutbox(await openHere().db.outbox.toArray())

export const sending = () => queryOptions({ queryKey: ['sending'], meta: { reads: ['outbox', 'meta'] }, queryFn: readSending })

async function readSending(): Promise<Sending> {
  const { db } = openHere()
  const [{ entries, corrupt }, connection] = await Promise.all([readOutbox(), db.meta.get('connection')])
  return {
    waiting: entries.filter(({ state }) => state === 'queued' || state === 'sending').length,
    needsYou: entries.filter(({ state }) => state === 'needs-you').length + corrupt.length,
    isSending: entries.some(({ state }) => state === 'sending'),
    connection: connection?.key === 'connection' ? connection.value : null,
  }
}

/** How many operations the server does not have, whatever the reason. */
export const countUnsent = async (): Promise<number> => unsentOf(await readSending())

export const unsentOf = ({ waiting, needsYou }: Sending): number => waiting + needsYou

/** What became of one operation so far. `gone`: the mirror shows it by now, or it was taken back. */
export type Fate = 'unsent' | 'sent' | 'needs-you' | 'gone'

export const fateOf = (opId: OperationId) =>
  queryOptions({ queryKey: ['fate', opId], meta: { reads: ['outbox'] }, queryFn: () => readFate(opId) })

async function readFate(opId: OperationId): Promise<Fate> {
  const entry = await openHere().db.outbox.get(opId)
  if (!entry) return 'gone'
  if (entry.state === 'needs-you') return 'needs-you'
  return entry.state === 'acknowledged' ? 'sent' : 'unsent'
}

export const sendNow = () => openHere().engine.wake('asked')
/** Sends what can be sent, and ends when that has been tried. */
export async function sendAll(): Promise<void> {
  sendNow()
  await openHere().engine.idle()
}

/** Everything that waits, as it stands in the database, readable or not. */
export const readRaw = (): Promise<unknown[]> =>
  openHere()
    .db.outbox.filter(({ state }) => state !== 'acknowledged')
    .toArray()

export const discard = (opId: string) => outbox.discard(openHere().device, opId)
export const retry = (opId: string, body?: unknown) => outbox.retry(openHere().device, opId, body)
export const edit = (opId: string, body: unknown) => outbox.edit(openHere().device, opId, body)
export { isUnsent } from '#offline/outbox.ts'

/** Entries as a file that support can read, whether or not this app can. */
export const asFile = (entries: readonly unknown[]): File =>
  new File(
    [JSON.stringify({ app: __APP_VERSION__, savedAt: new Date().toISOString(), operations: entries }, null, 2)],
    'roundsman-operations.json',
    {
      type: 'application/json',
    },
  )

export type { Call, OutboxEntry }
