import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkDigitOf } from '#domain/machines/device.ts'
import { DAY, MINUTE, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, aUser, createTestApp, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aUser(world.ctx, { id: world.company }, { login: 'fitter', companyRole: 'ROLE_EMPLOYEE', authorities: ['ROLE_DEVICE_MANAGER'] })
})
afterAll(() => world.close())

let machine: StandingMachine
let device: StandingDevice
let byDevice: Caller
let manager: Caller
let deviceCount = 0

beforeEach(async () => {
  clock.pass(DAY)
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  machine = await aMachine(world.ctx, world.company)
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  byDevice = callerWith(world.app, device.signIn)
  await say('RUNNING')
})

const say = (state?: string) =>
  byDevice(
    'POST',
    `/telemetry/${device.imei}/events`,
    state ? [{ id: `s-${++deviceCount}`, type: 'STATE', state, at: toIso(clock.now()) }] : [],
  )
const stateOf = async (id = machine.id) => (await manager('GET', `/machines/${id}`)).json().data.state
const commands = async () => (await byDevice('GET', `/telemetry/${device.imei}/commands`)).json().data
const ack = (id: string, outcome: string, by = byDevice) => by('POST', `/telemetry/${device.imei}/commands/${id}/ack`, { outcome })
const restart = (headers = {}) => manager('POST', `/machines/${machine.id}/restart`, undefined, headers)
const credit = (amount: unknown, headers = {}, by = manager) =>
  by('POST', `/machines/${machine.id}/credits`, { amount, validity: 120 }, headers)
const trail = (action: string) =>
  rowsOf<{ content: unknown }>(
    world.ctx.database.owner,
    sql`select content from audit_entries where content ->> 'action' = ${action} and content -> 'of' ->> 'id' = ${String(machine.id)}`,
  )

describe('restart', () => {
  test('is requested once, shown, fetched by the device and ended by a report', async () => {
    const requested = await restart()
    expect(requested.statusCode).toBe(202)
    expect(await stateOf()).toBe('RESTARTING')
    expect((await say()).json().data.commandsWaiting).toBe(1)
    expect(await commands()).toEqual([requested.json().data])
    expect((await restart()).json()).toMatchObject({ status: 409, code: 'ALREADY_RESTARTING' })
    const { id } = requested.json().data
    expect((await ack(id, 'done')).json().data).toEqual({ id, outcome: 'done' })
    expect((await ack(id, 'failed')).json().data).toEqual({ id, outcome: 'done' })
    expect(await commands()).toEqual([])
    expect(await stateOf()).toBe('RESTARTING')
    clock.pass(MINUTE)
    await say('RUNNING')
    expect(await stateOf()).toBe('RUNNING')
    expect(await trail('machine-restarted')).toHaveLength(1)
  })

  test('failure ends the restarting state', async () => {
    const { id } = (await restart()).json().data
    await ack(id, 'failed')
    expect(await stateOf()).toBe('RUNNING')
  })

  test('with the same idempotency key replays the response and requests it once', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [await restart(key), await restart(key)]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await commands()).toHaveLength(1)
    expect((await credit(100, key)).json()).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('is refused for an offline machine or a device without commands', async () => {
    clock.pass(15 * MINUTE + 1)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect((await restart()).json()).toMatchObject({ status: 409, code: 'MACHINE_OFFLINE' })
    const boxed = await aMachine(world.ctx, world.company)
    await aDevice(world.ctx, world.company, { machine: boxed.id, type: 'METRICS_BOX' })
    expect((await manager('POST', `/machines/${boxed.id}/restart`)).json()).toMatchObject({ status: 409, code: 'TAKES_NO_COMMANDS' })
    const bare = await aMachine(world.ctx, world.company)
    expect((await manager('POST', `/machines/${bare.id}/restart`)).json()).toMatchObject({ status: 409, code: 'MACHINE_OFFLINE' })
  })
})

describe('restart of several machines', () => {
  test('reports the result of each, and a repeated request restarts none again', async () => {
    const bare = await aMachine(world.ctx, world.company)
    const foreign = await aMachine(world.ctx, world.rivalCompany)
    const body = { machineIds: [machine.id, bare.id, foreign.id, machine.id] }
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [await manager('POST', '/machines/restart', body, key), await manager('POST', '/machines/restart', body, key)]
    expect(first.json().data).toEqual([
      { machineId: machine.id, refusal: null },
      { machineId: bare.id, refusal: 'MACHINE_OFFLINE' },
      { machineId: foreign.id, refusal: 'MACHINE_NOT_FOUND' },
    ])
    expect(second.json()).toEqual(first.json())
    expect(await stateOf()).toBe('RESTARTING')
    expect(await commands()).toHaveLength(1)
    expect(await trail('machine-restarted')).toHaveLength(1)
  })
})

describe('credit', () => {
  test('reaches the device once, within two minutes, even if requested again', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const requested = await credit(250, key)
    expect(requested.json().data).toEqual({
      id: key['idempotency-key'],
      kind: 'CREDIT',
      payload: { amount: 250, validity: 120 },
      askedAt: toIso(clock.now()),
      validUntil: toIso(clock.now() + 120 * SECOND),
    })
    expect((await credit(250, key)).json()).toEqual(requested.json())
    expect((await credit(300, key)).json()).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await commands()).toEqual([requested.json().data])
    clock.pass(120 * SECOND)
    expect(await commands()).toEqual([])
    expect(await trail('credit-sent')).toMatchObject([{ content: { after: { amount: 250 } } }])
  })

  test.each([
    [0, 422],
    [1, 202],
    [10_000, 202],
    [10_001, 422],
    [1.5, 422],
    ['1', 422],
  ])('of %s minor units returns %d', async (amount, status) => {
    expect((await credit(amount)).statusCode).toBe(status)
  })

  test.each([
    ['STOPPED', 'MACHINE_NOT_RUNNING'],
    ['STARTING', 'MACHINE_NOT_RUNNING'],
  ])('is refused for a machine that is %s', async (state, code) => {
    clock.pass(1)
    await say(state)
    expect((await credit(100)).json()).toMatchObject({ status: 409, code })
  })

  test('is refused while the machine restarts or is offline', async () => {
    await restart()
    expect((await credit(100)).json()).toMatchObject({ status: 409, code: 'MACHINE_NOT_RUNNING' })
    clock.pass(10 * MINUTE)
    expect((await credit(100)).statusCode).toBe(202)
    clock.pass(5 * MINUTE + 1)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect((await credit(100)).json()).toMatchObject({ status: 409, code: 'MACHINE_OFFLINE' })
  })
})

test('commands are rate limited per user and machine across servers', async () => {
  const app = await createTestApp(world.ctx, { credits: 2, creditsADay: 3, restarts: 1 })
  const bounded = callerWith(app, await signedIn(app, 'manager'))
  const status = async () => (await credit(100, {}, bounded)).statusCode
  expect([await status(), await status(), await status()]).toEqual([202, 202, 429])
  clock.pass(MINUTE)
  expect([await status(), await status()]).toEqual([202, 429])
  const tooOften = await credit(100, {}, bounded)
  expect(Number(tooOften.headers['retry-after'])).toBe(DAY / SECOND - 60)
  const restarted = async () => (await bounded('POST', `/machines/${machine.id}/restart`)).statusCode
  expect(await restarted()).toBe(202)
  clock.pass(10 * MINUTE)
  await say('RUNNING')
  expect(await restarted()).toBe(429)
  await app.close()
})

test('device over its rate limit gets Retry-After', async () => {
  // The limit is per second, and a busy machine may take longer for three requests.
  let at = performance.now()
  const steady = vi.spyOn(performance, 'now').mockImplementation(() => at)
  onTestFinished(() => void steady.mockRestore())
  const app = await createTestApp(world.ctx, { device: 2 })
  const call = callerWith(app, device.signIn)
  const other = await aDevice(world.ctx, world.company)
  const send = async () => (await call('POST', `/telemetry/${device.imei}/events`, [])).statusCode
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
  expect((await callerWith(app, other.signIn)('POST', `/telemetry/${other.imei}/events`, [])).statusCode).toBe(200)
  at += SECOND
  expect(await send()).toBe(200)
  await app.close()
})

test('command can be read by its own device only', async () => {
  const { id } = (await restart()).json().data
  const other = await aDevice(world.ctx, world.company, { machine: machine.id })
  const call = callerWith(world.app, other.signIn)
  expect((await call('GET', `/telemetry/${other.imei}/commands`)).json().data).toEqual([])
  expect((await call('POST', `/telemetry/${other.imei}/commands/${id}/ack`, { outcome: 'done' })).json()).toMatchObject({
    code: 'COMMAND_NOT_FOUND',
  })
  expect((await ack(id, 'done', call)).statusCode).toBe(401)
})

describe('device', () => {
  const imei = () => {
    const digits = String(49_000_000_000_000 + ++deviceCount)
    return digits + checkDigitOf(digits)
  }
  const claim = (number: string, code: string) => world.anonymous('POST', `/telemetry/${number}/claim`, { code })

  test('is registered, claims its key once with the code, and authenticates with it', async () => {
    const number = imei()
    const added = await manager('POST', '/devices', {
      imei: number,
      vendor: 'ROUNDSMAN',
      type: 'TELEMETRY',
      msisdn: '+49151123456',
      apnName: 'm2m',
    })
    expect(added.statusCode).toBe(201)
    const { claimCode, ...card } = added.json().data
    expect(card).toMatchObject({ imei: number, vendor: 'ROUNDSMAN', connected: false, claimed: false, machine: null })
    expect((await claim(number, 'WRONG')).json()).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' })
    expect((await claim(imei(), claimCode)).statusCode).toBe(404)
    const { key } = (await claim(number, ` ${claimCode.toLowerCase()} `)).json().data
    expect((await claim(number, claimCode)).statusCode).toBe(404)
    const own = callerWith(world.app, { authorization: `Bearer ${key}` })
    expect((await own('POST', `/telemetry/${number}/events`, [])).statusCode).toBe(200)
    expect((await manager('POST', '/devices', { imei: number })).json()).toMatchObject({ status: 409, code: 'DEVICE_EXISTS' })

    const renewed = (await manager('PATCH', `/devices/${card.id}`, { apnName: null, newClaimCode: true })).json().data
    expect(renewed).toMatchObject({ vendor: 'ROUNDSMAN', apnName: null, msisdn: '+49151123456', claimed: false })
    expect((await own('POST', `/telemetry/${number}/events`, [])).statusCode).toBe(401)
    expect((await claim(number, renewed.claimCode)).statusCode).toBe(200)
  })

  test('registration retry returns the same code, which is stored only as a hash', async () => {
    const [number, key] = [imei(), randomUUID()]
    const add = () => manager('POST', '/devices', { imei: number }, { 'idempotency-key': key })
    const [lost, again] = [await add(), await add()]
    expect([again.statusCode, again.json()]).toEqual([201, lost.json()])
    expect(again.headers['idempotency-replayed']).toBe('true')
    const { id, claimCode } = lost.json().data
    const renewing = randomUUID()
    const renew = () => manager('PATCH', `/devices/${id}`, { newClaimCode: true }, { 'idempotency-key': renewing })
    const renewed = (await renew()).json().data.claimCode
    expect(renewed).not.toBe(claimCode)
    expect((await renew()).json().data.claimCode).toBe(renewed)
    const kept = await rowsOf<{ answer: unknown }>(
      world.ctx.database.owner,
      sql`select answer from answered_writes where key in (${key}::uuid, ${renewing}::uuid)`,
    )
    expect(kept).toHaveLength(2)
    for (const code of [claimCode, renewed]) expect(JSON.stringify(kept)).not.toContain(code)
    expect((await claim(number, renewed)).statusCode).toBe(200)
  })

  test.each([
    [{ imei: '1234567' }, 422],
    [{ imei: ' 12345678 ' }, 201],
    [{ imei: '1'.repeat(18) }, 201],
    [{ imei: '1'.repeat(19) }, 422],
    [{}, 422],
    [{ imei: '22345678', msisdn: ` ${'1'.repeat(20)} ` }, 201],
    [{ imei: '32345678', msisdn: '1'.repeat(21) }, 422],
    [{ imei: '42345678', apnName: ` ${'a'.repeat(20)} ` }, 201],
    [{ imei: '52345678', apnName: 'a'.repeat(21) }, 422],
  ])('registration with %o returns %i', async (body, status) => {
    expect((await manager('POST', '/devices', body)).statusCode).toBe(status)
  })

  test('without a phone number or APN has none, however it is sent', async () => {
    const { id, ...added } = (await manager('POST', '/devices', { imei: '72345678', msisdn: '  ', apnName: '' })).json().data
    expect([added.msisdn, added.apnName]).toEqual([null, null])
    await manager('PATCH', `/devices/${id}`, { msisdn: '+48 600', apnName: 'm2m' })
    const changed = (await manager('PATCH', `/devices/${id}`, { msisdn: '', apnName: '' })).json().data
    expect([changed.msisdn, changed.apnName]).toEqual([null, null])
  })

  test('number needs a valid IMEI check digit and is editable until claimed', async () => {
    const [wrong, right, taken] = [imei(), imei(), imei()]
    const off = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`
    expect((await manager('POST', '/devices', { imei: off })).json()).toMatchObject({
      code: 'INVALID',
      detail: expect.stringMatching(/^imei: /),
    })
    await manager('POST', '/devices', { imei: taken })
    const { id, claimCode } = (await manager('POST', '/devices', { imei: wrong })).json().data
    const correct = async (body: unknown) => (await manager('PATCH', `/devices/${id}`, body)).json()
    expect(await correct({ imei: off })).toMatchObject({ code: 'DEVICE_NUMBER_WRONG' })
    expect(await correct({ imei: taken })).toMatchObject({ code: 'DEVICE_EXISTS' })
    expect(await correct({ vendor: 'PEP' })).toMatchObject({ code: 'INVALID', detail: expect.stringContaining('vendor') })
    expect((await correct({ imei: right, apnName: 'm2m' })).data).toMatchObject({ imei: right, apnName: 'm2m' })
    expect((await claim(wrong, claimCode)).statusCode).toBe(404)
    expect((await claim(right, claimCode)).statusCode).toBe(200)
    expect(await correct({ imei: imei() })).toMatchObject({ code: 'DEVICE_HAS_KEY' })
    expect((await correct({ imei: right })).data).toMatchObject({ imei: right })
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await rival('PATCH', `/devices/${id}`, { imei: imei() })).json()).toMatchObject({ code: 'DEVICE_NOT_FOUND' })
    const terminal = (await manager('POST', '/devices', { imei: '62345678', vendor: 'PEP' })).json().data
    const renumbered = (await manager('PATCH', `/devices/${terminal.id}`, { imei: '62345679' })).json()
    expect(renumbered.data).toMatchObject({ imei: '62345679', vendor: 'PEP' })
  })

  test("shows whether it is online and hides another owner's SIM number", async () => {
    const [own, theirs] = [imei(), imei()]
    await manager('POST', '/devices', { imei: theirs, vendor: 'PEP' })
    const { claimCode } = (await manager('POST', '/devices', { imei: own })).json().data
    const of = async (number: string) =>
      (await manager('GET', '/devices?size=500')).json().data.find((one: { imei: string }) => one.imei === number)
    expect(await of(own)).toMatchObject({ isCurrentlyConnected: false, isHideMsidn: false, model: null })
    expect(await of(theirs)).toMatchObject({ isCurrentlyConnected: false, isHideMsidn: true })
    const { key } = (await claim(own, claimCode)).json().data
    await callerWith(world.app, { authorization: `Bearer ${key}` })('POST', `/telemetry/${own}/events`, [])
    expect(await of(own)).toMatchObject({ isCurrentlyConnected: true })
    clock.pass(16 * MINUTE)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect(await of(own)).toMatchObject({ isCurrentlyConnected: false })
  })

  test('belongs to the company that claimed it first', async () => {
    const number = imei()
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    const [ours, theirs] = [await manager('POST', '/devices', { imei: number }), await rival('POST', '/devices', { imei: number })]
    expect((await claim(number, ours.json().data.claimCode)).statusCode).toBe(200)
    expect((await claim(number, theirs.json().data.claimCode)).json()).toMatchObject({ status: 409, code: 'DEVICE_TAKEN' })
    expect((await rival('PATCH', `/devices/${ours.json().data.id}`, { apnName: 'X' })).json()).toMatchObject({ code: 'DEVICE_NOT_FOUND' })
    expect((await rival('GET', '/devices?size=500')).json().data.map((one: { id: number }) => one.id)).toEqual([theirs.json().data.id])
  })

  test('is connected and disconnected by device managers only', async () => {
    const fitter = callerWith(world.app, await signedIn(world.app, 'fitter'))
    const lone = await aDevice(world.ctx, world.company)
    const other = await aMachine(world.ctx, world.company)
    const at = (id: number, number = lone.imei) => `/machines/${id}/devices/${number}`
    expect((await manager('POST', at(other.id))).statusCode).toBe(403)
    expect((await fitter('POST', at(other.id))).json().data).toMatchObject([{ imei: lone.imei, connected: true }])
    expect((await fitter('POST', at(other.id))).statusCode).toBe(200)
    expect(await stateOf(other.id)).toBe('NOT_CONNECTED')
    expect((await manager('GET', `/machines/${other.id}/devices`)).json().data).toMatchObject([{ imei: lone.imei }])
    expect((await fitter('POST', at(machine.id))).json()).toMatchObject({ status: 409, code: 'DEVICE_TAKEN' })
    expect((await fitter('DELETE', at(machine.id))).json()).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' })
    expect((await fitter('DELETE', at(other.id))).json().data).toEqual([])
    expect(await stateOf(other.id)).toBe('NONE')

    const rivals = await aMachine(world.ctx, world.rivalCompany)
    expect((await fitter('POST', at(rivals.id))).json()).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
    const rivalDevice = await aDevice(world.ctx, world.rivalCompany)
    expect((await fitter('POST', at(other.id, rivalDevice.imei))).json()).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' })
  })

  test('list is filtered by connection and paginated', async () => {
    const lists = async (query: string) => (await manager('GET', `/devices?${query}`)).json()
    const all = await lists('size=500')
    const [connected, lone] = [await lists('size=500&connected=true'), await lists('page=0&size=500&connected=false')]
    expect(connected.pageDetails.totalElements + lone.pageDetails.totalElements).toBe(all.pageDetails.totalElements)
    expect(connected.data.every((one: { machine: unknown }) => one.machine !== null)).toBe(true)
    expect(lone.data.every((one: { machine: unknown }) => one.machine === null)).toBe(true)
    expect((await lists('size=1')).pageDetails).toMatchObject({ size: 1, hasNext: true })
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    expect((await serviceman('GET', '/devices')).statusCode).toBe(403)
  })
})

test('claim attempts are rate limited by address', async () => {
  const app = await createTestApp(world.ctx, { claims: 2 })
  const attempt = async () => (await callerWith(app, {})('POST', '/telemetry/490000000000000/claim', { code: 'x' })).statusCode
  expect([await attempt(), await attempt(), await attempt()]).toEqual([404, 404, 429])
  await app.close()
})
