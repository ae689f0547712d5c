import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RESTART_DURATION } from '#domain/machines/connectivity.ts'
import { MINUTE, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { detectOffline } from './detect-offline.job.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let colleague: Caller
let rival: Caller
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aUser(world.ctx, { id: world.company }, { login: 'colleague', companyRole: 'ROLE_MANAGER' })
})
afterAll(() => world.close())

let machine: StandingMachine
let device: StandingDevice
let byDevice: Caller
beforeEach(async () => {
  clock.pass(SECOND)
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  colleague = callerWith(world.app, await signedIn(world.app, 'colleague'))
  rival = callerWith(world.app, await signedIn(world.app, 'rival'))
  machine = await aMachine(world.ctx, world.company)
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  byDevice = callerWith(world.app, device.signIn)
  const event = { id: randomUUID(), type: 'STATE', state: 'RUNNING', at: toIso(clock.now()) }
  await byDevice('POST', `/telemetry/${device.imei}/events`, [event])
})

const credit = async (amount: number) =>
  (await manager('POST', `/machines/${machine.id}/credits`, { amount, validity: 120 })).json().data.id
const restart = async () => (await manager('POST', `/machines/${machine.id}/restart`)).json().data.id
const ack = (id: string, outcome: string) => byDevice('POST', `/telemetry/${device.imei}/commands/${id}/ack`, { outcome })
const look = () => detectOffline.run({ ...world.ctx, log: world.app.log })
const listCommands = async (by = manager) => (await by('GET', `/machines/${machine.id}/commands`)).json().data
const bell = async (by = manager) =>
  (await by('GET', '/notifications'))
    .json()
    .data.filter(({ slug }: { slug: string }) => slug === `/dashboard/machines/${machine.id}`)
    .map(({ message, values }: { message: string; values: unknown }) => [message, values])
const feed = async () =>
  (await manager('GET', `/activity?machine=${machine.id}&types=SENT_CREDIT,SENT_RESTART`))
    .json()
    .data.map(({ type, details }: { type: string; details: { outcome?: string } }) => [type, details.outcome])

describe('outcome of a credit or restart', () => {
  test('failure notifies only the user who requested it', async () => {
    await ack(await credit(250), 'failed')
    const name = expect.any(String)
    expect(await bell()).toEqual([['CREDIT_FAILED', { minor: 250, machine: name }]])
    expect(await bell(colleague)).toEqual([])
    expect(await feed()).toEqual([['SENT_CREDIT', 'failed']])
    await ack(await restart(), 'failed')
    expect(await bell()).toEqual([
      ['RESTART_FAILED', { machine: name }],
      ['CREDIT_FAILED', { minor: 250, machine: name }],
    ])
  })

  test('expiry notifies once', async () => {
    await credit(100)
    await restart()
    clock.pass(RESTART_DURATION)
    await look()
    await look()
    expect((await bell()).map(([message]: [string]) => message).toSorted()).toEqual(['CREDIT_EXPIRED', 'RESTART_EXPIRED'])
    expect((await feed()).toSorted()).toEqual([
      ['SENT_CREDIT', 'expired'],
      ['SENT_RESTART', 'expired'],
    ])
  })

  test('success is recorded without a notification', async () => {
    const id = await credit(100)
    await ack(id, 'done')
    await ack(id, 'failed')
    clock.pass(2 * MINUTE)
    await look()
    expect(await bell()).toEqual([])
    expect(await feed()).toEqual([['SENT_CREDIT', 'done']])
  })

  test('reported by the device counts even after expiry', async () => {
    const id = await credit(100)
    clock.pass(2 * MINUTE)
    await look()
    await ack(id, 'done')
    expect(await feed()).toEqual([['SENT_CREDIT', 'done']])
    expect(await listCommands()).toMatchObject([{ id, outcome: 'done' }])
  })
})

describe('commands of a machine', () => {
  test('are listed for a day with amount and outcome, the latest first', async () => {
    const id = await credit(250)
    expect(await listCommands()).toEqual([
      {
        id,
        kind: 'CREDIT',
        amount: 250,
        askedAt: toIso(clock.now()),
        validUntil: toIso(clock.now() + 120 * SECOND),
        outcome: null,
        by: expect.any(String),
      },
    ])
    clock.pass(SECOND)
    await restart()
    expect(await listCommands(colleague)).toMatchObject([
      { kind: 'RESTART', amount: null },
      { kind: 'CREDIT', outcome: null },
    ])
    // Before the job runs.
    clock.pass(RESTART_DURATION)
    expect(await listCommands()).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }])
  })

  test('are hidden from servicemen and other companies', async () => {
    await credit(250)
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    expect((await serviceman('GET', `/machines/${machine.id}/commands`)).statusCode).toBe(403)
    expect((await rival('GET', `/machines/${machine.id}/commands`)).json()).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
  })
})
