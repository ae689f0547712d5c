import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNCHANGED_PLANNING } from '#contract/planning.ts'
import type { Reason, Round, Stop } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingMachine } from '../../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../../tests/support/phone.ts'
import { aClock, signedIn } from '../../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../../tests/support/two-companies.ts'
import { type Forecast, writeForecasts } from '../../forecast/forecast.store.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let rival: Caller
let machine: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const dayAt = (days: number) => isoDay(addDays(dayOf(clock.now(), 'Europe/Berlin'), days))
/** Every visit is worth making. */
const FREE = { ...UNCHANGED_PLANNING, weekdays: [1, 2, 3, 4, 5, 6, 7], hourCost: 0, kilometreCost: 0 }
const settings = (changed: object = {}, by = manager) => by('PUT', '/rounds/settings', { ...FREE, ...changed })

beforeEach(async () => {
  clock.pass(3 * DAY)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
  const cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  machine = await aMachine(world.ctx, world.company, {
    name: 'Foyer',
    slots: [{ number: '11', product: cola, max: 40, quantity: 20, price: 1_000 }],
  })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  clock.pass(MINUTE)
  await push({ call: 'restockSlots', body: [{ productInstallationId: machine.slot('11').point, quantity: 20, bestBefore: null }] })
  await sells(1)
})

const push = async (operation: Pick<PhoneOperation, 'call' | 'body'>) =>
  expect(await aPhone(serviceman).push({ ...operation, machineId: machine.id, at: clock.now() })).toMatchObject([{ status: 'applied' }])

/** Pieces a day. */
async function sells(pieces: number) {
  const spread = { luck: 0, half: 0.25, most: 0.485, switching: 0 }
  const forecast: Forecast = {
    machine: machine.id,
    rhythm: writeRhythm(EVEN),
    spread,
    places: { [machine.slot('11').point]: [30 * pieces, 720, 1_000, 10] },
  }
  await world.ctx.database.withTenant(world.company, (db) => writeForecasts(db, world.company, [forecast], clock.now()))
}

type Planned = { rounds: Round[]; leftOut: { machineId: number; why: Reason }[] }
const plan = async (days = 0): Promise<Planned> =>
  (await manager('POST', '/rounds/plan', { date: dayAt(days), userIds: [world.serviceman.id] })).json().data
async function stopOf(days = 0): Promise<Stop | undefined> {
  const { rounds } = await plan(days)
  return rounds.flatMap(({ stops }) => stops).find(({ machineId }) => machineId === machine.id)
}

describe('planning settings', () => {
  test('are the usual ones until a manager changes them, with figures for empty ones', async () => {
    const { settings: usual, derived } = (await rival('GET', '/rounds/settings')).json().data
    expect(usual).toEqual(UNCHANGED_PLANNING)
    expect(derived).toMatchObject({ minutesAtMachine: 7, minutesPerPiece: 0.1, visits: 0, cashBoxAmount: null })
    const changed = { hourCost: 31.5, start: { address: 'Depot', lat: -36.85, lng: 174.76 }, isNightly: true, nightlyDays: 3 }
    expect((await settings(changed)).json().data.settings).toEqual({ ...FREE, ...changed })
    expect((await manager('GET', '/rounds/settings')).json().data).toMatchObject({
      settings: changed,
      derived: { hourCost: expect.any(Number), kilometreCost: expect.any(Number) },
    })
    expect((await rival('GET', '/rounds/settings')).json().data.settings).toEqual(UNCHANGED_PLANNING)
    expect([(await serviceman('GET', '/rounds/settings')).statusCode, (await settings({}, serviceman)).statusCode]).toEqual([403, 403])
  })

  test.each([
    ['worksUntil', { worksFrom: 600, worksUntil: 620, pauseFrom: 600, pauseMinutes: 20 }],
    ['pauseFrom', { pauseFrom: 7 * 60 }],
    ['weekdays', { weekdays: [] }],
    ['weekdays', { weekdays: [1, 1] }],
    ['hourCost', { hourCost: -1 }],
    ['hourCost', { hourCost: 31.555 }],
    ['kilometreCost', { kilometreCost: 0.3512 }],
    ['cashBoxAmount', { cashBoxAmount: 0.125 }],
    ['nightlyDays', { nightlyDays: 8 }],
    ['start.lat', { start: { address: null, lat: 91, lng: 0 } }],
    ['speed', { speed: 3 }],
  ])('refuse a wrong %s: %j', async (field, wrong) => {
    const refused = await settings(wrong)
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, field])
  })

  test('a change is in the log of changes', async () => {
    await settings()
    await settings({ hourCost: 12 })
    const [entry] = (await manager('GET', '/audit?kind=settings')).json().data
    expect(entry).toMatchObject({ action: 'planning-changed' })
  })

  test('minutes at a machine are learned from visits in a row, without the way', async () => {
    const product = await aProduct(world.ctx, world.company, { name: `Water ${randomUUID()}` })
    const pair: StandingMachine[] = []
    for (const lat of [52.5, 52.51]) {
      const one = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product, max: 40, quantity: 0 }] })
      await assign(world.ctx, world.company, one.id, world.serviceman.id)
      expect((await manager('PATCH', `/machines/${one.id}`, { lat, lng: 13.4 })).statusCode).toBe(200)
      pair.push(one)
    }
    clock.pass(MINUTE)
    for (let count = 0; count < 14; count++) {
      clock.pass(30 * MINUTE)
      serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
      const { id, slot } = pair[count % 2] as StandingMachine
      const body = [{ productInstallationId: slot('11').point, quantity: 1 }]
      const operation = { call: 'restockSlots', machineId: id, at: clock.now(), body, visit: { id: randomUUID(), start: 'LIST' as const } }
      expect(await aPhone(serviceman).push(operation)).toMatchObject([{ status: 'applied' }])
    }
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    const { derived } = (await manager('GET', '/rounds/settings')).json().data
    expect(derived.visits).toBe(13)
    // Half an hour less about four minutes of travel, shrunk to the usual seven minutes.
    expect(derived.minutesAtMachine).toBeGreaterThan(10)
    expect(derived.minutesAtMachine).toBeLessThan(26)
  })

  test('a published round carries them to the phone of its person', async () => {
    const tomorrow = dayAt(1)
    await settings({ worksFrom: 6 * 60, worksUntil: 12 * 60, pauseMinutes: 0, minutesAtMachine: 11, minutesPerPiece: 0.5, hourCost: 30 })
    const added = await manager('POST', '/rounds', { date: tomorrow, userId: world.serviceman.id, stops: [{ machineId: machine.id }] })
    const { id, planning } = added.json().data
    expect(planning).toBeNull()
    expect((await manager('POST', `/rounds/${id}/publish`)).statusCode).toBe(200)
    await settings({ worksUntil: 13 * 60 })
    serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    const [own] = (await serviceman('GET', `/rounds?from=${tomorrow}&to=${tomorrow}`)).json().data
    expect(own.planning).toMatchObject({ works: { from: 360, to: 720 }, pause: null, minutes: { fixed: 11, perPiece: 0.5 }, start: null })
    expect(own.planning.hourInPrices).toBeGreaterThan(0)
    expect((await manager('DELETE', `/rounds/${id}`)).statusCode).toBe(200)
  })

  test('opening hours of a site and the load limit of a van decide the plan', async () => {
    await sells(100)
    await settings()
    const leftOut = async () => (await plan(1)).leftOut.find(({ machineId }) => machineId === machine.id)?.why.code
    expect(await leftOut()).toBeUndefined()
    const day = new Date(`${dayAt(1)}T12:00:00Z`).getUTCDay()
    const [open, closed] = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].reduce<[string[], string[]]>(
      ([on, off], name, index) => ((index + 1) % 7 === day ? [[...on, name], off] : [on, [...off, name]]),
      [[], []],
    )
    const opens = async (openingHours: string | null) =>
      expect((await manager('PATCH', `/machines/${machine.id}`, { openingHours })).statusCode).toBe(200)
    await opens(`${closed.join(',')} 08:00-16:00`)
    expect(await leftOut()).toBe('CLOSED')
    await opens(`${open.join(',')} 13:00-15:00`)
    expect(`${(await stopOf(1))?.arrival}` >= `${dayAt(1)}T11:00`).toBe(true)
    await opens(null)
    const driverId = world.serviceman.id
    const van = (await manager('POST', '/vans', { name: 'Limit', driverId, maxPieces: 5 })).json().data
    expect(await leftOut()).toBe('VAN_FULL')
    expect((await manager('PATCH', `/vans/${van.id}`, { maxPieces: null })).json().data.maxPieces).toBeNull()
    expect(await leftOut()).toBeUndefined()
    expect((await manager('PATCH', `/vans/${van.id}`, { isActive: false })).statusCode).toBe(200)
    expect((await manager('PATCH', `/machines/${machine.id}`, { openingHours: 'whenever' })).statusCode).toBe(422)
  })

  test('working hours, costs and start decide the plan', async () => {
    await sells(100)
    await settings({ worksFrom: 10 * 60, worksUntil: 14 * 60 })
    const stop = await stopOf(1)
    expect(stop && new Date(stop.arrival ?? 0).toISOString() >= `${dayAt(1)}T08:00`).toBe(true)
    await settings({ hourCost: 100_000 })
    expect(await stopOf(1)).toBeUndefined()
  })
})

describe('reasons of a stop', () => {
  beforeEach(() => settings())

  test('a full machine that sells little needs no visit', async () => {
    const { leftOut } = await plan()
    expect(leftOut.find(({ machineId }) => machineId === machine.id)?.why.code).toBe('NO_NEED')
  })

  test('a reported problem is a task to repair, as long as it is open', async () => {
    const id = randomUUID()
    const problem = { cause: 'TEMPERATURE', slotId: null, outOfOrder: true, note: null, photos: [] }
    await aPhone(serviceman).push({ call: 'reportProblem', machineId: machine.id, at: clock.now(), opId: id, body: problem })
    expect(await stopOf()).toMatchObject({ tasks: ['REPAIR'], why: { code: 'ISSUES', values: { issues: 1 } } })
    expect((await manager('PATCH', `/issues/${id}`, { status: 'RESOLVED' })).statusCode).toBe(200)
    expect(await stopOf()).toBeUndefined()
  })

  test('goods that expire before they are sold', async () => {
    const slot = machine.slot('11').point
    await push({
      call: 'changeInventory',
      body: { type: 'SOLD', stocks: [{ productInstallationId: slot, quantity: 10, baseQuantity: 40 }] },
    })
    clock.pass(MINUTE)
    await push({ call: 'restockSlots', body: [{ productInstallationId: slot, quantity: 30, bestBefore: dayAt(0) }] })
    const stop = await stopOf()
    expect(stop).toMatchObject({ tasks: ['REMOVE_EXPIRED'], why: { code: 'EXPIRING', values: { expires: dayAt(0) } } })
    expect(stop?.why?.values.expiring).toBeGreaterThan(25)
  })

  test('a cash box that is almost full', async () => {
    await settings({ cashBoxAmount: 50 })
    const device = await aDevice(world.ctx, world.company, { machine: machine.id })
    const payload = [{ id: randomUUID(), at: toIso(clock.now()), type: 'CASH_BOX', amount: 49.5 }]
    await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload })
    for (let sale = 0; sale < 20; sale++) {
      const vend = { id: randomUUID(), at: toIso(clock.now() + sale), type: 'VEND', selection: '11', price: 1.5, method: 'CASH' }
      await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload: [vend] })
    }
    const stop = await stopOf()
    expect(stop).toMatchObject({ why: { code: 'CASH' } })
    expect(stop?.tasks).toContain('COLLECT_CASH')
    expect(stop?.why?.values.full).toBeGreaterThan(100)
    await settings({ cashBoxAmount: 5_000 })
    expect((await stopOf())?.why?.code).not.toBe('CASH')
  })

  test('a machine on a round of an earlier day needs no visit the day after', async () => {
    await push({
      call: 'changeInventory',
      body: { type: 'SOLD', stocks: [{ productInstallationId: machine.slot('11').point, quantity: 0, baseQuantity: 40 }] },
    })
    expect(await stopOf(2)).toMatchObject({ why: { code: 'MARGIN' } })
    await manager('POST', '/rounds', { date: dayAt(1), userId: world.serviceman.id, stops: [{ machineId: machine.id }] })
    expect(await stopOf(2)).toBeUndefined()
  })
})
