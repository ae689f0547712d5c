import * as v from 'valibot'
import { DeviceWithCode, MachineDevice } from '#contract/devices.ts'
import { MachineToday } from '#contract/machines.ts'
import { Product } from '#contract/products.ts'
import { Slot } from '#contract/slots.ts'
import { InventoryItem } from '#contract/stock.ts'
import type { ImportKind } from '#domain/imports.ts'
import { type Moment, SECOND, toIso } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import { CATALOGUE, type DemoProduct } from '../../server/demo/catalogue.ts'
import { Chance } from '../../server/demo/chance.ts'
import { choicesOf } from '../../server/demo/demand.ts'
import { drawImei } from '../../server/demo/fleet.ts'
import { countAll } from '../../server/demo/operations.ts'
import { drawPlanogram, type Planogram } from '../../server/demo/planogram.ts'
import { SITE_KINDS, SITES, type SiteKind } from '../../server/demo/sites.ts'
import { pointsOf, Stock } from '../../server/demo/stock-points.ts'
import { type Ask, allOf, dataOf } from './ask.ts'
import type { FleetMachine } from './vending.ts'

const SALES_PER_DAY = 25

/** Creates machines through the company's imports as if they had been in service since `since`, counted and full. */
export async function setUp(manager: Ask, count: number, since: Moment, seed: string): Promise<FleetMachine[]> {
  const known = new Set((await allOf(manager, '/products', Product)).map(({ sku }) => sku))
  // Imports cannot contain recipes, so drinks are sold as products and nothing is brewed.
  const catalogue = CATALOGUE.map((product) => ({ ...product, ingredients: [] }))
  const lacking = catalogue.filter(({ sku }) => !known.has(sku))
  await importRows(manager, 'PRODUCTS', ['sku', 'name', 'packaging'], lacking)
  const fleet = Array.from({ length: count }, (_, index) => {
    const chance = new Chance(`${seed}/${index}`)
    const type = index % 2 === 0 ? ('SNACK' as const) : ('COFFEE' as const)
    const site = chance.pickBy(SITE_KINDS, (kind) => SITES[kind].often)
    const { slots } = drawPlanogram(type, catalogue, { coin: 0.1, dear: SITES[site].dear }, chance)
    return { name: `Simulated ${seed} ${index + 1}`, type, site, planogram: { slots, canisters: [] }, chance }
  })
  await importRows(manager, 'MACHINES', ['name', 'type'], fleet)
  const places = fleet.flatMap(({ name, planogram }) =>
    planogram.slots.map(({ slotNumber, maxQuantity }) => ({ machine: name, slot: slotNumber, maximum: maxQuantity })),
  )
  for (let from = 0; from < places.length; from += 5_000)
    await importRows(manager, 'PLANOGRAMS', ['machine', 'slot', 'maximum'], places.slice(from, from + 5_000))
  const ids = new Map((await allOf(manager, `/machines?query=${encodeURIComponent(seed)}`, MachineToday)).map(({ id, name }) => [name, id]))
  const products = new Map((await allOf(manager, '/products', Product)).map(({ sku, id }) => [sku, id]))
  const machines: FleetMachine[] = []
  for (const { name, planogram, chance, ...machine } of fleet) {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`${name} was imported but does not exist`)
    const slots = dataOf(v.array(Slot), await manager({ method: 'GET', path: `/machines/${id}/slots` }))
    const edits = planogram.slots.map(({ slotNumber, sku, vendPrice }) => {
      return { slotId: slots.find((slot) => slot.slotNumber === slotNumber)?.slotId, productId: products.get(sku), vendPrice }
    })
    const occurred = (at: Moment) => ({ 'occurred-at': toIso(at) })
    await manager({ method: 'PATCH', path: `/machines/${id}/slots`, body: edits, headers: occurred(since) })
    const created = await createFleetMachine(manager, { id, name, ...machine }, planogram, catalogue, chance)
    const stocks = countAll(created.stock, false, chance).map(({ point, quantity }) => {
      return { productInstallationId: created.points[point], quantity }
    })
    if (stocks.length > 0) {
      const body = { type: 'ADJUST', stocks }
      await manager({ method: 'POST', path: `/machines/${id}/inventory`, body, headers: occurred(since + SECOND) })
    }
    machines.push(created)
  }
  return machines
}

/** The company's own machines that have stock to sell. */
export async function adopt(manager: Ask, most: number, seed: string): Promise<FleetMachine[]> {
  const products = await allOf(manager, '/products', Product)
  const skus = new Map(products.map(({ id, sku }) => [id, sku]))
  const skuOf = (id: number) => skus.get(id) ?? ''
  const catalogue = products.map(({ ingredients, lastCost = 0, ...product }): DemoProduct => {
    return {
      ...product,
      lastCost,
      price: 0,
      tray: null,
      ingredients: ingredients.map(({ id, shareAmount }) => ({ sku: skuOf(id), shareAmount })),
    }
  })
  const machines: FleetMachine[] = []
  for (const { id, name, type } of await allOf(manager, '/machines?sort=id', MachineToday)) {
    if (machines.length === most) break
    const slots = dataOf(v.array(Slot), await manager({ method: 'GET', path: `/machines/${id}/slots` }))
    const planogram: Planogram = {
      slots: slots.flatMap(({ slotNumber, product, maxQuantity, vendPrice }) =>
        product && vendPrice !== null ? [{ slotNumber, sku: product.sku, maxQuantity, vendPrice }] : [],
      ),
      canisters: (await inventoryOf(manager, id))
        .filter(({ slotNumber, productInstallationId }) => slotNumber === null && productInstallationId !== null)
        .map(({ product, maxQuantity }) => ({ ingredientSku: product.sku, maxQuantity: maxQuantity ?? 0 })),
    }
    if (planogram.slots.length === 0) continue
    const chance = new Chance(`${seed}/${id}`)
    const site: SiteKind = chance.pickBy(SITE_KINDS, (kind) => SITES[kind].often)
    machines.push(await createFleetMachine(manager, { id, name, type, site }, planogram, catalogue, chance))
  }
  return machines
}

async function createFleetMachine(
  manager: Ask,
  machine: Pick<FleetMachine, 'id' | 'name' | 'type' | 'site'>,
  planogram: Planogram,
  catalogue: readonly DemoProduct[],
  chance: Chance,
): Promise<FleetMachine> {
  const stock = new Stock(pointsOf(planogram))
  const inventory = await inventoryOf(manager, machine.id)
  const points = stock.points.map(({ slotNumber, sku }) => {
    const lies = inventory.find((one) => one.slotNumber === slotNumber && (slotNumber !== null || one.product.sku === sku))
    if (lies?.productInstallationId == null) throw new Error(`no stock in ${slotNumber ?? sku} of ${machine.name}`)
    return lies.productInstallationId
  })
  const choices = choicesOf(planogram, stock.points, catalogue, chance)
  const fleetMachine = { ...machine, choices, stock, points, salesPerDay: chance.logNormal(SALES_PER_DAY, 0.4) }
  await lookInto(manager, fleetMachine)
  return fleetMachine
}

const inventoryOf = async (manager: Ask, id: number) =>
  dataOf(v.array(InventoryItem), await manager({ method: 'GET', path: `/machines/${id}/inventory?groupBy=slot` }))

/** Reads the stock of a machine, regardless of who filled it. */
export async function lookInto(manager: Ask, { id, stock, points }: FleetMachine): Promise<void> {
  for (const { productInstallationId, currentQuantity } of await inventoryOf(manager, id)) {
    const point = points.indexOf(productInstallationId ?? -1)
    if (point >= 0) stock.set(point, toMilli(currentQuantity))
  }
}

/** Gives a machine's device a key with a claim code, as a manager and a device do; creates a device if the machine has none. */
export async function claimFor(manager: Ask, ask: Ask, { id }: FleetMachine, seed: string): Promise<{ imei: string; key: string }> {
  const [there] = dataOf(v.array(MachineDevice), await manager({ method: 'GET', path: `/machines/${id}/devices` }))
  const body = { imei: there?.imei ?? drawImei(new Chance(`${seed}/${id}/imei`)) }
  const code = there
    ? await newCodeOf(manager, there.imei)
    : dataOf(DeviceWithCode, await manager({ method: 'POST', path: '/devices', body })).claimCode
  if (!there) await manager({ method: 'POST', path: `/machines/${id}/devices/${body.imei}` })
  const Claimed = v.object({ key: v.string() })
  const { key } = dataOf(Claimed, await ask({ method: 'POST', path: `/telemetry/${body.imei}/claim`, body: { code } }))
  return { imei: body.imei, key }
}

async function newCodeOf(manager: Ask, imei: string): Promise<string | undefined> {
  const device = (await allOf(manager, '/devices', DeviceWithCode)).find((one) => one.imei === imei)
  return dataOf(DeviceWithCode, await manager({ method: 'PATCH', path: `/devices/${device?.id}`, body: { newClaimCode: true } })).claimCode
}

async function importRows<K extends string>(manager: Ask, kind: ImportKind, columns: readonly K[], rows: readonly Record<K, unknown>[]) {
  if (rows.length === 0) return
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) => cells.join(';'))
  const body = { kind, content: Buffer.from(lines.join('\n')).toString('base64'), confirm: true }
  await manager({ method: 'POST', path: '/imports', body })
}
