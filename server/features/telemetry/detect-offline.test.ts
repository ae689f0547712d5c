import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { runDueJobs } from '../../jobs/run-jobs.ts'
import { JOBS } from '../../jobs.ts'
import { detectOffline } from './detect-offline.job.ts'
import { watchMachinesJob } from './watch-machines.job.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
let device: StandingDevice

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  machine = await aMachine(world.ctx, world.company)
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
})
afterAll(() => world.close())

const hear = (events: unknown[] = []) => callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, events)
const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)
const stateOf = async () => (await rows<{ state: string }>(sql`select state from machines where id = ${machine.id}`))[0]?.state
const publishedEvents = async () =>
  (await rows<{ seq: number }>(sql`select seq::float8 as seq from feed where kind = 'machine' and entity_id = ${machine.id}`))[0]?.seq
const pass = async (time: number) => {
  clock.pass(time)
  await runDueJobs({ ...world.ctx, log: world.app.log }, JOBS)
}

test('machine is offline after 15 minutes, notified once, online with its next message', async () => {
  await hear([{ id: '1', type: 'STATE', state: 'RUNNING', at: toIso(clock.now()) }])
  await pass(15 * MINUTE)
  expect(await stateOf()).toBe('RUNNING')
  const before = await publishedEvents()
  await pass(MINUTE)
  expect(await stateOf()).toBe('NOT_CONNECTED')
  const after = await publishedEvents()
  expect(after).toBeGreaterThan(before ?? 0)
  await pass(MINUTE)
  expect(await publishedEvents()).toBe(after)
  await hear()
  expect(await stateOf()).toBe('RUNNING')
})

test('unconfirmed restart and its command expire after ten minutes', async () => {
  const manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  expect((await manager('POST', `/machines/${machine.id}/restart`)).statusCode).toBe(202)
  expect(await stateOf()).toBe('RESTARTING')
  await pass(9 * MINUTE)
  expect(await stateOf()).toBe('RESTARTING')
  await hear()
  await pass(MINUTE)
  expect(await stateOf()).toBe('RUNNING')
  expect(await rows(sql`select outcome from device_commands where machine_id = ${machine.id}`)).toEqual([{ outcome: 'expired' }])
})

type Kept = { from: number; to: number | null }
const silences = () =>
  rows<Kept>(
    sql`select extract(epoch from from_at)::float8 * 1000 as from, extract(epoch from to_at)::float8 * 1000 as to from outages
      where machine_id = ${machine.id} and state = 'NOT_CONNECTED' order by from_at`,
  )
const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute += 4) {
    clock.pass(4 * MINUTE)
    await runDueJobs({ ...world.ctx, log: world.app.log }, [detectOffline, watchMachinesJob])
  }
}

test('offline period lasts until the next message, and late reports shorten it', async () => {
  await rows(sql`delete from outages`)
  await hear()
  const from = clock.now()
  await minutes(60)
  expect(await silences()).toEqual([{ from, to: null }])
  const to = clock.now()
  const lived = from + 20 * MINUTE
  await hear([{ id: 'late', type: 'SIGNAL', strength: 1, at: toIso(lived) }])
  expect(await silences()).toEqual([{ from: lived, to }])
  await hear([{ id: 'latest', type: 'SIGNAL', strength: 1, at: toIso(to - 15 * MINUTE) }])
  expect(await silences()).toEqual([])
})

test('time without a running server counts as no offline period', async () => {
  await rows(sql`delete from outages`)
  await hear()
  await minutes(4)
  await pass(3 * 60 * MINUTE)
  expect(await stateOf()).toBe('NOT_CONNECTED')
  await minutes(4)
  await hear()
  expect(await silences()).toEqual([])
})

test('machine whose device was removed has no open outage', async () => {
  await rows(sql`delete from outages`)
  await hear([{ id: 'stop', type: 'STATE', state: 'STOPPED', cause: 'EJ', at: toIso(clock.now()) }])
  const from = clock.now()
  await minutes(30)
  await aUser(world.ctx, { id: world.company }, { login: 'devices', authorities: ['ROLE_DEVICE_MANAGER'] })
  const deviceManager = callerWith(world.app, await signedIn(world.app, 'devices'))
  expect((await deviceManager('DELETE', `/machines/${machine.id}/devices/${device.imei}`)).statusCode).toBe(200)
  const to = clock.now()
  expect(
    await rows(
      sql`select state, extract(epoch from from_at)::float8 * 1000 as from, extract(epoch from to_at)::float8 * 1000 as to from outages order by state`,
    ),
  ).toEqual([
    { state: 'NOT_CONNECTED', from, to },
    { state: 'STOPPED', from, to },
  ])
})
