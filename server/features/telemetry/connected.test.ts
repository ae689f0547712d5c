import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardToday } from '#contract/dashboard.ts'
import type { Device } from '#contract/devices.ts'
import type { MachineToday } from '#contract/machines.ts'
import { isInContact, SILENCE } from '#domain/machines/connectivity.ts'
import { HOUR, MINUTE, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { detectOffline } from './detect-offline.job.ts'
import { isConnectedSql } from './offline-detection.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
const fleet: { machine: StandingMachine; device: StandingDevice }[] = []

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  for (let n = 0; n < 8; n++) {
    const machine = await aMachine(world.ctx, world.company, { name: `Machine ${n}` })
    fleet.push({ machine, device: await aDevice(world.ctx, world.company, { machine: machine.id }) })
  }
})
afterAll(() => world.close())

const AGES = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 40 * MINUTE }),
    fc.integer({ min: SILENCE - 2, max: SILENCE + 2 }),
    fc.integer({ min: SILENCE - SECOND, max: SILENCE + SECOND }),
  ),
  { minLength: 8, maxLength: 8 },
)

const running = () => [{ id: `${clock.now()}`, type: 'STATE', state: 'RUNNING', at: toIso(clock.now()) }]
const send = ({ device }: { device: StandingDevice }) =>
  callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, running())

/** Which machines each place of the product regards as not connected. */
async function offlineBy() {
  const get = async <Row>(path: string): Promise<Row> => (await manager('GET', path)).json().data
  const devices = await get<Device[]>('/devices?size=500')
  const machines = await get<MachineToday[]>('/machines?size=500')
  const ids = (found: { id: number }[]) => found.map(({ id }) => id).toSorted((a, b) => a - b)
  const offline = ({ state }: { state: string }) => state === 'NOT_CONNECTED'
  const pages = await Promise.all(fleet.map(({ machine }) => get<MachineToday>(`/machines/${machine.id}`)))
  const refused: { id: number }[] = []
  for (const { machine } of fleet)
    if ((await manager('POST', `/machines/${machine.id}/restart`)).json().code === 'MACHINE_OFFLINE') refused.push(machine)
  return {
    devices: ids(devices.flatMap(({ isCurrentlyConnected, machine }) => (machine && !isCurrentlyConnected ? [machine] : []))),
    list: ids(machines.filter(offline)),
    filter: ids(await get<MachineToday[]>('/machines?size=500&state=NOT_CONNECTED')),
    pages: ids(pages.filter(offline)),
    restart: ids(refused),
    outages: (await openSilences()).toSorted((a, b) => a - b),
    needAction: (await get<{ needsActionCount: number }>('/dashboard/today')).needsActionCount,
  }
}

const openSilences = async () =>
  (
    await rowsOf<{ id: number }>(
      world.ctx.database.owner,
      sql`select machine_id::float8 as id from outages where state = 'NOT_CONNECTED' and to_at is null`,
    )
  ).map(({ id }) => id)

test('lists, pages, filters, commands and outages agree on who is connected', async () => {
  await fc.assert(
    fc.asyncProperty(AGES, async (ages) => {
      clock.pass(HOUR)
      const end = clock.now() + HOUR
      const contacts = fleet.map((one, index) => ({ ...one, at: end - (ages[index] ?? 0) })).toSorted((a, b) => a.at - b.at)
      for (const one of contacts) {
        clock.pass(one.at - clock.now())
        await send(one)
      }
      clock.pass(end - clock.now())
      await detectOffline.run({ ...world.ctx, log: world.app.log })
      manager = callerWith(world.app, await signedIn(world.app, 'manager'))
      const offline = contacts.flatMap(({ machine, at }) => (isInContact(at, end) ? [] : [machine.id])).toSorted((a, b) => a - b)
      const { needAction, ...places } = await offlineBy()
      expect(places).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, offline])))
      expect(needAction).toBe(offline.length)
    }),
    { numRuns: 5 },
  )
})

test('SQL expression equals the function, also for times in the future and none', async () => {
  const now = clock.now()
  const times = [null, ...[-HOUR, -1, 0, 1, SILENCE - 1, SILENCE, SILENCE + 1, HOUR].map((ago) => now - ago)]
  for (const at of times) {
    const [row] = await rowsOf<{ is: boolean }>(
      world.ctx.database.owner,
      sql`select ${isConnectedSql(sql`${at === null ? null : toIso(at)}::timestamptz`, now)} as is`,
    )
    expect({ at, is: row?.is }).toEqual({ at, is: isInContact(at, now) })
  }
})

test('message received by a server whose clock is behind takes nothing back', async () => {
  const [one] = fleet
  if (!one) throw new Error('no machine')
  await send(one)
  const heardAt = toIso(clock.now())
  clock.pass(-3 * MINUTE)
  await send(one)
  clock.pass(3 * MINUTE)
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  const devices: Device[] = (await manager('GET', '/devices?size=500')).json().data
  expect(devices.find(({ imei }) => imei === one.device.imei)?.heardAt).toBe(heardAt)
})

test('fault of a part is listed with the device until the part works again', async () => {
  const [one] = fleet
  if (!one) throw new Error('no machine')
  const faults = async () => {
    const devices: Device[] = (await manager('GET', '/devices?size=500')).json().data
    return devices.find(({ imei }) => imei === one.device.imei)?.faults
  }
  const bus = async (status: string) => {
    clock.pass(SECOND)
    const event = { id: `bus ${clock.now()}`, type: 'MDB', at: toIso(clock.now()), devices: [{ type: 'BILL_VALIDATOR', status }] }
    await callerWith(world.app, one.device.signIn)('POST', `/telemetry/${one.device.imei}/events`, [event])
  }
  const needsAction = async () => {
    const { needsAction: rows }: DashboardToday = (await manager('GET', '/dashboard/today')).json().data
    return rows.find(({ machine }) => machine.id === one.machine.id)?.reason
  }
  for (const { device } of fleet) await send({ device })
  await bus('FAULT')
  expect([await faults(), await needsAction()]).toEqual([['MDB_BILL_VALIDATOR'], 'FAULT'])
  await bus('OK')
  expect([await faults(), await needsAction()]).toEqual([[], undefined])
})
