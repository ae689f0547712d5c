import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const START = Date.UTC(2026, 4, 4, 9)
let now = START
let world: TwoCompanies
let machine: StandingMachine
let crisps: number
let cola: number
let espresso: number
let beans: number

beforeAll(async () => {
  world = await twoCompanies({ now: () => now })
  const { ctx, company } = world
  crisps = await aProduct(ctx, company, { name: 'Crisps' })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
})
beforeEach(async () => {
  const { ctx, company, serviceman } = world
  machine = await aMachine(ctx, company, {
    slots: [{ number: '11', product: crisps, max: 10, price: 150, quantity: 4 }, { number: '12' }],
  })
  await assign(ctx, company, machine.id, serviceman.id)
  // Small enough that sign-ins do not expire meanwhile.
  now += 20 * SECOND
})
afterAll(() => world.close())

const idOf = (number: string) => machine.slot(number).slotId
const edit = (edits: unknown, person = world.manager, headers: Record<string, string> = {}) =>
  person.call('PATCH', `/machines/${machine.id}/slots`, edits, headers)
const slot = async (number: string, person = world.manager) =>
  (await person.call('GET', `/machines/${machine.id}/slots`))
    .json()
    .data.find(({ slotNumber }: { slotNumber: string }) => slotNumber === number)
const inventory = async () => (await world.manager.call('GET', `/machines/${machine.id}/inventory?groupBy=slot`)).json().data

describe('slot edit', () => {
  test('changes price and maximum and returns the current slots', async () => {
    const answer = await edit([{ slotId: idOf('11'), vendPrice: 1.8, maxQuantity: 12 }])
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      slots: [{ slotId: idOf('11'), vendPrice: 1.8, maxQuantity: 12, product: { id: crisps } }],
      warnings: [],
    })
    expect(await slot('11')).toMatchObject({ vendPrice: 1.8, maxQuantity: 12, productInstallationId: machine.slot('11').point })
    expect(await inventory()).toEqual([expect.objectContaining({ maxQuantity: 12, currentQuantity: 4 })])
  })

  test('with another product closes the installation and opens an empty one', async () => {
    await edit([{ slotId: idOf('11'), productId: cola }])
    const { productInstallationId } = await slot('11')
    expect(productInstallationId).not.toBe(machine.slot('11').point)
    expect(await inventory()).toEqual([
      expect.objectContaining({ productId: cola, productInstallationId, currentQuantity: 0, maxQuantity: 10 }),
    ])
    const late = await world.serviceman.call('POST', `/machines/${machine.id}/slots/restock`, [
      { productInstallationId: machine.slot('11').point, quantity: 3 },
    ])
    expect(late.json().data.warnings).toEqual([expect.objectContaining({ code: 'CLOSED_INSTALLATION' })])
    expect((await inventory())[0].currentQuantity).toBe(0)
  })

  test('can clear one slot and fill another', async () => {
    await edit([
      { slotId: idOf('11'), productId: null },
      { slotId: idOf('12'), productId: crisps, maxQuantity: 6, vendPrice: 2 },
    ])
    expect(await slot('11')).toMatchObject({ product: null, productInstallationId: null })
    expect(await inventory()).toEqual([
      expect.objectContaining({ slotNumber: '12', productId: crisps, maxQuantity: 6, currentQuantity: 0 }),
    ])
  })

  test('counts once, however often it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await edit([{ slotId: idOf('11'), productId: cola }], world.manager, headers)
    const again = await edit([{ slotId: idOf('11'), productId: cola }], world.manager, headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
  })
})

describe('concurrent edits of a slot', () => {
  test('with different prices reject the second edit as a whole', async () => {
    await edit([{ slotId: idOf('11'), vendPrice: 1.7, base: { vendPrice: 1.5 } }])
    const answer = await edit([
      { slotId: idOf('12'), vendPrice: 9 },
      { slotId: idOf('11'), vendPrice: 1.6, maxQuantity: 20, base: { vendPrice: 1.5, maxQuantity: 10 } },
    ])
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'SLOT_CHANGED',
      details: [{ slotId: idOf('11'), conflicts: [{ field: 'vendPrice', mine: 1.6, theirs: 1.7 }] }],
    })
    expect(await slot('11')).toMatchObject({ vendPrice: 1.7, maxQuantity: 10 })
    expect(await slot('12')).toMatchObject({ vendPrice: null })
  })

  test('keep the newest maximum in any order and report the overridden one', async () => {
    const early = { 'occurred-at': toIso(now - 10 * SECOND) }
    const late = { 'occurred-at': toIso(now - 5 * SECOND) }
    expect(
      (await edit([{ slotId: idOf('11'), maxQuantity: 14, base: { maxQuantity: 10 } }], world.manager, late)).json().data.warnings,
    ).toEqual([])
    const answer = await edit([{ slotId: idOf('11'), maxQuantity: 12, base: { maxQuantity: 10 } }], world.manager, early)
    expect(answer.json().data.warnings).toEqual([{ code: 'MAXIMUM_OVERRIDDEN', slotId: idOf('11'), mine: 12, theirs: 14 }])
    expect(await slot('11')).toMatchObject({ maxQuantity: 14 })
  })
})

describe('slot edit is rejected', () => {
  test('for a serviceman, also if pushed from an outbox', async () => {
    const edits = [{ slotId: idOf('11'), vendPrice: 0.1 }]
    expect((await edit(edits, world.serviceman)).json().code).toBe('FORBIDDEN')
    const operation = { opId: randomUUID(), call: 'editSlots', machineId: machine.id, occurredAt: toIso(now), body: edits }
    const pushed = await world.serviceman.call('POST', '/sync/push', { deviceId: 'phone', ops: [operation] })
    expect(pushed.json().data.results).toMatchObject([{ opId: operation.opId, status: 'rejected', code: 'FORBIDDEN' }])
    expect(await slot('11')).toMatchObject({ vendPrice: 1.5 })
  })

  test('for another company, like a missing machine', async () => {
    const answer = await edit([{ slotId: idOf('11'), vendPrice: 0.1 }], world.rival)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('MACHINE_NOT_FOUND')
    expect(await slot('11')).toMatchObject({ vendPrice: 1.5 })
  })

  test('for unknown slots or products, or those of another company', async () => {
    const { ctx, company, rivalCompany } = world
    const foreign = await aProduct(ctx, rivalCompany)
    const withdrawn = await aProduct(ctx, company, { deleted: true })
    const other = await aMachine(ctx, company, { slots: [{ number: '11' }] })
    expect((await edit([{ slotId: other.slot('11').slotId, vendPrice: 1 }])).json()).toMatchObject({ status: 404, code: 'SLOT_NOT_FOUND' })
    for (const productId of [foreign, withdrawn, 999_999]) {
      expect((await edit([{ slotId: idOf('11'), productId }])).json()).toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND' })
    }
  })

  test('if the product does not fit the machine type', async () => {
    for (const productId of [espresso, beans]) {
      expect((await edit([{ slotId: idOf('12'), productId }])).json()).toMatchObject({ status: 422, code: 'PRODUCT_TYPE_MISMATCH' })
    }
  })

  test('for contradictory fields or invalid prices', async () => {
    expect(
      (
        await edit([
          { slotId: idOf('11'), vendPrice: 1 },
          { slotId: idOf('11'), vendPrice: 2 },
        ])
      ).json().code,
    ).toBe('INVALID')
    expect((await edit([{ slotId: idOf('11'), vendPrice: -0.1 }])).json().code).toBe('INVALID')
    expect((await edit([{ slotId: idOf('11'), maxQuantity: 500_001 }])).json().code).toBe('INVALID')
    expect((await edit([])).json().code).toBe('INVALID')
  })
})

test('coffee machine selection accepts only hot drinks and has no maximum', async () => {
  const { ctx, company, manager } = world
  const coffee = await aMachine(ctx, company, { slots: [{ number: '1' }], canisters: [{ product: beans, max: 3000, quantity: 100 }] })
  const { slotId } = coffee.slot('1')
  const change = (edits: object) => manager.call('PATCH', `/machines/${coffee.id}/slots`, [{ slotId, ...edits }])
  expect((await change({ productId: cola })).json().code).toBe('PRODUCT_TYPE_MISMATCH')
  const answer = await change({ productId: espresso, maxQuantity: 50, vendPrice: 1.2 })
  expect(answer.json().data.slots).toMatchObject([{ product: { id: espresso }, maxQuantity: null, vendPrice: 1.2 }])
  const { data } = (await manager.call('GET', `/machines/${coffee.id}/inventory?groupBy=slot`)).json()
  expect(data).toMatchObject([{ productId: beans, currentQuantity: 100 }])
})

test('edit publishes slots, stock and machine to the next pull', async () => {
  const before = (await world.serviceman.call('POST', '/sync/pull', {})).json().data
  await edit([{ slotId: idOf('11'), vendPrice: 2.2 }])
  const { changes } = (await world.serviceman.call('POST', '/sync/pull', { cursor: before.cursor })).json().data
  expect(changes.slots).toMatchObject([{ machineId: machine.id, slots: { slotNumber: ['11', '12'], vendPrice: [2.2, null] } }])
  expect(changes.inventory).toMatchObject([{ machineId: machine.id }])
  expect(changes.machines).toMatchObject([{ id: machine.id }])
})
