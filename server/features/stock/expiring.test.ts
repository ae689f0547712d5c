import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExpiringStock } from '#contract/stock.ts'
import { MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../tests/support/phone.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
let cola: number
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company, { name: 'Cola', lastCost: 50 })
})
afterAll(() => world.close())

beforeEach(async () => {
  clock.pass(MINUTE / 10)
  machine = await aMachine(world.ctx, world.company, { name: 'Foyer', slots: [{ number: '11', product: cola, max: 30, quantity: 4 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  clock.pass(MINUTE / 10)
})

const restock = (quantity: number, bestBefore?: string | null, at = clock.now()): PhoneOperation & { opId: string } => ({
  call: 'restockSlots',
  machineId: machine.id,
  at,
  opId: randomUUID(),
  body: [{ productInstallationId: machine.slot('11').point, quantity, ...(bestBefore === undefined ? {} : { bestBefore }) }],
})
const sold = (left: number, shown: number): PhoneOperation => ({
  call: 'changeInventory',
  machineId: machine.id,
  at: clock.now(),
  body: { type: 'SOLD', stocks: [{ productInstallationId: machine.slot('11').point, quantity: left, baseQuantity: shown }] },
})
const expiring = async (until: string, by = world.manager.call): Promise<ExpiringStock[]> =>
  (await by('GET', `/inventory/expiring?until=${until}&machine=${machine.id}`)).json().data
const send = async (...operations: PhoneOperation[]) => {
  for (const one of operations) expect(await aPhone(world.serviceman.call).push(one)).toMatchObject([{ status: 'applied' }])
}

test('lists what is left of dated restocks, by first in, first out', async () => {
  const at = clock.now()
  const restocks = [restock(5, '2026-12-03', at - 3_000), restock(6, null, at - 2_000), restock(3, '2026-12-20', at - 1_000)]
  // In any order of arrival.
  await send(...restocks.toReversed())
  expect(await expiring('2026-12-10')).toMatchObject([
    {
      machine: { id: machine.id, name: 'Foyer' },
      slotNumber: '11',
      product: { id: cola },
      bestBefore: '2026-12-03',
      quantity: 5,
      value: 2.5,
    },
  ])
  // Each date is its own entry: only 5 pieces expire on 3 December.
  expect(await expiring('2026-12-31')).toMatchObject([
    { bestBefore: '2026-12-03', quantity: 5 },
    { bestBefore: '2026-12-20', quantity: 3 },
  ])
  expect(await expiring('2026-12-02')).toEqual([])
  clock.pass(1_000)
  // 4 of the first count and 3 of the first restock are sold.
  await send(sold(11, 18))
  expect(await expiring('2026-12-10')).toMatchObject([{ quantity: 2, value: 1 }])
  clock.pass(1_000)
  await send(sold(2, 11))
  expect(await expiring('2026-12-31')).toMatchObject([{ bestBefore: '2026-12-20', quantity: 2 }])
})

test('an undone restock does not expire', async () => {
  const wrong = restock(5, '2026-12-03')
  await send(wrong)
  expect(await expiring('2026-12-31')).toHaveLength(1)
  clock.pass(1_000)
  await send({ call: 'voidOperation', machineId: machine.id, at: clock.now(), body: { operationId: wrong.opId } })
  expect(await expiring('2026-12-31')).toEqual([])
})

test('only managers of the company see it', async () => {
  await send(restock(5, '2026-12-03'))
  expect(await expiring('2026-12-31', world.rival.call)).toEqual([])
  expect((await world.serviceman.call('GET', '/inventory/expiring?until=2026-12-31')).statusCode).toBe(403)
})

test('a day that does not exist is refused', async () => {
  expect(await aPhone(world.serviceman.call).push(restock(5, '2026-02-30'))).toMatchObject([{ status: 'rejected', code: 'INVALID' }])
})
