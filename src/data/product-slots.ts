import { queryOptions } from '@tanstack/react-query'
import { unpackSlots } from '#contract/sync.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import { slotsWith } from '#offline/projection.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { readOutbox } from './outbox.ts'
import { atOneMoment } from './own-work.ts'
import { editSlots, type Slot } from './slots.ts'

/** A slot with its machine. */
export type ProductSlot = Slot & { machineId: MachineId; machine: string }

/** The slots of all machines on this device that contain a product, with pending edits, by machine. */
export const productSlots = (productId: ProductId) =>
  queryOptions({
    queryKey: ['productSlots', productId],
    queryFn: live(async (): Promise<ProductSlot[]> => {
      const { db } = getSession()
      const [records, machines, { entries }] = await atOneMoment(db, ['slots', 'machines'], () =>
        Promise.all([db.slots.toArray(), db.machines.toArray(), readOutbox()]),
      )
      const slots = new Map(records.map((record) => [record.machineId, record]))
      return machines.toSorted(byName).flatMap(({ id, name }) => {
        const record = slots.get(id)
        if (!record) return []
        return slotsWith(unpackSlots(record), entries)
          .slots.filter((slot) => slot.productId === productId)
          .map((slot) => ({ ...slot, machineId: id, machine: name }))
      })
    }),
  })

/** A new price of a slot, and the one that the user saw. */
export type PriceChange = { machineId: MachineId; slotId: number; from: number | null; to: number | null }

/** Changes prices of several machines, one operation each; works without a network. Resolves to false if this device could not store all. */
export async function changePrices(changes: readonly PriceChange[]): Promise<boolean> {
  const machines = [...new Set(changes.map(({ machineId }) => machineId))]
  const results = await Promise.all(
    machines.map((machineId) => {
      const own = changes.filter((change) => change.machineId === machineId)
      return editSlots(
        machineId,
        own.map(({ slotId, from, to }) => ({ slotId, vendPrice: to, base: { vendPrice: from } })),
      )
    }),
  )
  return results.every((result) => 'kept' in result)
}
