import { createHash } from 'node:crypto'
import { SECOND } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { Db } from '../db/client.ts'
import { operations } from '../db/schema/sync.ts'
import { Chance } from './chance.ts'
import type { DemoMachine } from './fleet.ts'
import type { Ground, Installed } from './ground.ts'
import type { Recorded } from './ledger.ts'
import type { WrittenPoint } from './write-points.ts'

const CALLS = {
  COFFEE: { restock: 'restockProducts', change: 'changeCoffeeInventory' },
  SNACK: { restock: 'restockSlots', change: 'changeInventory' },
} as const

/** The longest time that a serviceman is without signal. */
const MAX_SILENCE = 40 * 60 * SECOND

/** Writes a serviceman's operations at a machine as if a phone had sent them: applied, with their responses. */
export async function writeOperations(
  db: Db,
  { company, servicemen, now, seed }: Ground,
  machine: DemoMachine,
  { machineId, servicedBy }: Installed,
  points: readonly WrittenPoint[],
  recorded: readonly Recorded[],
): Promise<void> {
  const chance = new Chance(`${seed}/${machine.name}/signal`)
  const rows = recorded.map(({ id, at, serviceman, kind: deed, moved }) => {
    const stocks = [...moved].flatMap(([point, { added, after }]) => {
      const there = points[point]
      const quantities = { added: added === null ? null : toWhole(added), currentQuantity: toWhole(after) }
      return there ? [{ productInstallationId: there.id, productId: there.productId, ...quantities }] : []
    })
    const sent = chance.happens(0.7) ? at + chance.whole(300, 3000) : at + chance.whole(60 * SECOND, MAX_SILENCE)
    return {
      companyId: company,
      id,
      call: CALLS[machine.type][deed],
      machineId,
      userId: servicemen[serviceman] ?? servicedBy,
      bodyHash: createHash('sha256').update(JSON.stringify(stocks)).digest('base64url'),
      occurredAt: at,
      effectiveAt: at,
      receivedAt: Math.min(now, sent),
      status: 'applied' as const,
      answer: { operationId: id, stocks, warnings: [] },
    }
  })
  if (rows.length > 0) await db.insert(operations).values(rows)
}
