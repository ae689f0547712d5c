import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DashboardToday } from '#contract/dashboard.ts'
import { addDays, dayOf, momentAt } from '#domain/calendar.ts'
import { HOUR, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'
import { publish } from '../../sync/feed.ts'

const ZONE = 'Europe/Berlin'
/** 09:30 on Tuesday, 31 March in Berlin, two days after the change to summer time. */
const clock = aClock(Date.parse('2026-03-31T07:30:00.000Z'))
let world: TwoCompanies
let snack: StandingMachine
let other: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  const cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  snack = await aMachine(ctx, company, { name: 'Snack' })
  const slots = ['1', '2', '3', '4'].map((number) => ({ number, product: cola, max: 10, quantity: 10 }))
  other = await aMachine({ ...ctx, now: () => at(9, 12) }, company, { name: 'Other', slots })
  await aDevice(ctx, company, { machine: snack.id })
  await assign(ctx, company, snack.id, world.serviceman.id)
})
afterAll(() => world.close())

/** The moment of a wall clock time, this many weeks before the day of the test. */
const at = (weeks: number, hour: number, minute = 0) => {
  const { year, month, day } = addDays(dayOf(Date.parse('2026-03-31T07:30:00.000Z'), ZONE), -7 * weeks)
  return momentAt(Date.UTC(year, month - 1, day, hour, minute), ZONE)
}

type Sale = [at: number, minor: number, machine?: number]

const own = (run: (db: Parameters<Parameters<TwoCompanies['ctx']['database']['withTenant']>[1]>[0]) => Promise<unknown>) =>
  world.ctx.database.withTenant(world.company, run)

/** The averages of past weekdays are kept for an hour, but not for a clock that was set back. */
let earlier = 0

async function sell(sales: readonly Sale[]) {
  await own(async (db) => {
    await db.execute(sql`delete from transactions where company_id = ${world.company}`)
    for (const [moment, minor, machine = snack.id] of sales)
      await db.execute(
        sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
          values (${world.company}, ${randomUUID()}, ${machine}, ${toIso(moment)}, ${minor}, 'CASH', '1')`,
      )
    await rebuildDailySales(db, world.company)
  })
  earlier += SECOND
  clock.pass(-earlier)
  await today()
  clock.pass(earlier)
}

const today = async () => v.parse(DashboardToday, (await world.manager.call('GET', '/dashboard/today')).json().data)

/** 100, 200 … 800 at 08:10 of the last eight Tuesdays, as many at 09:29 and ten times as many at 09:30. */
const eightWeeks = (machine?: number): Sale[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((week): Sale[] => [
    [at(week, 8, 10), week * 100, machine],
    [at(week, 9, 29), week * 100, machine],
    [at(week, 9, 30), week * 1000, machine],
  ])

test('sales of today by hour are next to the band of the same weekdays', async () => {
  await sell([...eightWeeks(), [at(0, 0), 150], [at(0, 9, 29), 250], [at(0, 0) - 1, 7_000], [at(9, 9), 90_000]])
  const answer = await today()
  expect(answer).toMatchObject({ day: '2026-03-31', comparedDays: 8, sold: 4, soldUsually: 9, lost: 0, down: 0, toReview: 0 })
  expect(answer.hours).toHaveLength(24)
  expect(answer.hours[0]).toEqual({
    from: '2026-03-30T22:00:00.000Z',
    until: '2026-03-30T23:00:00.000Z',
    sold: 1.5,
    low: 0,
    median: 0,
    high: 0,
    stopped: 0,
  })
  expect(answer.hours[8]).toMatchObject({ sold: 0, low: 1.7, median: 4.5, high: 7.3 })
  expect(answer.hours[9]).toMatchObject({ sold: 2.5, low: 18.7, median: 49.5, high: 80.3 })
  expect(answer.hours[10]).toMatchObject({ sold: null, median: 0 })
})

test('a stopped machine has its time, loss an hour, person and a restart', async () => {
  await sell(eightWeeks())
  const { company } = world
  await own(async (db) => {
    await db.execute(sql`update machines set state = 'STOPPED' where company_id = ${company} and id = ${snack.id}`)
    await db.execute(
      sql`insert into outages (company_id, machine_id, state, from_at, cause) values (${company}, ${snack.id}, 'STOPPED', ${toIso(at(0, 8, 30))}, 'EEA')`,
    )
    await db.execute(
      sql`insert into customer_issues (company_id, id, machine_id, type, created_at) values (${company}, ${randomUUID()}, ${snack.id}, 'NO_CHANGE', ${toIso(at(0, 7))})`,
    )
  })
  const answer = await today()
  // The averages are 4.50 from 8 to 9 and 49.50 from 9 to 10; half an hour was lost in each.
  expect(answer).toMatchObject({ lost: 27, down: 1, needsActionCount: 1 })
  expect(answer.hours.map(({ stopped }) => stopped).slice(7, 11)).toEqual([0, 1, 1, 0])
  expect(answer.needsAction).toEqual([
    {
      machine: { id: snack.id, name: 'Snack', type: 'SNACK', state: 'STOPPED' },
      reason: 'STOPPED',
      code: 'EEA',
      count: 1,
      since: toIso(at(0, 8, 30)),
      others: 1,
      lossPerHour: 49.5,
      assigned: [{ userId: world.serviceman.id, name: expect.any(String) }],
      canRestart: true,
    },
  ])
  await own(async (db) => {
    await db.execute(sql`delete from outages where company_id = ${company}`)
    await db.execute(sql`delete from customer_issues where company_id = ${company}`)
    await db.execute(sql`update machines set state = 'RUNNING' where company_id = ${company}`)
  })
})

test('an empty slot loses its share of the expected sales since its last movement', async () => {
  await sell(eightWeeks(other.id))
  const { company } = world
  const { point } = other.slot('1')
  await own(async (db) => {
    await db.execute(
      sql`insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
        values (${company}, ${point}, ${toIso(at(0, 8, 30))}, ${randomUUID()}, 0, 'delta', 'SALE', -10000)`,
    )
    await db.execute(sql`update stock_points set balance = 0 where company_id = ${company} and id = ${point}`)
    await publish(db, company, [{ kind: 'inventory', id: other.id }], clock.now())
  })
  const answer = await today()
  // A quarter of what a stopped machine loses.
  expect(answer).toMatchObject({ lost: 6.75, down: 0, needsActionCount: 1 })
  expect(answer.needsAction[0]).toMatchObject({
    machine: { id: other.id },
    reason: 'EMPTY',
    count: 1,
    since: toIso(at(0, 8, 30)),
    lossPerHour: 12.38,
    assigned: [],
    canRestart: false,
  })
  await own(async (db) => {
    await db.execute(sql`update stock_points set balance = 10000 where company_id = ${company} and id = ${point}`)
    await publish(db, company, [{ kind: 'inventory', id: other.id }], clock.now())
  })
})

test('alerts, reports and silence are reasons with an unknown loss, the most important one first', async () => {
  await sell([])
  const { company } = world
  const alert = (machine: number, code: string, since: number) =>
    own((db) =>
      db.execute(
        sql`insert into alerts (company_id, machine_id, code, at, report_id, is_up) values (${company}, ${machine}, ${code}, ${toIso(since)}, ${randomUUID()}, true)`,
      ),
    )
  await alert(snack.id, 'LOW_STOCK_LEVEL', at(0, 6))
  await alert(snack.id, 'MDB_BILL_VALIDATOR', at(0, 7))
  await alert(other.id, 'NO_SALES', at(0, 5))
  const answer = await today()
  expect(answer).toMatchObject({ comparedDays: 0, soldUsually: null, lost: null, down: 1, needsActionCount: 2 })
  expect(answer.needsAction).toMatchObject([
    { machine: { id: other.id }, reason: 'NO_SALES', since: toIso(at(0, 5) - 24 * HOUR), others: 0, lossPerHour: null },
    { machine: { id: snack.id }, reason: 'FAULT', code: 'MDB_BILL_VALIDATOR', since: toIso(at(0, 7)), others: 1, lossPerHour: null },
  ])
  expect(answer.hours[0]).toMatchObject({ sold: 0, low: null, median: null, high: null })
  await own((db) => db.execute(sql`delete from alerts where company_id = ${company}`))
})

test('two past weekdays are no comparison, and three are', async () => {
  await sell([1, 2].map((week): Sale => [at(week, 9), 100]))
  expect(await today()).toMatchObject({ comparedDays: 0, soldUsually: null, lost: null })
  await sell([1, 2, 3].map((week): Sale => [at(week, 9), 100 * week]))
  expect(await today()).toMatchObject({ comparedDays: 3, soldUsually: 2, lost: 0 })
})

test('a company without machines has empty figures, and other companies see nothing', async () => {
  await sell([...eightWeeks(), [at(0, 9), 100]])
  const { data } = (await world.rival.call('GET', '/dashboard/today')).json()
  expect(data).toMatchObject({ comparedDays: 0, sold: 0, soldUsually: null, lost: null, down: 0, needsAction: [], needsActionCount: 0 })
  expect((await world.serviceman.call('GET', '/dashboard/today')).statusCode).toBe(403)
  expect((await world.deadToken('GET', '/dashboard/today')).statusCode).toBe(401)
})
