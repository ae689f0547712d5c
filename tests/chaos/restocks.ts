import type { Random } from '../sync/simulation/random.ts'

/** A restock, and whether the server has acknowledged it. `key` is its Idempotency-Key. */
export type Restock = {
  key: string
  machineId: number
  occurredAt: string
  items: { productInstallationId: number; quantity: number }[]
  isAcknowledged: boolean
}

/** A stock point with its balance before the test; `balance` in thousandths. */
export type StandingPoint = { id: number; machineId: number; balance: number }

export function makeRestocks(random: Random, points: readonly StandingPoint[], count: number, now: number): Restock[] {
  const machines = [...new Set(points.map(({ machineId }) => machineId))]
  return Array.from({ length: count }, (_, index) => {
    const machineId = random.pick(machines)
    const own = points.filter((point) => point.machineId === machineId)
    const chosen = new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(own).id))
    return {
      key: random.uuid(),
      machineId,
      occurredAt: new Date(now + index).toISOString(),
      items: [...chosen].map((productInstallationId) => ({ productInstallationId, quantity: random.between(1, 9) })),
      isAcknowledged: false,
    }
  })
}
