import { createHash, randomBytes } from 'node:crypto'
import type { OperationId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import { type Moment, SECOND } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { Db } from '../db/client.ts'
import { assignments, machines } from '../db/schema/machines.ts'
import { transactions } from '../db/schema/sales.ts'
import { slots } from '../db/schema/slots.ts'
import { movements } from '../db/schema/stock.ts'
import { operations } from '../db/schema/sync.ts'
import { Chance } from './chance.ts'
import type { DemoMachine } from './fleet.ts'
import type { Ground, Installed } from './ground.ts'
import { insertMany } from './insert-many.ts'
import type { Recorded } from './ledger.ts'
import { operationAtOf, type Story } from './stories.ts'
import { type WrittenPoint, writePoints } from './write-points.ts'
import { writeTelemetry } from './write-telemetry.ts'

/** Writes a machine with its whole history. */
export async function writeMachine(db: Db, ground: Ground, story: Story): Promise<Installed> {
  const { company } = ground
  const { machine, ledger } = story
  const installed = await install(db, ground, machine)
  const operationAt = operationAtOf(story)
  const points = await writePoints(db, ground, machine, installed, ledger.levels)
  const rows = ledger.movements.map(({ point, at, operation, line, kind, cause, quantity }) => {
    return {
      companyId: company,
      stockPointId: points[point]?.id ?? 0,
      effectiveAt: at,
      operationId: operation,
      line,
      kind,
      cause,
      quantity,
    }
  })
  await insertMany(db, movements, rows)
  await writeOperations(db, ground, machine, installed, points, ledger.recorded)
  const deviceId = await writeTelemetry(db, ground, machine, installed, operationAt)
  const sales = salesOf(ground, machine, installed, operationAt).map((sale) => ({ ...sale, deviceId }))
  await insertMany(db, transactions, sales)
  return installed
}

async function install(db: Db, ground: Ground, machine: DemoMachine): Promise<Installed> {
  const { company, productIds, servicemen, now } = ground
  const { name, type, state, vendor, model, address, lat, lng, history, planogram } = machine
  const since = history.changes[0]?.at ?? now
  const lastRefill = history.visits.at(-1)?.at ?? null
  const token = randomBytes(16).toString('base64url')
  const card = { companyId: company, name, type, state, token, vendor, model, address, lat, lng, lastRefill, createdAt: since }
  const [written] = await db.insert(machines).values(card).returning({ machineId: machines.id })
  const userId = servicemen[machine.serviceman]
  if (!written || userId === undefined) throw new Error(`writing the demo machine ${name} failed`)
  const { machineId } = written
  await db.insert(assignments).values({ companyId: company, machineId, userId, assignedAt: since })

  const rows = planogram.slots.map(({ slotNumber, sku, maxQuantity, vendPrice }) => {
    const shown = { productId: productIds.get(sku) ?? null, vendPriceMinor: toMinor(vendPrice, ground.money.currency), maxQuantity }
    return { companyId: company, machineId, slotNumber, ...shown, maxChangedAt: since }
  })
  const inserted = await db.insert(slots).values(rows).returning({ id: slots.id, slotNumber: slots.slotNumber })
  return { machineId, slotIds: new Map(inserted.map(({ id, slotNumber }) => [slotNumber, id])), since, servicedBy: userId }
}

/** A sale has the same id as its movements. */
function salesOf(ground: Ground, { history, planogram }: DemoMachine, { machineId }: Installed, operationAt: (at: Moment) => OperationId) {
  const { company, money, productIds } = ground
  const products = new Map(planogram.slots.map(({ slotNumber, sku }) => [slotNumber, productIds.get(sku) ?? null]))
  return history.vends.map(({ at, slotNumber, price, method, cardIdentifier }) => ({
    companyId: company,
    id: operationAt(at),
    machineId,
    at,
    amountMinor: toMinor(price, money.currency),
    type: method,
    slotNumber,
    productId: products.get(slotNumber) ?? null,
    cardIdentifier: cardIdentifier ?? null,
  }))
}

const CALLS = {
  COFFEE: { restock: 'restockProducts', change: 'changeCoffeeInventory' },
  SNACK: { restock: 'restockSlots', change: 'changeInventory' },
} as const

/** The longest time that a serviceman is without signal. */
const MAX_SILENCE = 40 * 60 * SECOND

/** Writes a serviceman's operations at a machine as if a phone had sent them: applied, with their responses. */
async function writeOperations(
  db: Db,
  { company, servicemen, now, seed }: Ground,
  machine: DemoMachine,
  { machineId, servicedBy }: Installed,
  points: readonly WrittenPoint[],
  recorded: readonly Recorded[],
): Promise<void> {
  const chance = new Chance(`${seed}/${machine.name}/signal`)
  const rows = recorded.map(({ id, at, serviceman, kind, moved }) => {
    const stocks = [...moved].flatMap(([point, { added, after }]) => {
      const there = points[point]
      const quantities = { added: added === null ? null : toWhole(added), currentQuantity: toWhole(after) }
      return there ? [{ productInstallationId: there.id, productId: there.productId, ...quantities }] : []
    })
    const sent = chance.happens(0.7) ? at + chance.whole(300, 3000) : at + chance.whole(60 * SECOND, MAX_SILENCE)
    return {
      companyId: company,
      id,
      call: CALLS[machine.type][kind],
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
