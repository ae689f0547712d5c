import { queryOptions } from '@tanstack/react-query'
import type { ProductCard } from '#contract/products.ts'
import { unpackInventory, unpackSlots } from '#contract/sync.ts'
import type { MachineId, OperationId, ProductId, SlotId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import type { Corrupt } from '#offline/outbox.ts'
import type { JournalEntry, OutboxEntry } from '#offline/records.ts'
import { clockOffset } from './clock-offset.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { readOutbox } from './outbox.ts'
import { type Place, storedNames } from './stored-names.ts'

/** Names for ids in operations: current ones, or those stored with the operation. */
export type Known = {
  machine(id: MachineId): string | null
  product(id: ProductId): ProductCard | null
  /** The content of a machine's stock point. */
  place(machineId: MachineId, productInstallationId: number): { slotNumber: string | null; product: ProductCard | null } | null
  slot(machineId: MachineId, slotId: SlotId): { slotNumber: string; product: ProductCard | null } | null
  slotNamed(machineId: MachineId, slotNumber: string): { product: ProductCard | null } | null
  /** Another operation of this user that is still on this device. */
  operation(opId: OperationId): OutboxEntry | JournalEntry | null
}

export type Recent = { entry: OutboxEntry | JournalEntry; at: Moment; isUndone: boolean; fate: 'sent' | 'discarded' }

export type OutboxView = {
  waiting: OutboxEntry[]
  needsYou: OutboxEntry[]
  corrupt: Corrupt[]
  recent: Recent[]
  undone: ReadonlySet<OperationId>
  known: Known
}

/** Pending operations, those that need attention, and recently sent ones. */
export const outboxView = () => queryOptions({ queryKey: ['outbox'], queryFn: live(() => readView()) })

/** The same for one machine, which may no longer be on this device. */
export const outboxOf = (machineId: MachineId) =>
  queryOptions({ queryKey: ['outbox', machineId], queryFn: live(() => readView(machineId)) })

/** The server's time of receipt is by its own clock, which may differ from this device's by days. */
export const isRecent = ({ state, endedAt }: Pick<JournalEntry, 'state' | 'endedAt'>, now: Moment, offset: number): boolean =>
  endedAt > (state === 'processed' ? now + offset : now) - DAY

async function readView(machineId?: MachineId): Promise<OutboxView> {
  const { db } = getSession()
  const now = Date.now()
  const offset = await clockOffset()
  const [{ entries, corrupt }, ended, left] = await Promise.all([
    readOutbox(machineId),
    machineId === undefined
      ? db.journal
          .where('endedAt')
          .above(now + Math.min(offset, 0) - DAY)
          .toArray()
      : db.journal.where('machineId').equals(machineId).toArray(),
    db.meta.get('left'),
  ])
  const journal = ended.filter((entry) => isRecent(entry, now, offset))
  const products = entries.length + journal.length > 0 ? await db.products.toArray() : []
  // A manager's mirror is large, and few of its machines have operations.
  const worked = [...new Set([...entries, ...journal].map(({ machineId }) => machineId))]
  const [machines, inventory, slots] = await Promise.all([
    db.machines.bulkGet(worked).then(present),
    db.inventory.bulkGet(worked).then(present),
    db.slots.bulkGet(worked).then(present),
  ])
  const undone = undoneIn([...entries, ...journal])
  const recent: Recent[] = [
    ...entries.filter(({ state }) => state === 'acknowledged').map((entry) => ({ entry, at: entry.rawAt, fate: 'sent' as const })),
    ...journal
      .filter(({ state }) => state !== 'replaced')
      .map((entry) => ({ entry, at: entry.rawAt, fate: entry.state === 'discarded' ? ('discarded' as const) : ('sent' as const) })),
  ]
    .map((recent) => ({ ...recent, isUndone: undone.has(recent.entry.opId) }))
    .toSorted((a, b) => b.at - a.at)

  const machineNames = new Map(machines.map(({ id, name }) => [id, name]))
  const cards = new Map(products.map((product) => [product.id, product]))
  const cardOf = (id: ProductId | null) => (id === null ? null : (cards.get(id) ?? null))
  const placesOf = new Map(inventory.map(unpackInventory).map(({ machineId, stocks }) => [machineId, stocks]))
  const slotsOf = new Map(slots.map(unpackSlots).map(({ machineId, slots }) => [machineId, slots]))
  const kept = storedNames([...entries, ...journal])
  const named = <S extends string | null>(place: Place<S> | null) =>
    place && { slotNumber: place.slotNumber, product: cardOf(place.productId) }
  const names = new Map(left?.key === 'left' ? left.value.map(({ id, name }) => [id, name]) : [])
  return {
    waiting: entries.filter(({ state }) => state === 'queued' || state === 'sending'),
    needsYou: entries.filter(({ state }) => state === 'needs-you'),
    corrupt,
    recent,
    undone,
    known: {
      machine: (id) => machineNames.get(id) ?? kept.machine(id) ?? names.get(id) ?? null,
      product: cardOf,
      place: (machineId, point) => {
        const stock = placesOf.get(machineId)?.find(({ productInstallationId }) => productInstallationId === point)
        return named(stock ?? kept.place(machineId, point))
      },
      slot: (machineId, slotId) => {
        const slot = slotsOf.get(machineId)?.find((slot) => slot.slotId === slotId)
        return named(slot ?? kept.slot(machineId, slotId))
      },
      slotNamed: (machineId, slotNumber) => {
        const slot = slotsOf.get(machineId)?.find((slot) => slot.slotNumber === slotNumber)
        return slot ? { product: cardOf(slot.productId) } : null
      },
      operation: (opId) => entries.find((entry) => entry.opId === opId) ?? journal.find((entry) => entry.opId === opId) ?? null,
    },
  }
}

const present = <T>(rows: readonly (T | undefined)[]): T[] => rows.filter((row) => row !== undefined)

/** The operations that others undo, unless the undo was discarded, replaced or refused. */
export const undoneIn = (entries: readonly Pick<OutboxEntry | JournalEntry, 'call' | 'body' | 'state'>[]): Set<OperationId> =>
  new Set(
    entries.flatMap(({ call, body, state }) =>
      call === 'voidOperation' && state !== 'needs-you' && state !== 'discarded' && state !== 'replaced' ? [undoneBy(body)] : [],
    ),
  )

export const undoneBy = (body: unknown): OperationId =>
  typeof body === 'object' && body !== null && 'operationId' in body && typeof body.operationId === 'string' ? body.operationId : ''
