import { type PackedInventory, type PackedSlots, unpackInventory, unpackSlots } from '#contract/sync.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import type { LocalDb } from '#offline/database.ts'
import type { OperationInput } from '#offline/outbox.ts'
import type { Names } from '#offline/records.ts'

type Row = { name: string } | undefined
type Mirror = { machine: Row; inventory: PackedInventory | undefined; slots: PackedSlots | undefined }

/** The names of an operation's objects, stored with it because the machine, its slots or their products may be deleted later. */
export async function namesOf(db: LocalDb, { machineId, body }: OperationInput): Promise<Names> {
  const [machine, inventory, slots] = await Promise.all([db.machines.get(machineId), db.inventory.get(machineId), db.slots.get(machineId)])
  return namesIn(body, { machine, inventory, slots })
}

/** Only slots and stock points that the body contains. */
export function namesIn(body: unknown, { machine, inventory, slots }: Mirror): Names {
  const places = idsIn(body, 'productInstallationId')
  const mentioned = idsIn(body, 'slotId')
  return {
    machine: machine?.name ?? null,
    places: (inventory ? unpackInventory(inventory).stocks : [])
      .filter(({ productInstallationId }) => places.has(productInstallationId))
      .map(({ productInstallationId, slotNumber, productId }) => [productInstallationId, slotNumber, productId]),
    slots: (slots ? unpackSlots(slots).slots : [])
      .filter(({ slotId }) => mentioned.has(slotId))
      .map(({ slotId, slotNumber, productId }) => [slotId, slotNumber, productId]),
  }
}

function idsIn(body: unknown, key: string): Set<number> {
  if (typeof body !== 'object' || body === null) return new Set()
  return new Set(
    Object.entries(body).flatMap(([name, value]) => (name === key && typeof value === 'number' ? [value] : [...idsIn(value, key)])),
  )
}

type NamedOperation = { machineId: MachineId; named?: Names | null | undefined }
export type Place<S extends string | null> = { slotNumber: S; productId: ProductId | null }

/** The names stored with operations, for objects that are no longer on this device. */
export function storedNames(operations: readonly NamedOperation[]) {
  const of = (machineId: MachineId) => operations.flatMap((one) => (one.machineId === machineId && one.named ? [one.named] : []))
  return {
    machine: (machineId: MachineId): string | null => of(machineId).find(({ machine }) => machine !== null)?.machine ?? null,
    place: (machineId: MachineId, point: number): Place<string | null> | null =>
      found(
        of(machineId).flatMap(({ places }) => places),
        point,
      ),
    slot: (machineId: MachineId, slotId: number): Place<string> | null =>
      found(
        of(machineId).flatMap(({ slots }) => slots),
        slotId,
      ),
  }
}

function found<S extends string | null>(rows: readonly (readonly [number, S, number | null])[], id: number): Place<S> | null {
  const row = rows.find(([own]) => own === id)
  return row ? { slotNumber: row[1], productId: row[2] } : null
}
