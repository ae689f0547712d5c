import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, type Moment } from '#domain/time.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { createAppContext } from '../app-context.ts'
import { type Database, rowsOf } from '../db/client.ts'
import { openEmbedded } from '../db/connect.ts'
import { detectOffline } from '../features/telemetry/detect-offline.job.ts'
import { deviceNow } from '../features/telemetry/devices.handlers.ts'
import { findDevices } from '../features/telemetry/devices.store.ts'
import type { AppContext } from '../http/request-context.ts'
import { staleAggregates } from '../self-check/aggregates.store.ts'
import { readSettings } from '../settings.ts'
import { demoTelemetryJob } from './demo-telemetry.job.ts'
import { prepareCompanies } from './prepare.ts'
import { sourceOf } from './sell-on.ts'

const clock = aClock(Date.parse('2026-03-12T10:20:00Z'))
let database: Database
let folder: string
let ctx: AppContext

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roundsman-demo-'))
  const opened = await openEmbedded(null)
  if ('wrong' in opened) throw new Error(opened.wrong)
  database = opened.database
  const read = readSettings({ DATA_DIR: folder, DEMO_SIZE: '6' })
  if ('wrong' in read) throw new Error(read.wrong)
  ctx = { ...createAppContext(read.settings, database, Buffer.alloc(32), clock.now), log: Fastify({ logger: false }).log }
  await prepareCompanies(ctx)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const rows = <Row>(statement: ReturnType<typeof sql>) => database.asSystem((db) => rowsOf<Row>(db, statement))
const salesSince = async (since: Moment) =>
  (await rows<{ count: number }>(sql`select count(*)::int as count from transactions where at > ${new Date(since).toISOString()}`))[0]
    ?.count
/** Runs the jobs that are due on a server. */
const look = async () => {
  await demoTelemetryJob.run(ctx)
  await detectOffline.run(ctx)
}
const silent = async () =>
  (await rows<{ id: number }>(sql`select id::float8 as id from machines where state = 'NOT_CONNECTED'`)).map(({ id }) => id).toSorted()

describe('the demo', () => {
  let began: Moment
  let silentBefore: number[]
  beforeEach(async () => {
    began = clock.now()
    silentBefore = await silent()
  })

  test('sells while the server runs', async () => {
    for (let minutes = 0; minutes < 3 * 60; minutes += 30) {
      clock.pass(30 * MINUTE)
      await look()
    }
    expect(await salesSince(began)).toBeGreaterThan(5)
    expect(await salesSince(clock.now() - 45 * MINUTE)).toBeGreaterThan(0)
  })

  test.each([
    ['a night', 14 * HOUR],
    ['three weeks', 21 * DAY],
  ])('catches up after %s without a server, with connected machines', async (_, away) => {
    clock.pass(away)
    await look()
    expect(await silent()).toEqual(silentBefore)
    expect(await salesSince(began)).toBeGreaterThan(10)
    const sold = await salesSince(began)
    await look()
    expect(await salesSince(began)).toBe(sold)
    expect(await rows(sql`select from transactions where at > ${new Date(clock.now()).toISOString()}`)).toEqual([])
  })

  test("shows a connected machine's device as connected", async () => {
    clock.pass(9 * HOUR)
    await look()
    const companies = await rows<{ id: number }>(sql`select id from companies`)
    for (const { id } of companies) {
      const { devices } = await database.withTenant(id, (db) => findDevices(db, id, { page: 0, size: 500 }))
      const states = await rows<{ id: number; state: string }>(sql`select id::float8 as id, state from machines where company_id = ${id}`)
      for (const device of devices.filter(({ machine }) => machine !== null)) {
        const state = states.find((machine) => machine.id === device.machine?.id)?.state
        expect([device.imei, deviceNow(device, clock.now()).isCurrentlyConnected]).toEqual([device.imei, state !== 'NOT_CONNECTED'])
      }
    }
  })

  test('sells no more than the stock, and all sums stay correct', async () => {
    for (let day = 0; day < 8; day++) {
      clock.pass(DAY)
      await look()
    }
    const below = await rows(sql`select id from stock_points where balance < 0 and machine_id is not null`)
    expect(below).toEqual([])
    const stale = await Promise.all(
      (await rows<{ id: number }>(sql`select id from companies`)).map(({ id }) =>
        database.withTenant(id, (db) => staleAggregates(db, id, null)),
      ),
    )
    expect(stale.flat()).toEqual([])
  })

  test('sells nothing if the setting disables it', async () => {
    clock.pass(12 * HOUR)
    await demoTelemetryJob.run({ ...ctx, settings: { ...ctx.settings, demoSales: false } })
    expect(await salesSince(began)).toBe(0)
  })
})

test.each([0, 1, 8 * DAY, 400 * DAY])('sales %i ms after the demo was written repeat its last week', (later) => {
  const written = Date.parse('2026-03-12T10:20:00Z')
  const { from, until, back } = sourceOf({ from: written + later - HOUR, until: written + later }, written)
  expect(back % (7 * DAY)).toBe(0)
  expect(until).toBeLessThanOrEqual(written)
  expect(until).toBeGreaterThan(written - 7 * DAY - 1)
  expect(until - from).toBe(HOUR)
})
