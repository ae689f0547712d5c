import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let machine: StandingMachine
let device: StandingDevice
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

beforeEach(async () => {
  clock.pass(MINUTE)
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  const product = await aProduct(world.ctx, world.company)
  machine = await aMachine(world.ctx, world.company, { name: 'Night clinic', slots: [{ number: '11', product, max: 10, quantity: 4 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  await says('STOPPED')
})

const says = async (state: string) => {
  const at = toIso(clock.now())
  await callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, [
    { id: randomUUID(), type: 'STATE', state, at },
    { id: randomUUID(), type: 'ALERT_UP', code: 'DOOR_OPEN', at },
  ])
}
const path = () => `/machines/${machine.id}`
const reactivate = (by = manager, headers = {}) => by('POST', `${path()}/reactivate`, undefined, headers)
const listed = async (by = manager) =>
  (await by('GET', '/machines/deactivated?size=500')).json().data?.filter(({ id }: { id: number }) => id === machine.id)

describe('machine out of service', () => {
  test('is listed for managers of its company', async () => {
    expect(await listed()).toEqual([])
    await manager('DELETE', path())
    expect(await listed()).toEqual([
      { id: machine.id, name: 'Night clinic', type: 'SNACK', address: null, deactivatedAt: toIso(clock.now()) },
    ])
    expect((await serviceman('GET', '/machines/deactivated')).statusCode).toBe(403)
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect(await listed(rival)).toEqual([])
    expect((await reactivate(rival)).json()).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
    expect((await reactivate(serviceman)).statusCode).toBe(403)
  })

  test('is reactivated with slots, stock, device, alerts, sticker and serviceman', async () => {
    const phone = aPhone(serviceman)
    const first = (await phone.pullAll()).at(-1)
    const before = (await manager('GET', path())).json().data
    const slots = (await manager('GET', `${path()}/slots`)).json().data
    await manager('DELETE', path())
    const [gone] = await phone.pullAll(first?.cursor)
    expect(gone?.removed.machines).toEqual([machine.id])
    clock.pass(MINUTE)

    const back = await reactivate()
    expect(back.statusCode).toBe(200)
    expect(back.json().data).toEqual({ ...before, state: 'STOPPED' })
    expect((await manager('GET', path())).json().data).toEqual(before)
    expect((await manager('GET', `${path()}/slots`)).json().data).toEqual(slots)
    expect((await manager('GET', `${path()}/devices`)).json().data).toMatchObject([{ imei: device.imei }])
    expect((await manager('GET', `/machines/by-token/${before.token}`)).json().data).toMatchObject({ id: machine.id })
    expect(await listed()).toEqual([])
    const [page] = await phone.pullAll(gone?.cursor)
    expect(page?.removed.machines).toEqual([])
    expect(page?.changes.machines).toMatchObject([{ id: machine.id, currentQuantity: 4 }])
    expect(page?.changes.inventory).toHaveLength(1)
    const [entry] = (await manager('GET', `/activity?machine=${machine.id}&types=MACHINE_CREATED`)).json().data
    expect(entry).toMatchObject({ details: { isReactivation: true } })
  })

  test('does not take back a device connected to another machine', async () => {
    await manager('DELETE', path())
    const other = await aMachine(world.ctx, world.company)
    await world.ctx.database.asSystem((db) =>
      db.execute(sql`update devices set machine_id = ${other.id} where company_id = ${world.company} and imei = ${device.imei}`),
    )
    expect((await reactivate()).json().data).toMatchObject({ state: 'NONE', actionsSupport: false })
    expect((await manager('GET', `/machines/${other.id}/devices`)).json().data).toMatchObject([{ imei: device.imei }])
  })

  test('is reactivated once, however often it is requested', async () => {
    await manager('DELETE', path())
    const key = { 'idempotency-key': randomUUID() }
    expect((await reactivate(manager, key)).statusCode).toBe(200)
    expect((await reactivate(manager, key)).headers['idempotency-replayed']).toBe('true')
    expect((await reactivate()).statusCode).toBe(200)
    expect((await manager('GET', `/activity?machine=${machine.id}&types=MACHINE_CREATED`)).json().data).toHaveLength(1)
  })

  test('needs room in the plan', async () => {
    await manager('DELETE', path())
    await world.ctx.database.asSystem((db) => db.execute(sql`update companies set plan_name = 'STARTER' where id = ${world.company}`))
    const added = async () => (await manager('POST', '/machines', { name: 'One more', type: 'SNACK' })).statusCode
    while ((await added()) === 201);
    expect((await reactivate()).json()).toMatchObject({ code: 'PLAN_LIMIT' })
    await world.ctx.database.asSystem((db) => db.execute(sql`update companies set plan_name = 'STANDARD' where id = ${world.company}`))
  })

  test('has no outages while out of service', async () => {
    clock.pass(MINUTE)
    await manager('DELETE', path())
    clock.pass(30 * DAY)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    await reactivate()
    const open = await world.ctx.database.asSystem((db) =>
      db.execute(
        sql`select state from outages where machine_id = ${machine.id} and state = 'STOPPED' and (to_at is null or to_at > ${toIso(clock.now() - DAY)})`,
      ),
    )
    expect((open as unknown as { rows: unknown[] }).rows).toEqual([])
  })
})
