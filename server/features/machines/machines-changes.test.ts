import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type Caller, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
const clock = aClock()

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const someMachine = async (name = 'Clinic foyer') => {
  const product = await aProduct(world.ctx, world.company)
  const machine = await aMachine(world.ctx, world.company, { name, note: 'Ring twice', slots: [{ number: '11', product, max: 10 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  return machine
}

const read = async (id: number, call: Caller = world.manager.call) => (await call('GET', `/machines/${id}`)).json().data
const codeOf = async (answer: ReturnType<Caller>) => {
  const { statusCode, body } = await answer
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

describe('creating a machine', () => {
  test('assigns a unique token and publishes to every device', async () => {
    const cursor = (await world.manager.call('POST', '/sync/pull', {})).json().data.cursor
    const body = { name: 'Platform 4', type: 'COFFEE', machineVendor: 'Brunnmatt', machineModel: 'Vario 3', lat: 52.5, lng: 13.4 }
    const answer = await world.manager.call('POST', '/machines', body)
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json()
    expect(data).toMatchObject({
      name: 'Platform 4',
      type: 'COFFEE',
      vendor: 'Brunnmatt',
      model: 'Vario 3',
      state: 'NONE',
      actionsSupport: false,
    })
    expect(data.token).toMatch(/^[\w-]{22}$/)
    const { changes } = (await world.manager.call('POST', '/sync/pull', { cursor })).json().data
    expect(changes.machines.map(({ id }: { id: number }) => id)).toEqual([data.id])
    expect(changes.inventory).toHaveLength(1)
  })

  test('requires a manager and a name', async () => {
    expect(await codeOf(world.serviceman.call('POST', '/machines', { name: 'Mine', type: 'SNACK' }))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.manager.call('POST', '/machines', { name: '  ', type: 'SNACK' }))).toEqual([422, 'INVALID'])
  })
})

describe('updating a machine', () => {
  test('half a position is rejected at the missing coordinate', async () => {
    const half = { name: 'Half', type: 'SNACK', lat: 53.48 }
    const refused = await world.manager.call('POST', '/machines', half)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ path: 'lng', message: expect.any(String) }]])
    const { id } = await someMachine()
    const whole = await world.manager.call('PATCH', `/machines/${id}`, { lat: -17.3, lng: -178.96 })
    expect(whole.json().data).toMatchObject({ lat: -17.3, lng: -178.96 })
    const halved = await world.manager.call('PATCH', `/machines/${id}`, { lat: null })
    expect([halved.statusCode, halved.json().errors]).toEqual([422, [{ path: 'lat', message: expect.any(String) }]])
  })

  test('read-only field is rejected by name', async () => {
    const { id } = await someMachine()
    const refused = await world.manager.call('PATCH', `/machines/${id}`, { name: 'Canteen', token: 'mine' })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ path: 'token', message: 'cannot be changed' }]])
  })

  test('changes only given fields, by either field name', async () => {
    const { id } = await someMachine()
    await world.manager.call('PATCH', `/machines/${id}`, { vendor: 'Brunnmatt', machineModel: 'Vario 3', address: 'Main street 1' })
    await world.manager.call('PATCH', `/machines/${id}`, { name: 'Canteen', address: '', blikEnabled: true })
    expect(await read(id)).toMatchObject({
      name: 'Canteen',
      vendor: 'Brunnmatt',
      model: 'Vario 3',
      address: null,
      note: 'Ring twice',
      blikEnabled: true,
    })
  })

  test('open screens receive an event, so that they show the new name at once', async () => {
    const { id } = await someMachine()
    await world.manager.call('PATCH', `/machines/${id}`, { name: 'Canteen' })
    const events = sql`select event -> 'data' -> 'changed' as changed from live_events where machine_id = ${id} order by seq desc limit 1`
    expect(await rowsOf(world.ctx.database.owner, events)).toEqual([{ changed: ['machines'] }])
  })

  test('is limited to the note for employees, and to their own machines', async () => {
    const { id } = await someMachine()
    const { call } = world.serviceman
    expect(await codeOf(call('PATCH', `/machines/${id}`, { note: 'The key is at the porter’s' }))).toBe(200)
    expect((await read(id)).note).toBe('The key is at the porter’s')
    expect(await codeOf(call('PATCH', `/machines/${id}`, { note: 'x', name: 'Mine' }))).toEqual([403, 'FORBIDDEN'])
    const other = await aMachine(world.ctx, world.company, {})
    expect(await codeOf(call('PATCH', `/machines/${other.id}`, { note: 'x' }))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect(await codeOf(world.rival.call('PATCH', `/machines/${id}`, { name: 'Hall' }))).toEqual([404, 'MACHINE_NOT_FOUND'])
  })

  test('validates names of 3 to 40 characters like creation', async () => {
    const machine = await aMachine(world.ctx, world.company)
    for (const name of ['ab', 'x'.repeat(41)])
      expect((await world.manager.call('PATCH', `/machines/${machine.id}`, { name })).statusCode, name).toBe(422)
    expect((await world.manager.call('PATCH', `/machines/${machine.id}`, { name: 'x'.repeat(40) })).statusCode).toBe(200)
  })

  test('rejects changing a snack machine to a coffee machine', async () => {
    const { id } = await someMachine()
    expect(await codeOf(world.manager.call('PATCH', `/machines/${id}`, { type: 'COFFEE' }))).toEqual([422, 'WRONG_MACHINE_TYPE'])
    const empty = await aMachine(world.ctx, world.company, {})
    expect(await codeOf(world.manager.call('PATCH', `/machines/${empty.id}`, { type: 'COFFEE' }))).toBe(200)
  })
})

describe('deactivating a machine', () => {
  test('removes it from every phone, frees its devices, and is idempotent', async () => {
    const { id } = await someMachine()
    const device = await aDevice(world.ctx, world.company, { machine: id })
    const cursor = (await world.serviceman.call('POST', '/sync/pull', {})).json().data.cursor
    expect(await codeOf(world.serviceman.call('DELETE', `/machines/${id}`))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.rival.call('DELETE', `/machines/${id}`))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect(await codeOf(world.manager.call('DELETE', `/machines/${id}`))).toBe(200)
    expect(await codeOf(world.manager.call('DELETE', `/machines/${id}`))).toBe(200)
    expect(await codeOf(world.manager.call('GET', `/machines/${id}`))).toEqual([404, 'MACHINE_NOT_FOUND'])
    const pulled = (await world.serviceman.call('POST', '/sync/pull', { cursor })).json().data
    expect(pulled.removed.machines).toEqual([id])
    const free = (await world.manager.call('GET', '/devices?connected=false')).json().data
    expect(free.map(({ imei }: { imei: string }) => imei)).toContain(device.imei)
  })
})

describe('note', () => {
  const write = (id: number, note: string, at: number, call = world.serviceman.call) =>
    call('PUT', `/machines/${id}/note`, { note }, { 'occurred-at': toIso(at), 'idempotency-key': randomUUID() })

  test('with the latest time wins in any order', async () => {
    const { id } = await someMachine()
    clock.pass(MINUTE)
    await write(id, 'later', clock.now() - 1000)
    const late = await write(id, 'earlier', clock.now() - 2000, world.manager.call)
    expect(late.json().data.note).toBe('later')
    expect((await read(id)).note).toBe('later')
    await write(id, '', clock.now())
    expect((await read(id)).note).toBeNull()
  })

  test('is limited to 2000 characters', async () => {
    const { id } = await someMachine()
    expect(await codeOf(write(id, 'x'.repeat(2001), clock.now()))).toEqual([422, 'INVALID'])
    expect(await codeOf(write(id, 'x'.repeat(2000), clock.now()))).toBe(200)
  })

  test('is overwritten and cannot be undone', async () => {
    const { id } = await someMachine()
    const { operationId } = (await write(id, 'later', clock.now())).json().data
    expect(await codeOf(world.serviceman.call('POST', `/machines/${id}/voids`, { operationId }))).toEqual([404, 'OPERATION_NOT_FOUND'])
  })
})

describe('cash withdrawal', () => {
  const take = (id: number, at: number, key = randomUUID(), call = world.serviceman.call) =>
    call('POST', `/machines/${id}/cash-withdraws`, undefined, { 'occurred-at': toIso(at), 'idempotency-key': key })

  const sell = (id: number, at: number, amount: number) =>
    world.ctx.database.owner.execute(sql`
      with sold as (insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
        values (${world.company}, ${id}, ${toIso(at)}, gen_random_uuid(), 0, 'delta', 'SALE', ${amount}))
      insert into machine_status as s (company_id, machine_id, cash_minor) values (${world.company}, ${id}, ${amount})
      on conflict (company_id, machine_id) do update set cash_minor = s.cash_minor + ${amount}`)

  test('takes the balance at its time and leaves later sales', async () => {
    const { id } = await someMachine()
    clock.pass(MINUTE)
    const now = clock.now()
    await sell(id, now - 3000, 500)
    await sell(id, now - 1000, 150)
    expect((await read(id)).cashInMachine).toBe(6.5)
    expect(await codeOf(take(id, now - 2000))).toBe(200)
    expect(await read(id)).toMatchObject({ cashInMachine: 1.5, lastWithdrawDatetime: toIso(now - 2000) })
  })

  test('counts once, reveals no amount, and can be undone', async () => {
    const { id } = await someMachine()
    clock.pass(MINUTE)
    const key = randomUUID()
    await sell(id, clock.now() - 3000, 500)
    const first = await take(id, clock.now() - 1000, key)
    const again = await take(id, clock.now() - 1000, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(first.json().data).toEqual({ operationId: key, warnings: [] })
    expect((await read(id)).cashInMachine).toBe(0)
    await world.serviceman.call('POST', `/machines/${id}/voids`, { operationId: key })
    const after = await read(id)
    expect(after.cashInMachine).toBe(5)
    expect(after.lastWithdrawDatetime).toBeUndefined()
  })

  test('undone before it arrives takes nothing', async () => {
    const { id } = await someMachine()
    clock.pass(MINUTE)
    const key = randomUUID()
    await sell(id, clock.now() - 3000, 500)
    await world.serviceman.call('POST', `/machines/${id}/voids`, { operationId: key })
    expect(await codeOf(take(id, clock.now() - 1000, key))).toBe(200)
    expect((await read(id)).cashInMachine).toBe(5)
  })

  test('is in the pull of the device that made it', async () => {
    const { id } = await someMachine()
    const cursor = (await world.serviceman.call('POST', '/sync/pull', {})).json().data.cursor
    const key = randomUUID()
    await take(id, clock.now(), key)
    const { processed, changes } = (await world.serviceman.call('POST', '/sync/pull', { cursor, pending: [key] })).json().data
    expect(processed).toEqual([key])
    expect(changes.machines).toMatchObject([{ id, lastWithdrawDatetime: toIso(clock.now()) }])
  })
})

describe('machine today', () => {
  test('includes alerts, groups and device features; money for managers only', async () => {
    const { id } = await someMachine()
    await aDevice(world.ctx, world.company, { machine: id })
    expect((await read(id)).alerts).toEqual([])
    await world.ctx.database.withTenant(world.company, async (db) => {
      const [{ day } = { day: '' }] = await rowsOf<{ day: string }>(
        db,
        sql`select ((${toIso(clock.now())}::timestamptz at time zone timezone)::date)::text as day from companies where id = ${world.company}`,
      )
      await db.execute(
        sql`insert into daily_sales values (${world.company}, ${day}, ${id}, 0, 'CASH', 3, 450), (${world.company}, ${day}::date - 1, ${id}, 0, 'CASH', 1, 150)`,
      )
      await db.execute(
        sql`insert into machine_days select company_id, day, machine_id, type, count, turnover_minor from daily_sales where machine_id = ${id}`,
      )
      await db.execute(
        sql`insert into machine_status (company_id, machine_id, signal, temperature, cash_minor) values (${world.company}, ${id}, 0.7, 4.5, 1200)`,
      )
      await db.execute(sql`insert into coin_tubes values (${world.company}, ${id}, 50, 10, ${toIso(clock.now())})`)
      await db.execute(sql`insert into alerts (company_id, machine_id, code, at, report_id, is_up) values
        (${world.company}, ${id}, 'DOOR_OPEN', ${toIso(clock.now())}, gen_random_uuid(), true), (${world.company}, ${id}, 'COIN_JAM', ${toIso(clock.now())}, gen_random_uuid(), false)`)
    })
    const group = (await world.manager.call('POST', '/groups', { name: 'North tour' })).json().data
    await world.manager.call('PATCH', `/machines/${id}/groups/${group.machineGroupId}`)
    const shared = {
      alerts: [{ code: 'DOOR_OPEN', created: toIso(clock.now()) }],
      signalStrength: 0.7,
      temperature: 4.5,
      soldToday: 3,
      actionsSupport: true,
      groups: [group],
    }
    expect(await read(id)).toMatchObject({ ...shared, turnoverToday: 4.5, cashInMachine: 12, cashInCoinAcceptor: 5 })
    const seen = await read(id, world.serviceman.call)
    expect(seen).toMatchObject(shared)
    for (const money of ['turnoverToday', 'cashInMachine', 'cashInCoinAcceptor']) expect(seen).not.toHaveProperty(money)
    const listed = (await world.manager.call('GET', `/machines?group=${group.machineGroupId}`)).json().data
    expect(listed.map((machine: { id: number }) => machine.id)).toEqual([id])
    expect((await world.manager.call('GET', `/machines/${id}/stats`)).json().data).toEqual({ drr: 3, mrr: 91.25, totalRevenue: 6 })
    expect(await codeOf(world.serviceman.call('GET', `/machines/${id}/stats`))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('vend settings', () => {
  test('are replaced as a whole, each vend method once', async () => {
    const { id } = await someMachine()
    const path = `/machines/${id}/transactions/mappings`
    expect((await world.manager.call('GET', path)).json().data).toEqual([])
    const pairs = [{ vendMethod: 'CASHLESS_2', paymentMethod: 'BLIK' }]
    expect((await world.manager.call('PUT', path, pairs)).json().data).toEqual(pairs)
    expect(await codeOf(world.manager.call('PUT', path, [...pairs, ...pairs]))).toEqual([422, 'INVALID'])
    expect((await world.manager.call('GET', path)).json().data).toEqual(pairs)
    expect(await codeOf(world.serviceman.call('GET', path))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.rival.call('PUT', path, pairs))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect((await world.manager.call('GET', '/vend-methods')).json().data).toContain('CASHLESS_2')
    expect((await world.manager.call('GET', '/payment-methods')).json().data).toContain('BLIK')
  })
})
