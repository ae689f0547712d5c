import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice } from '../../../tests/support/fleet.ts'
import { aClock, aUser, createTestApp, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let fitter: Caller
let device: StandingDevice
let byDevice: Caller
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aUser(world.ctx, { id: world.company }, { login: 'fitter', companyRole: 'ROLE_EMPLOYEE', authorities: ['ROLE_DEVICE_MANAGER'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  clock.pass(MINUTE)
  fitter = callerWith(world.app, await signedIn(world.app, 'fitter'))
  const machine = await aMachine(world.ctx, world.company)
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  byDevice = callerWith(world.app, device.signIn)
})

const details = async (by = fitter) => (await by('GET', `/debugger/${device.imei}/details`)).json()
const send = (value: unknown, by = fitter) =>
  by('POST', `/debugger/${device.imei}/command`, { command: 'SMS', dataItems: [{ type: 'STRING', value }] })
const states = async () => (await details()).data.commands.map(({ command, state }: Record<string, string>) => [command, state])

describe('device debugger', () => {
  test('shows the latest report and log lines of a device', async () => {
    expect((await details()).data).toEqual({
      imei: device.imei,
      connected: false,
      signalStrength: null,
      msisdn: null,
      firmware: null,
      firmwareUpdate: null,
      logs: [],
      commands: [],
    })
    const at = toIso(clock.now())
    await byDevice('POST', `/telemetry/${device.imei}/events`, [
      { id: 's', type: 'SIGNAL', at, strength: 0.735 },
      { id: 'f', type: 'FIRMWARE', at, version: '4.2.1' },
      { id: 'l1', type: 'LOG', at: toIso(clock.now() - 1_000), level: 'info', message: 'started' },
      { id: 'l2', type: 'LOG', at, level: 'warn', message: 'no coins' },
    ])
    expect((await details()).data).toMatchObject({
      connected: true,
      signalStrength: 0.735,
      firmware: '4.2.1',
      firmwareUpdate: at,
      logs: [{ message: 'no coins', level: 'warn' }, { message: 'started' }],
    })
    clock.pass(16 * MINUTE)
    fitter = callerWith(world.app, await signedIn(world.app, 'fitter'))
    expect((await details()).data.connected).toBe(false)
  })

  test('sends a command and shows its progress', async () => {
    const sent = await send('CHECKMDB')
    expect(sent.statusCode).toBe(202)
    expect(sent.json().data).toMatchObject({ command: 'CHECKMDB', state: 'queued' })
    expect(await states()).toEqual([['CHECKMDB', 'queued']])
    const [command] = (await byDevice('GET', `/telemetry/${device.imei}/commands`)).json().data
    expect(command).toMatchObject({ id: sent.json().data.id, kind: 'DEBUG', payload: { command: 'CHECKMDB' } })
    expect(await states()).toEqual([['CHECKMDB', 'sent']])
    await byDevice('POST', `/telemetry/${device.imei}/commands/${command.id}/ack`, { outcome: 'done' })
    expect(await states()).toEqual([['CHECKMDB', 'acknowledged']])
    clock.pass(1_000)
    await send('UPDATE')
    clock.pass(11 * MINUTE)
    expect(await states()).toEqual([
      ['UPDATE', 'expired'],
      ['CHECKMDB', 'acknowledged'],
    ])
    expect((await byDevice('GET', `/telemetry/${device.imei}/commands`)).json().data).toEqual([])
  })

  test('rejects unknown commands, other companies, and devices without commands', async () => {
    expect((await send('FORMAT')).statusCode).toBe(422)
    expect(
      (
        await fitter('POST', '/debugger/999999999999999/command', { command: 'SMS', dataItems: [{ type: 'STRING', value: 'UPDATE' }] })
      ).json(),
    ).toMatchObject({
      status: 404,
      code: 'DEVICE_NOT_FOUND',
    })
    expect((await send('UPDATE', callerWith(world.app, await signedIn(world.app, 'manager')))).statusCode).toBe(403)
    await aUser(world.ctx, { id: world.rivalCompany }, { login: 'theirs', authorities: ['ROLE_DEVICE_MANAGER'] })
    const theirs = callerWith(world.app, await signedIn(world.app, 'theirs'))
    expect(await details(theirs)).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' })
    device = await aDevice(world.ctx, world.company, { type: 'METRICS_BOX' })
    expect((await send('UPDATE')).json()).toMatchObject({ status: 409, code: 'TAKES_NO_COMMANDS' })
  })

  test('limits commands per minute and device', async () => {
    const app = await createTestApp(world.ctx, { debugs: 2 })
    const own = callerWith(app, await signedIn(app, 'fitter'))
    const codes = [await send('UPDATE', own), await send('UPDATE', own), await send('UPDATE', own)].map(({ statusCode }) => statusCode)
    expect(codes).toEqual([202, 202, 429])
    clock.pass(MINUTE)
    expect((await send('UPDATE', own)).statusCode).toBe(202)
    await app.close()
  })
})
