import { randomBytes } from 'node:crypto'
import type { OperationId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { assignments, machines } from '../db/schema/machines.ts'
import { transactions } from '../db/schema/sales.ts'
import { slots } from '../db/schema/slots.ts'
import { movements } from '../db/schema/stock.ts'
import type { DemoMachine } from './fleet.ts'
import type { Ground, Installed } from './ground.ts'
import { insertMany } from './insert-many.ts'
import { operationAtOf, type Story } from './stories.ts'
import { writeOperations } from './write-operations.ts'
import { writePoints } from './write-points.ts'
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
