import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DashboardLive, DashboardLongTerm } from '#contract/dashboard.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'

/** 09:30 on 31 March in Berlin, two days after the change to summer time. */
const clock = aClock(Date.parse('2026-03-31T07:30:00.000Z'))
let world: TwoCompanies
let snack: StandingMachine
let coffee: StandingMachine
let cola: number
let beans: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  beans = await aProduct(ctx, company, { name: 'Latte', packaging: 'COFFEE' })
  snack = await aMachine(ctx, company, { name: 'Snack' })
  coffee = await aMachine(ctx, company, { name: 'Coffee', type: 'COFFEE' })
  await ctx.database.withTenant(company, async (db) => {
    await db.execute(
      sql`update machines set state = 'STOPPED', last_refill = '2026-03-30T21:59:00Z' where company_id = ${company} and id = ${coffee.id}`,
    )
    await db.execute(sql`update machines set last_refill = '2026-03-30T22:01:00Z' where company_id = ${company} and id = ${snack.id}`)
    await db.execute(
      sql`insert into machine_status (company_id, machine_id, cash_minor) values (${company}, ${snack.id}, 4550), (${company}, ${coffee.id}, 50)`,
    )
  })
})
afterAll(() => world.close())

async function sell(sales: readonly [at: string, minor: number, more?: { machine?: number; product?: number; card?: string }][]) {
  const { ctx, company } = world
  await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`delete from transactions where company_id = ${company}`)
    for (const [at, minor, { machine = snack.id, product = cola, card = null } = {}] of sales)
      await db.execute(
        sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, card_identifier)
          values (${company}, ${randomUUID()}, ${machine}, ${at}, ${minor}, 'CASH', '1', ${product}, ${card})`,
      )
    await rebuildDailySales(db, company)
  })
}

const live = async () => v.parse(DashboardLive, (await world.manager.call('GET', '/dashboard/live')).json().data)
const longTerm = async () => v.parse(DashboardLongTerm, (await world.manager.call('GET', '/dashboard/ltr')).json().data)

test('dashboard totals are compared with the same weekday, weekdays or date', async () => {
  await sell([
    // Today began at 22:00 UTC.
    ['2026-03-30T22:00:00Z', 100],
    ['2026-03-30T21:59:59Z', 20],
    // 09:30 a week ago, still in winter time.
    ['2026-03-23T22:59:59Z', 5],
    ['2026-03-23T23:00:00Z', 10],
    ['2026-03-24T08:29:59Z', 70],
    ['2026-03-24T08:30:00Z', 700],
    ['2026-03-01T00:00:00Z', 3],
    // Five weeks before 1–31 March is 25 January–24 February.
    ['2026-02-28T12:00:00Z', 1_000],
    ['2026-02-01T12:00:00Z', 200],
    ['2026-01-31T12:00:00Z', 40],
    ['2026-01-24T12:00:00Z', 7_000],
    // Last year until the same day.
    ['2025-03-31T12:00:00Z', 50_000],
    ['2025-04-01T12:00:00Z', 900_000],
    ['2024-12-31T12:00:00Z', 9_000_000],
  ])
  expect(await live()).toMatchObject({
    revenueToday: 1,
    revenueTodayPrevious: 0.8,
    revenueMonth: 9.08,
    revenueMonthPrevious: 2.4,
    revenueYear: 91.48,
    revenueYearPrevious: 500,
  })
})

test('dashboard counts neither machines out of service nor their cash', async () => {
  const { ctx, company } = world
  const gone = await aMachine(ctx, company)
  await ctx.database.owner.execute(
    sql`insert into machine_status (company_id, machine_id, cash_minor) values (${company}, ${gone.id}, 900)`,
  )
  expect(await live()).toMatchObject({ cashInMachines: 55, allMachinesCount: 3 })
  expect((await world.manager.call('DELETE', `/machines/${gone.id}`)).statusCode).toBe(200)
  expect(await live()).toMatchObject({ cashInMachines: 46, allMachinesCount: 2 })
})

test('dashboard shows machine status and the latest sales', async () => {
  await sell([
    ...Array.from({ length: 6 }, (_, index): [string, number] => [`2026-03-31T06:0${index}:00Z`, 100 + index]),
    ['2026-03-31T07:00:00Z', 250, { machine: coffee.id, product: beans, card: '04A1B2C3D4' }],
  ])
  const figures = await live()
  expect(figures).toMatchObject({ cashInMachines: 46, onlineMachinesCount: 1, allMachinesCount: 2, refilledTodayCount: 1 })
  expect(figures.transactions.map(({ amount }) => amount)).toEqual([2.5, 1.05, 1.04, 1.03, 1.02])
  expect(figures.transactions[0]).toEqual({
    id: expect.any(String),
    created: '2026-03-31T07:00:00.000Z',
    amount: 2.5,
    type: 'CASH',
    slotNumber: '1',
    product: { name: 'Latte', type: 'COFFEE' },
    machine: { id: coffee.id, name: 'Coffee' },
    employeeCardIdentifier: 'C3D4',
  })
})

test("dashboard shows thirty days and a week's best sellers, cached for five minutes", async () => {
  await sell([
    ['2026-03-24T12:00:00Z', 99_999],
    ['2026-03-25T12:00:00Z', 300],
    ['2026-03-31T06:00:00Z', 200, { machine: coffee.id, product: beans }],
    ['2026-03-31T06:01:00Z', 200, { machine: coffee.id, product: beans }],
  ])
  const figures = await longTerm()
  expect(figures.revenueHistory).toHaveLength(30)
  expect([figures.revenueHistory[0], figures.revenueHistory[23], figures.revenueHistory[29]]).toEqual([
    { date: '2026-03-02', revenue: 0 },
    { date: '2026-03-25', revenue: 3 },
    { date: '2026-03-31', revenue: 4 },
  ])
  expect(figures.topMachines).toEqual([
    { id: coffee.id, name: 'Coffee', type: 'COFFEE', revenue: 4 },
    { id: snack.id, name: 'Snack', type: 'SNACK', revenue: 3 },
  ])
  expect(figures.topProducts).toEqual([
    { id: beans, name: 'Latte', type: 'COFFEE', sold: 2 },
    { id: cola, name: 'Cola', type: 'CAN', sold: 1 },
  ])
  await sell([['2026-03-31T06:00:00Z', 700]])
  expect((await longTerm()).topMachines[0]?.revenue).toBe(4)
  clock.pass(6 * MINUTE)
  expect((await longTerm()).topMachines).toEqual([{ id: snack.id, name: 'Snack', type: 'SNACK', revenue: 7 }])
})

test('dashboard is limited to managers of the same company', async () => {
  await sell([[toIso(clock.now()), 700]])
  for (const path of ['/dashboard/live', '/dashboard/ltr']) {
    expect((await world.serviceman.call('GET', path)).statusCode).toBe(403)
    expect((await world.deadToken('GET', path)).statusCode).toBe(401)
  }
  const rivals = (await world.rival.call('GET', '/dashboard/live')).json().data
  expect(rivals).toMatchObject({ revenueToday: 0, revenueYear: 0, cashInMachines: 0, allMachinesCount: 0, transactions: [] })
  const { data } = (await world.rival.call('GET', '/dashboard/ltr')).json()
  expect(data).toMatchObject({ topMachines: [], topProducts: [] })
})

test('sales of a week ago are those of the new day right after midnight', async () => {
  clock.pass(Date.parse('2026-03-31T21:58:00Z') - clock.now())
  const call = callerWith(world.app, await signedIn(world.app, 'manager'))
  const previous = async () => (await call('GET', '/dashboard/live')).json().data.revenueTodayPrevious
  await sell([
    ['2026-03-24T12:00:00Z', 900],
    ['2026-03-24T23:00:30Z', 50],
  ])
  expect(await previous()).toBe(9)
  clock.pass(3 * MINUTE)
  expect(await previous()).toBe(0.5)
})
