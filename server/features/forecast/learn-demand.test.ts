import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InventoryRecord } from '#contract/sync.ts'
import { readRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { isDue, learnDemand } from './learn-demand.job.ts'

const clock = aClock()
let world: TwoCompanies
let busy: StandingMachine
let mute: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
  const { ctx, company, serviceman } = world
  const [cola, nuts] = [await aProduct(ctx, company, { name: 'Cola' }), await aProduct(ctx, company, { name: 'Nuts' })]
  busy = await aMachine(ctx, company, {
    slots: [
      { number: '11', product: cola, max: 500, quantity: 400, price: 300 },
      { number: '12', product: nuts, max: 500, quantity: 400, price: 100 },
    ],
  })
  mute = await aMachine(ctx, company, { slots: [{ number: '11', product: cola, max: 10, quantity: 5, price: 300 }] })
  for (const { id } of [busy, mute]) await assign(ctx, company, id, serviceman.id)
  await ctx.database.owner.execute(sql`update stock_points set installed_at = ${toIso(clock.now() - 14 * DAY)}`)
  const since = clock.now() - 14 * DAY
  for (let hour = 0; hour < 14 * 24; hour++) await sold(busy.slot('11').point, since + hour * HOUR)
  for (let hour = 0; hour < 14 * 24; hour += 8) await sold(busy.slot('12').point, since + hour * HOUR)
})
afterAll(() => world.close())

const sold = (point: number, at: Moment) =>
  world.ctx.database.owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    values (${world.company}, ${point}, ${toIso(at)}, ${randomUUID()}, 0, 'delta', 'SALE', -1000)`)

const night = () => learnDemand({ ...world.ctx, log: world.app.log })
const recordsOf = async (person = world.serviceman) => (await aPhone(person.call).pullAll()).flatMap(({ changes }) => changes.inventory)
const recordOf = (records: readonly InventoryRecord[], { id }: StandingMachine) => records.find(({ machineId }) => machineId === id)

test('forecast is unknown before the first night', async () => {
  expect((await recordsOf()).map(({ outlook }) => outlook)).toEqual([null, null])
})

test('forecast reaches every phone at night, in the order of its stocks, without prices', async () => {
  const cursor = (await aPhone(world.serviceman.call).pullAll()).at(-1)?.cursor ?? ''
  await night()
  const received = (await aPhone(world.serviceman.call).pullAll(cursor)).flatMap(({ changes }) => changes.inventory)
  const outlook = recordOf(received, busy)?.outlook
  expect(readRhythm(outlook?.rhythm ?? '')).toHaveLength(168)
  const { pieces = [], hours = [], portion = [], weight = [] } = outlook?.places ?? {}
  const [cola = 0, nuts = 0] = pieces.map((sold, index) => sold / (hours[index] ?? 0))
  expect(cola).toBeGreaterThan(0.8)
  expect(cola).toBeLessThan(1.2)
  expect(nuts).toBeGreaterThan(0.08)
  expect(nuts).toBeLessThan(0.25)
  expect(portion).toEqual([1000, 1000])
  expect((weight[0] ?? 0) / (weight[1] ?? 1)).toBeCloseTo(3, 0)
})

test('forecast of a machine that reports no sales is unknown, not zero', async () => {
  expect(recordOf(await recordsOf(), mute)?.outlook).toBeNull()
})

test('forecast ignores what was put into a slot since the last night', async () => {
  const { ctx, company } = world
  const water = await aProduct(ctx, company)
  await ctx.database.owner.execute(sql`
    insert into stock_points (company_id, kind, machine_id, product_id, max_quantity, installed_at)
    values (${company}, 'SLOT', ${busy.id}, ${water}, 10, now())`)
  const record = recordOf(await recordsOf(), busy)
  expect(record?.outlook?.places.hours.filter((hours) => hours === 0)).toHaveLength(1)
  const place = record?.stocks.findIndex(({ productId }) => productId === water) ?? -1
  expect(record?.outlook?.places.hours[place]).toBe(0)
})

test('forecast of a company uses its own machines only', async () => {
  const rows = await rowsOf<{ company: number }>(
    world.ctx.database.owner,
    sql`select distinct f.company_id as company from forecasts f join machines m on m.id = f.machine_id where m.company_id = ${world.company}`,
  )
  expect(rows).toEqual([{ company: world.company }])
  expect(await recordsOf(world.rival)).toEqual([])
})

test("forecast is computed once per night in the company's time zone", async () => {
  const learnt = async () =>
    (await rowsOf<{ at: string }>(world.ctx.database.owner, sql`select max(learnt_at)::text as at from forecasts`))[0]?.at
  const before = await learnt()
  await night()
  expect(await learnt()).toBe(before)
  clock.pass(DAY)
  await night()
  expect(await learnt()).not.toBe(before)

  const threeInBerlin = Date.parse('2026-03-10T02:00:00Z')
  const clocks = { timezone: 'Europe/Berlin', learntAt: threeInBerlin - DAY }
  expect(isDue(threeInBerlin - MINUTE, clocks)).toBe(false)
  expect(isDue(threeInBerlin, clocks)).toBe(true)
  expect(isDue(threeInBerlin, { ...clocks, timezone: 'Europe/London' })).toBe(false)
  expect(isDue(threeInBerlin, { ...clocks, learntAt: threeInBerlin - HOUR })).toBe(false)
  expect(isDue(threeInBerlin - HOUR, { ...clocks, learntAt: null })).toBe(true)
})
