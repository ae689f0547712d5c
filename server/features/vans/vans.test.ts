import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toRows } from '#contract/columns.ts'
import type { OwnVan } from '#contract/own-van.ts'
import type { ReviewItem } from '#contract/reviews.ts'
import type { Van, VanWithStock } from '#contract/vans.ts'
import type { OperationId } from '#domain/ids.ts'
import { HOUR, MINUTE, toIso } from '#domain/time.ts'
import { type HandOver, signedText } from '#domain/vans/hand-over.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../tests/support/phone.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let rival: Caller
let driver: Caller
let helper: Caller
let third: Caller
let helperId: number
let cola: number
let water: number
let machine: StandingMachine
let van: Van
let other: Van

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aUser(world.ctx, { id: world.company }, { login: 'third', companyRole: 'ROLE_EMPLOYEE' })
  helperId = (await aUser(world.ctx, { id: world.company }, { login: 'van-helper', companyRole: 'ROLE_EMPLOYEE' })).id
})
afterAll(() => world.close())

/** Sessions end while time passes. */
async function later(time: number) {
  clock.pass(time)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  manager = await as('manager')
  driver = await as('serviceman')
  rival = await as('rival')
  helper = await as('van-helper')
  third = await as('third')
}

beforeEach(async () => {
  await later(HOUR)
  for (const one of (await manager('GET', '/vans')).json().data as Van[])
    if (one.isActive) await manager('PATCH', `/vans/${one.id}`, { isActive: false })
  clock.pass(MINUTE)
  cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  water = await aProduct(world.ctx, world.company, { name: `Water ${randomUUID()}` })
  machine = await aMachine(world.ctx, world.company, {
    slots: [
      { number: '11', product: cola, max: 10, quantity: 0 },
      { number: '12', product: cola, max: 10, quantity: 0 },
      { number: '13', product: water, max: 10, quantity: 0 },
    ],
  })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  await manager('POST', '/inventory/changes', { type: 'SET', items: [{ productId: cola, quantity: 100 }] })
  van = await aVan('Berta', world.serviceman.id)
  other = await aVan('Carla', helperId)
  await later(HOUR)
})

async function aVan(name: string, driverId: number | null): Promise<Van> {
  const added = await manager('POST', '/vans', { name: `${name} ${randomUUID()}`.slice(0, 60), driverId })
  expect(added.statusCode).toBe(200)
  return added.json().data
}
const stockOf = async ({ id }: Pick<Van, 'id'>): Promise<Record<number, number>> => {
  const { stocks } = (await manager('GET', `/vans/${id}`)).json().data as VanWithStock
  return Object.fromEntries(stocks.map(({ product, quantity }) => [product.id, quantity]))
}
const inWarehouse = async (product: number): Promise<number> => {
  const { data } = (await manager('GET', '/inventory/products?size=1000')).json()
  return data.find((row: { product: { id: number } }) => row.product.id === product).inWarehouse
}
/** `ago`: minutes before now. */
const recorded = (call: string, body: unknown, ago = 10): PhoneOperation & { opId: OperationId } => ({
  call,
  machineId: null,
  at: clock.now() - ago * MINUTE,
  opId: randomUUID(),
  body,
})
const change = (type: string, quantity: number, ago = 10) =>
  recorded('changeVan', { van: van.id, type, items: [{ productId: cola, quantity }] }, ago)
const restock = (quantity: number, { ago = 5, full = false, slot = '11' } = {}) => ({
  ...recorded('restockSlots', [{ productInstallationId: machine.slot(slot).point, quantity, full }], ago),
  machineId: machine.id,
})
const send = async (by: Caller, ...operations: PhoneOperation[]) => aPhone(by).push(...operations)
const codes = (results: { status: string; code?: string | null }[]) => results.map(({ status, code }) => code ?? status)
const ownVan = async (by: Caller): Promise<OwnVan | undefined> => {
  const { data } = (await by('POST', '/sync/pull', { cursor: null })).json()
  return data.changes.vans[0]
}
const expectSound = async () => expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [] })

describe('stock of a van', () => {
  test('a load moves goods from the warehouse into the van', async () => {
    expect(codes(await send(driver, change('LOAD', 12)))).toEqual(['applied'])
    expect(await stockOf(van)).toEqual({ [cola]: 12 })
    expect(await inWarehouse(cola)).toBe(88)
  })

  test('a restock takes from the van of its user, and not from the warehouse', async () => {
    await send(driver, change('LOAD', 12), restock(5), restock(4, { slot: '12' }))
    expect(await stockOf(van)).toEqual({ [cola]: 3 })
    expect(await inWarehouse(cola)).toBe(88)
  })

  test('a full restock takes only what was added', async () => {
    await send(driver, change('LOAD', 12), restock(5, { full: true }))
    expect(await stockOf(van)).toEqual({ [cola]: 7 })
  })

  test('return, loss and count change it as well', async () => {
    await send(driver, change('LOAD', 12, 20), change('RETURN', 2, 15), change('LOSS', 1, 14))
    expect([await stockOf(van), await inWarehouse(cola)]).toEqual([{ [cola]: 9 }, 90])
    await send(driver, change('COUNT', 8, 10), restock(3))
    expect(await stockOf(van)).toEqual({ [cola]: 5 })
  })

  test('is the same in any order of arrival, and with repeated sends', async () => {
    const day = [change('LOAD', 12, 40), change('COUNT', 10, 20), restock(3, { ago: 30 }), restock(4, { ago: 10 })]
    for (const operation of day.toReversed()) await send(driver, operation, operation)
    await send(driver, ...day)
    expect([await stockOf(van), await inWarehouse(cola)]).toEqual([{ [cola]: 6 }, 88])
  })

  test('an undone restock is back in the van', async () => {
    const operation = restock(5)
    await send(driver, change('LOAD', 12), operation)
    const undone = await driver('POST', `/machines/${machine.id}/voids`, { operationId: operation.opId })
    expect(undone.json().data.stocks.map(({ currentQuantity }: { currentQuantity: number }) => currentQuantity)).toEqual([0])
    expect(await stockOf(van)).toEqual({ [cola]: 12 })
  })

  test('goods of a deleted slot go into the van of its user', async () => {
    const managers = await aVan('Dora', world.manager.id)
    await send(driver, change('LOAD', 12), restock(5))
    const { slotId } = machine.slot('11')
    await manager('DELETE', `/machines/${machine.id}/slots/${slotId}?stock=WAREHOUSE`)
    expect([await stockOf(managers), await inWarehouse(cola)]).toEqual([{ [cola]: 5 }, 88])
  })

  test('belongs to the driver at the time of the restock', async () => {
    await send(driver, change('LOAD', 12))
    await manager('PATCH', `/vans/${van.id}`, { driverId: null })
    await later(20 * MINUTE)
    await send(driver, restock(2, { ago: 25 }), restock(3, { ago: 5, slot: '12' }))
    expect(await stockOf(van)).toEqual({ [cola]: 10 })
  })

  test('below zero is recorded, and one review item requests a count', async () => {
    await send(driver, restock(2, { ago: 9 }), restock(3, { ago: 8, slot: '12' }))
    expect(await stockOf(van)).toEqual({ [cola]: -5 })
    const items = async (): Promise<ReviewItem[]> =>
      (await manager('GET', '/review-items')).json().data.filter(({ kind }: ReviewItem) => kind === 'VAN_BELOW_ZERO')
    const [item, ...others] = await items()
    expect([item?.van?.id, item?.machine.id, item?.choices, others.length]).toEqual([van.id, 0, ['COUNT', 'KEEP'], 0])
    const decided = await manager('POST', `/review-items/${item?.id}/decision`, { decision: 'COUNT', quantity: 4 })
    expect(decided.statusCode).toBe(200)
    expect([await stockOf(van), await items()]).toEqual([{ [cola]: 4 }, []])
  })

  test('below zero is asked about again after the first restock was undone', async () => {
    const first = restock(2, { ago: 9 })
    await send(driver, first)
    await driver('POST', `/machines/${machine.id}/voids`, { operationId: first.opId })
    const items = async () => (await manager('GET', '/review-items')).json().data.map(({ kind }: ReviewItem) => kind)
    expect([await stockOf(van), await items()]).toEqual([{}, []])
    await send(driver, restock(3, { ago: 8, slot: '12' }))
    expect([await stockOf(van), await items()]).toEqual([{ [cola]: -3 }, ['VAN_BELOW_ZERO']])
  })
})

describe('vans', () => {
  test('a company without vans has none on its phones', async () => {
    expect((await rival('GET', '/vans')).json().data).toEqual([])
    expect(await ownVan(rival)).toBeUndefined()
  })

  test('the phone of the driver has the van until another person drives it', async () => {
    await send(driver, change('LOAD', 12))
    const own = await ownVan(driver)
    expect([own?.id, own && toRows(own.stocks)[0]?.balance, own?.others.map(({ id }) => id)]).toEqual([van.id, 12_000, [other.id]])
    const phone = aPhone(driver)
    await phone.pullAll()
    await manager('PATCH', `/vans/${van.id}`, { driverId: null })
    const [page] = await phone.pullAll()
    expect(page?.changes.vans).toEqual([])
    expect(page?.removed.vans).toContain(van.id)
  })

  test('names and drivers are unique', async () => {
    const code = async (body: object) => (await manager('POST', '/vans', body)).json().code
    expect(await code({ name: van.name.toUpperCase() })).toBe('VAN_EXISTS')
    expect(await code({ name: 'Emil', driverId: world.serviceman.id })).toBe('DRIVER_TAKEN')
    expect(await code({ name: 'Emil', driverId: world.rival.id })).toBe('USER_NOT_FOUND')
    expect((await manager('PATCH', `/vans/${van.id}`, { isActive: false, driverId: helperId })).json().code).toBe('VAN_INACTIVE')
  })

  test('only the driver and managers record for a van', async () => {
    expect(codes(await send(third, change('LOAD', 1)))).toEqual(['VAN_NOT_FOUND'])
    expect(codes(await send(rival, change('LOAD', 1)))).toEqual(['VAN_NOT_FOUND'])
    expect(codes(await send(manager, change('LOAD', 1)))).toEqual(['applied'])
    expect((await rival('GET', `/vans/${van.id}`)).statusCode).toBe(404)
    expect((await driver('GET', '/vans')).statusCode).toBe(403)
  })

  test('an operation of a van has no machine, and all others have one', async () => {
    const results = await send(driver, { ...change('LOAD', 1), machineId: machine.id }, { ...restock(1), machineId: null })
    expect(codes(results)).toEqual(['INVALID', 'INVALID'])
  })
})

describe('a hand-over', () => {
  const given = async (quantity: number, at = clock.now() - MINUTE): Promise<HandOver & { signature: string }> => {
    const own = await ownVan(driver)
    const handed = { id: randomUUID(), from: van.id, to: other.id, at, items: [{ productId: cola, quantity }] }
    return {
      ...handed,
      signature: createHmac('sha256', own?.key ?? '')
        .update(signedText(handed))
        .digest('base64url'),
    }
  }
  const both = async () => [await stockOf(van), await stockOf(other)]

  beforeEach(async () => {
    await send(driver, change('LOAD', 12, 20))
  })

  test.each([
    ['both phones', ['giver', 'taker']],
    ['both phones, the taker first', ['taker', 'giver']],
    ['the giver alone', ['giver']],
    ['the taker alone', ['taker']],
    ['both phones twice', ['taker', 'giver', 'giver', 'taker']],
  ])('counts once if it is sent by %s', async (_, senders) => {
    const body = await given(5)
    for (const sender of senders) {
      const operation = recorded('handOver', body)
      expect(codes(await send(sender === 'giver' ? driver : helper, operation, operation))).toEqual(['applied', 'applied'])
    }
    expect(await both()).toEqual([{ [cola]: 7 }, { [cola]: 5 }])
    expect((await ownVan(helper))?.handOvers).toEqual([body.id])
    await expectSound()
  })

  test('with other amounts, vans or times than the giver signed is refused', async () => {
    const body = await given(5)
    const forged = [
      { ...body, items: [{ productId: cola, quantity: 6 }] },
      { ...body, at: body.at - 1 },
      { ...body, id: randomUUID() },
      { ...body, from: other.id, to: van.id },
    ]
    for (const one of forged) expect(codes(await send(helper, recorded('handOver', one)))).toEqual(['HAND_OVER_FORGED'])
    expect(codes(await send(helper, recorded('handOver', body)))).toEqual(['applied'])
    expect(await both()).toEqual([{ [cola]: 7 }, { [cola]: 5 }])
  })

  test('that the giver changed after it counted is refused', async () => {
    const body = await given(5)
    const own = await ownVan(driver)
    const changed = { ...body, items: [{ productId: cola, quantity: 1 }] }
    const signature = createHmac('sha256', own?.key ?? '')
      .update(signedText(changed))
      .digest('base64url')
    await send(helper, recorded('handOver', body))
    expect(codes(await send(driver, recorded('handOver', { ...changed, signature })))).toEqual(['HAND_OVER_CHANGED'])
  })

  test.each([
    ['no warning one minute ago', -MINUTE, []],
    ['LATE three days ago', -72 * HOUR, ['LATE']],
    ['DOUBTFUL_CLOCK in three hours', 3 * HOUR, ['DOUBTFUL_CLOCK']],
    ['LATE and DOUBTFUL_CLOCK in 1970', 'BEGINNING' as const, ['LATE', 'DOUBTFUL_CLOCK']],
  ])('has %s by the time that the giver signed', async (_, ago, expected) => {
    const body = await given(5, ago === 'BEGINNING' ? HOUR : clock.now() + ago)
    const [result] = await send(helper, recorded('handOver', body))
    expect([result?.status, result?.warnings?.map(({ code }) => code) ?? []]).toEqual(['applied', expected])
  })

  test('is refused from anyone but its two drivers', async () => {
    const body = await given(5)
    expect(codes(await send(third, recorded('handOver', body)))).toEqual(['VAN_NOT_FOUND'])
    expect(codes(await send(rival, recorded('handOver', body)))).toEqual(['VAN_NOT_FOUND'])
    expect(codes(await send(driver, recorded('handOver', body)))).toEqual(['applied'])
    expect(await both()).toEqual([{ [cola]: 7 }, { [cola]: 5 }])
  })

  test('counts at the time that the giver signed', async () => {
    const body = await given(5)
    await later(HOUR)
    await send(driver, change('COUNT', 9, 30))
    await send(helper, recorded('handOver', body))
    expect(await both()).toEqual([{ [cola]: 9 }, { [cola]: 5 }])
    expect(toIso(body.at) < toIso(clock.now())).toBe(true)
  })
})
