import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { publish } from '../../sync/feed.ts'
import { emptyPlacesByFeed, type ReadEmpty } from './empty-places.store.ts'

const clock = aClock()
let world: TwoCompanies
let snack: StandingMachine
let other: StandingMachine
let coffee: StandingMachine
let device: StandingDevice
let beans: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
  const { ctx, company } = world
  const cola = await aProduct(ctx, company)
  beans = await aProduct(ctx, company, { packaging: 'INGREDIENT' })
  const slots = [
    { number: '11', product: cola, max: 10, price: 150, quantity: 1 },
    { number: '12', product: cola, max: 10, price: 150, quantity: 10 },
    { number: '13', product: cola, max: 10, price: 150 },
  ]
  snack = await aMachine(ctx, company, { slots })
  other = await aMachine(ctx, company, { slots })
  coffee = await aMachine(ctx, company, { canisters: [{ product: beans, max: 1000, quantity: 500 }] })
  device = await aDevice(ctx, company, { machine: snack.id })
})
afterAll(() => world.close())

const read = (reader: ReadEmpty) =>
  world.ctx.database.withTenant(world.company, async (db) =>
    [...(await reader(db, world.company, clock.now())).values()]
      .map((one) => ({ ...one, since: one.since.toSorted() }))
      .toSorted((a, b) => a.machine - b.machine),
  )

async function send(path: string, body: unknown, key: string = randomUUID()) {
  const answer = await world.manager.call('POST', `/machines/${path}`, body, { 'idempotency-key': key, 'occurred-at': toIso(clock.now()) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
const count = (machine: StandingMachine, number: string, quantity: number, key?: string) => {
  const stocks = [{ productInstallationId: machine.slot(number).point, quantity }]
  return send(`${machine.id}/inventory`, { type: 'ADJUST', stocks }, key)
}

test('places read again by the feed equal a complete read after each kind of change', async () => {
  const kept = emptyPlacesByFeed()
  const vend = { id: '1-1', type: 'VEND', at: toIso(clock.now() + MINUTE), selection: '11', price: 1.5, method: 'CASH' }
  const undone = randomUUID()
  const changes: (() => Promise<unknown>)[] = [
    () => callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, [vend]),
    () => send(`${snack.id}/slots/restock`, [{ productInstallationId: snack.slot('13').point, quantity: 4 }]),
    () => count(snack, '12', 0, undone),
    () => send(`${snack.id}/voids`, { operationId: undone }),
    () => send(`${coffee.id}/coffee/inventory`, { type: 'ADJUST', stocks: [{ productId: beans, quantity: 0 }] }),
    () => world.manager.call('DELETE', `/machines/${other.id}/slots/${other.slot('13').slotId}`),
    () => count(other, '12', 0),
    () => world.manager.call('DELETE', `/machines/${other.id}`),
    () => world.manager.call('POST', `/machines/${other.id}/reactivate`, undefined, { 'idempotency-key': randomUUID() }),
  ]
  let before = await read(kept)
  for (const [step, change] of changes.entries()) {
    clock.pass(MINUTE)
    await change()
    const after = await read(kept)
    expect(after, `step ${step}`).toEqual(await read(emptyPlacesByFeed()))
    expect(after, `step ${step}`).not.toEqual(before)
    before = after
  }
})

test('only machines in the feed are read again, and after an hour all', async () => {
  const { ctx, company } = world
  const emptied = (machines: readonly StandingMachine[], published: readonly StandingMachine[], balance: number) =>
    ctx.database.withTenant(company, async (db) => {
      for (const { id } of machines) await db.execute(sql`update stock_points set balance = ${balance} where machine_id = ${id}`)
      await publish(
        db,
        company,
        published.map(({ id }) => ({ kind: 'inventory', id })),
        clock.now(),
      )
    })
  await emptied([snack, other, coffee], [snack, other, coffee], 9_000)
  const kept = emptyPlacesByFeed()
  expect(await read(kept)).toEqual([])
  await emptied([snack, coffee], [coffee], 0)
  expect((await read(kept)).map(({ machine }) => machine)).toEqual([coffee.id])
  clock.pass(HOUR)
  expect((await read(kept)).map(({ machine }) => machine)).toEqual([snack.id, coffee.id])
})
