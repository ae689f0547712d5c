import type { OperationInput } from '#offline/outbox.ts'

/** A restock by a serviceman: six slots of one machine of the fleet. */
export const restockAt = (index: number): OperationInput => {
  const machineId = (index % 150) + 1
  const body = Array.from({ length: 6 }, (_, place) => ({
    productInstallationId: machineId * 1000 + place * 5 + 500_000_000,
    quantity: 1 + (index % 7),
  }))
  return { call: 'restockSlots', machineId, body }
}
