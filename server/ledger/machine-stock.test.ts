import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, inWarehouse, type StandingDevice, type StandingMachine } from '../../tests/support/fleet.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { publish } from '../sync/feed.ts'
import { machineStockByFeed, type ReadMachineStock } from './machine-stock.ts'

/** Short enough that sign-ins stay valid for the whole test. */
const STEP = 20 * SECOND
const clock = aClock()
let world: TwoCompanies
let snack: StandingMachine
let other: StandingMachine
let coffee: StandingMachine
let device: StandingDevice
let [cola, crisps, espresso, beans] = [0, 0, 0, 0]

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
  const { ctx, company } = world
  cola = await aProduct(ctx, company, { name: 'Cola', sku: 'COLA' })
  crisps = await aProduct(ctx, company, { name: 'Crisps', sku: 'CRISPS' })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
  const slots = [
    { number: '11', product: cola, max: 10, price: 150, quantity: 2 },
    { number: '12', product: cola, max: 10, price: 150, quantity: 12 },
    { number: '13', product: crisps, price: 150 },
  ]
  snack = await aMachine(ctx, company, { name: 'Snack', slots })
  other = await aMachine(ctx, company, { slots })
  coffee = await aMachine(ctx, company, {
    slots: [{ number: '1', product: espresso, price: 200 }],
    canisters: [{ product: beans, max: 1000, quantity: 500 }],
  })
  await inWarehouse(ctx, company, cola, 40)
  device = await aDevice(ctx, company, { machine: snack.id })
})
afterAll(() => world.close())

const read = (reader: ReadMachineStock) =>
  world.ctx.database.withTenant(world.company, async (db) => structuredClone(await reader(db, world.company, clock.now())), {
    snapshot: true,
  })

const call = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, key: string = randomUUID()) => {
  const headers = { 'idempotency-key': key, 'occurred-at': toIso(clock.now()) }
  const answer = await world.manager.call(method, path, body, headers)
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300)
  return answer.json().data
}
const at = (machine: StandingMachine, path: string) => `/machines/${machine.id}${path}`
const count = (machine: StandingMachine, number: string, quantity: number, key?: string) => {
  const stocks = [{ productInstallationId: machine.slot(number).point, quantity }]
  return call('POST', at(machine, '/inventory'), { type: 'ADJUST', stocks }, key)
}
const firstReview = async () => (await world.manager.call('GET', '/review-items')).json().data[0].id

test('sums kept by the feed equal a complete read after each kind of change', async () => {
  const vend = { id: '1-1', type: 'VEND', at: toIso(clock.now() + STEP), selection: '11', price: 1.5, method: 'CASH' }
  const undone = randomUUID()
  let imported = ''
  const changes: [string, () => Promise<unknown>][] = [
    ['vend', () => callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, [vend])],
    ['restock', () => call('POST', at(snack, '/slots/restock'), [{ productInstallationId: snack.slot('13').point, quantity: 4 }])],
    ['count', () => count(snack, '12', 0, undone)],
    ['undo', () => call('POST', at(snack, '/voids'), { operationId: undone })],
    ['canister', () => call('POST', at(coffee, '/coffee/inventory'), { type: 'ADJUST', stocks: [{ productId: beans, quantity: 70 }] })],
    ['canister size', () => call('PATCH', at(coffee, '/ingredients'), [{ productId: beans, maxQuantity: 900 }])],
    ['maximum', () => call('PATCH', at(snack, '/slots'), [{ slotId: snack.slot('13').slotId, maxQuantity: 20 }])],
    ['other product', () => call('PATCH', at(snack, '/slots'), [{ slotId: snack.slot('12').slotId, productId: crisps }])],
    ['decision', async () => call('POST', `/review-items/${await firstReview()}/decision`, { decision: 'TO_SLOT' })],
    ['new slot', () => call('POST', at(snack, '/slots'), { slotNumber: '14', productId: cola, maxQuantity: 7 })],
    ['removed slot', () => call('DELETE', at(other, `/slots/${other.slot('12').slotId}?stock=WAREHOUSE`))],
    [
      'planogram',
      () => call('PUT', at(other, '/planogram'), { slots: [{ slotNumber: '30', productId: cola, vendPrice: 1.5, maxQuantity: 5 }] }),
    ],
    ['new machine', () => call('POST', '/machines', { name: 'Third', type: 'SNACK', copySlotsOf: snack.id })],
    [
      'import',
      async () => {
        const content = Buffer.from('Machine;Slot;Product;Price;Max\nSnack;21;COLA;1.50;8').toString('base64')
        imported = (await call('POST', '/imports', { kind: 'PLANOGRAMS', content, confirm: true })).importId
      },
    ],
    ['undone import', () => call('POST', `/imports/${imported}/undo`)],
    ['deleted machine', () => call('DELETE', at(snack, ''))],
    ['machine back in service', () => call('POST', at(snack, '/reactivate'))],
  ]
  const kept = machineStockByFeed()
  let before = await read(kept)
  for (const [what, change] of changes) {
    clock.pass(STEP)
    await change()
    const after = await read(kept)
    expect(after, what).toEqual(await read(machineStockByFeed()))
    expect(after, what).not.toEqual(before)
    before = after
  }
})

test('only machines in the feed are read again, and after an hour all', async () => {
  const { ctx, company } = world
  const kept = machineStockByFeed()
  await read(kept)
  const fill = (machine: StandingMachine, balance: number) =>
    ctx.database.withTenant(company, (db) => db.execute(sql`update stock_points set balance = ${balance} where machine_id = ${machine.id}`))
  await fill(snack, 5_000)
  await fill(coffee, 333_000)
  await ctx.database.withTenant(company, (db) => publish(db, company, [{ kind: 'inventory', id: coffee.id }], clock.now()))
  const complete = await read(machineStockByFeed())
  const partly = await read(kept)
  expect(partly.get(beans)).toEqual(complete.get(beans))
  expect(partly.get(cola)).not.toEqual(complete.get(cola))
  clock.pass(HOUR)
  expect(await read(kept)).toEqual(complete)
})
