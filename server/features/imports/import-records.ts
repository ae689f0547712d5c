import { nameKey } from '#domain/imports/cell.ts'
import { ADDRESS_PARTS } from '#domain/imports/fields.ts'
import type { Db } from '../../db/client.ts'
import type { Row } from '../../files/read-rows.ts'
import { addMachines, addProducts, addSlots, type NewMachine, type NewProduct, type NewSlot } from './imports.store.ts'
import { placeKey, slotKey } from './known.ts'
import type { Created } from './outcome.ts'
import { addStops, type NewStop, roundKey } from './routes.store.ts'
import type { Importer, ImportRun } from './taking.ts'
import { machinesIn, productsIn, slotsIn, type Understood } from './understand.ts'
import { stopsIn } from './understand-routes.ts'

/** Parses rows in the order of the file, and adds the parsed records. */
type Records<T> = {
  read(rows: readonly Row[]): Understood<T>
  keyOf(record: T): string
  add(db: Db, records: readonly T[], created: Created): Promise<void>
}

/** Processes rows of machines, products or slots in batches. New records of a batch are added in one transaction. */
export function recordsImporter(taking: ImportRun): Importer {
  const { brought, known, reading } = taking
  const { heads, mapping } = reading.understanding
  const { company, kind, now, ways } = brought
  const addressHeads = ADDRESS_PARTS.map((part) => heads[mapping[part] ?? -1] ?? '')
  const money = { currency: ways.currency, inMinor: reading.inMinor }
  if (kind === 'MACHINES')
    return takerOf<NewMachine>(taking, {
      read: machinesIn(known, { addressHeads, postalCodeOf: reading.postalCodeOf }),
      keyOf: placeKey,
      add: async (db, records, created) => void created.machines.push(...(await addMachines(db, company, records, now))),
    })
  if (kind === 'PRODUCTS')
    return takerOf<NewProduct>(taking, {
      read: productsIn(known, { ...money, volumeHead: heads[mapping.volume ?? -1] ?? '' }),
      keyOf: ({ sku }) => nameKey(sku),
      add: async (db, records, created) => void created.products.push(...(await addProducts(db, company, records, now))),
    })
  if (kind === 'ROUTES')
    return takerOf<NewStop>(taking, {
      read: stopsIn(known, { now, timezone: ways.timezone }),
      keyOf: (stop) => `${roundKey(stop)} ${stop.machineId}`,
      add: async (db, records, created) => {
        const serves = new Set([...known.people.values()].flatMap((person) => (person !== 'two' && person.serves ? [person.id] : [])))
        const { rounds, assigned } = await addStops(db, company, records, { now, serves })
        created.rounds = [...(created.rounds ?? []), ...rounds]
        created.assigned = [...(created.assigned ?? []), ...assigned]
      },
    })
  const taker = takerOf<NewSlot>(taking, {
    read: slotsIn(known, money),
    keyOf: slotKey,
    add: async (db, records, created) => {
      await addSlots(db, company, records, now)
      created.slots.push(...records.map(({ machineId, slotNumber }) => ({ machineId, slotNumber })))
    },
  })
  return async (rows) => {
    await taking.createUnknown(rows)
    return taker(rows)
  }
}

const takerOf =
  <T>(taking: ImportRun, { read, keyOf, add }: Records<T>): Importer =>
  async (rows) => {
    const { brought, known, outcome, write } = taking
    // Slots of one shelf have the number of its row, so problems cannot be assigned by their row.
    const records = rows.flatMap(({ row, line }) => {
      const { records, problems } = read([row])
      if (problems.length > 0) taking.refuse(line, problems)
      return records
    })
    outcome.counts.records += records.length
    outcome.counts.new += records.length
    // A resumed import skips the records that it already added.
    const left = records.filter((record) => !known.own.has(keyOf(record)))
    return async () => {
      if (!write || left.length === 0) return
      await brought.inDb(async (db) => {
        await add(db, left, outcome.created)
        await brought.noteCreated?.(db, outcome.created)
      })
    }
  }
