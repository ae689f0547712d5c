import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Product } from '#contract/products.ts'
import type { SlotEdits } from '#contract/slots.ts'
import { type SlotsRecord, unpackSlots } from '#contract/sync.ts'
import type { MachineId, OperationId, SlotId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { slotsWith } from '#offline/projection.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { readOutbox, record, recordAll } from './outbox.ts'
import { atOneMoment } from './own-work.ts'

export type Slot = SlotsRecord['slots'][number]

/** The slots of a machine with pending edits; null if the mirror has no such machine. */
export const machineSlots = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['slots', machineId],
    queryFn: live(async (): Promise<Slot[] | null> => {
      const { db } = getSession()
      const [record, { entries }] = await atOneMoment(db, ['slots'], () => Promise.all([db.slots.get(machineId), readOutbox(machineId)]))
      return record ? slotsWith(unpackSlots(record), entries).slots : null
    }),
  })

/** The product catalogue on this device, by name. */
export const catalogue = () =>
  queryOptions({
    queryKey: ['products'],
    queryFn: live(async (): Promise<Product[]> => (await getSession().db.products.toArray()).toSorted(byName)),
  })

/** Edits slots. Each edit contains the row as the editor saw it, so that it is merged with others' edits field by field. */
export const editSlots = (machineId: MachineId, edits: v.InferInput<typeof SlotEdits>, opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'editSlots', machineId, body: edits }, opId)

/** Edits slots of several machines: all of them, or none if this device cannot store them. */
export const editSlotsOf = (machines: readonly { machineId: MachineId; edits: v.InferInput<typeof SlotEdits> }[]): Promise<boolean> =>
  recordAll(machines.map(({ machineId, edits }) => ({ call: 'editSlots', machineId, body: edits }))).catch(() => false)

/** The slots of a machine with edits that the server has not received yet. */
export const unsentSlotEdits = (machineId: MachineId) =>
  queryOptions({ queryKey: ['unsentSlotEdits', machineId], queryFn: live(() => readUnsent(machineId)) })

async function readUnsent(machineId: MachineId): Promise<ReadonlySet<SlotId>> {
  const { entries } = await readOutbox(machineId)
  const edits = entries.filter(({ call, state }) => call === 'editSlots' && (state === 'queued' || state === 'sending'))
  return new Set(
    edits.flatMap(({ body }) => v.parse(v.fallback(v.array(v.object({ slotId: v.number() })), []), body).map(({ slotId }) => slotId)),
  )
}
