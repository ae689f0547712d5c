import type { Machine } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { type Changes, type InventoryRecord, packInventory, packSlots, type SlotsRecord } from '#contract/sync.ts'
import { aMachineCard } from '../tests/support/machine-card.ts'

/** Fleet M of the speed goals, or one of another size: the part that a device's mirror stores. */
export type Fleet = { machines: Machine[]; slots: SlotsRecord[]; inventory: InventoryRecord[]; products: Product[] }

const EPOCH = '6f1c2b9e-9a51-4a7e-8a3c-2f9f3a8d1c55'
const SINCE = Date.UTC(2026, 8, 1)
const PLACES = 40
const PRODUCTS = 120
const TOWNS = ['Esslingen', 'Plochingen', 'Wendlingen', 'Nürtingen', 'Kirchheim', 'Göppingen', 'Reutlingen', 'Böblingen']
const SITES = ['works canteen', 'station hall', 'clinic foyer', 'college', 'town hall', 'logistics yard', 'swimming hall']

export function fleetOf(size: number): Fleet {
  const ids = Array.from({ length: size }, (_, index) => index + 1)
  return {
    machines: ids.map(machine),
    slots: ids.map(slotsOf),
    inventory: ids.map(inventoryOf),
    products: Array.from({ length: PRODUCTS }, (_, index) => product(index + 1)),
  }
}

const machine = (id: number): Machine => ({
  ...aMachineCard({ id }),
  name: `${TOWNS[id % TOWNS.length]} ${SITES[id % SITES.length]} ${id}`,
  state: id % 23 === 0 ? 'STOPPED' : 'RUNNING',
  token: `${(id * 2_654_435_761) % 4_294_967_296}`.padStart(32, 'f'),
  vendor: 'Sielaff',
  model: `FS ${1500 + (id % 9) * 100}`,
  address: `${TOWNS[id % TOWNS.length]}, Neckarstraße ${id % 200}`,
  lat: 48.5 + (id % 997) / 2000,
  lng: 9 + (id % 1009) / 2000,
  lastRefill: new Date(SINCE + id * 60_000).toISOString(),
  currentQuantity: 180 + (id % 100),
  maxQuantity: PLACES * 8,
  emptyPlaces: id % 5,
})

const places = Array.from({ length: PLACES }, (_, index) => index)
const slotId = (machineId: number, place: number) => machineId * 1000 + place
const productIn = (machineId: number, place: number) => ((machineId * 7 + place * 3) % PRODUCTS) + 1
const slotNumber = (place: number) => `${Math.floor(place / 8) + 1}${(place % 8) + 1}`

const slotsOf = (machineId: number): SlotsRecord => ({
  machineId,
  slots: places.map((place) => ({
    slotId: slotId(machineId, place),
    slotNumber: slotNumber(place),
    productId: productIn(machineId, place),
    maxQuantity: 8,
    vendPrice: 1.5 + (place % 6) / 10,
    productInstallationId: slotId(machineId, place) + 500_000_000,
  })),
})

const inventoryOf = (machineId: number): InventoryRecord => ({
  machineId,
  asOf: new Date(SINCE).toISOString(),
  stocks: places.map((place) => ({
    productInstallationId: slotId(machineId, place) + 500_000_000,
    productId: productIn(machineId, place),
    slotId: slotId(machineId, place),
    slotNumber: slotNumber(place),
    maxQuantity: 8,
    balance: ((machineId + place) % 9) * 1000,
    counted: { at: SINCE + machineId, operation: uuid(machineId), line: place },
  })),
})

const product = (id: number): Product => ({
  id,
  sku: `40${String(id).padStart(11, '0')}`,
  name: `Product ${id}`,
  volume: 330,
  volumeType: 'MILLILITRE',
  packaging: 'CAN',
  deleted: false,
  type: 'CAN',
  displayVolume: '330 ml',
  tax: 19,
  lastCost: 0.6,
  ingredients: [],
})

const uuid = (number: number) => `01980000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A page as rows, the obvious format without columns. */
type PageOfRows = Omit<Changes, 'changes'> & { changes: Fleet }

export const packed = ({ changes, ...page }: PageOfRows): Changes => ({
  ...page,
  changes: { ...changes, rounds: [], vans: [], slots: changes.slots.map(packSlots), inventory: changes.inventory.map(packInventory) },
})

const page = (changes: Fleet, cursor: string, more: boolean): PageOfRows => ({
  epoch: EPOCH,
  serverTime: new Date(SINCE).toISOString(),
  changes,
  removed: { machines: [], products: [], rounds: [], vans: [] },
  cursor,
  more,
  processed: [],
})

/** The whole fleet as the pages of a first pull. Page n has the cursor n − 1. */
export function firstPages({ machines, slots, inventory, products }: Fleet, machinesAPage: number): PageOfRows[] {
  const pages = Math.ceil(machines.length / machinesAPage)
  return Array.from({ length: pages }, (_, index) => {
    const part = <T>(rows: readonly T[]) => rows.slice(index * machinesAPage, (index + 1) * machinesAPage)
    const changes = { machines: part(machines), slots: part(slots), inventory: part(inventory), products: index === 0 ? products : [] }
    return page(changes, String(index + 1), index < pages - 1)
  })
}

/** The changes after restocks at every hundredth machine. */
export function laterPage(fleet: Fleet): PageOfRows {
  const changed = <T>(rows: readonly T[]) => rows.filter((_, index) => index % 100 === 0)
  return page(
    { machines: changed(fleet.machines), slots: changed(fleet.slots), inventory: changed(fleet.inventory), products: [] },
    'later',
    false,
  )
}

export const emptyPage = (): PageOfRows => page({ machines: [], slots: [], inventory: [], products: [] }, 'same', false)

/** One row per slot, as products that sync documents would store it, with the same content. */
export const slotDocuments = ({ slots, inventory }: Fleet) =>
  slots.flatMap(({ machineId, slots: rows }, index) =>
    rows.map((row, place) => ({
      id: `${machineId}-${row.slotNumber}`,
      machineId,
      ...row,
      ...inventory[index]?.stocks[place],
      _deleted: false,
    })),
  )

/** One document per machine with its whole content: the format of the app. */
export const machineDocuments = ({ machines, slots, inventory }: Fleet) =>
  machines.map((machine, index) => ({
    ...machine,
    id: String(machine.id),
    slots: slots[index]?.slots,
    stocks: inventory[index]?.stocks,
    _deleted: false,
  }))
