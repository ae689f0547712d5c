import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingMachine } from '../../tests/support/fleet.ts'
import { withoutTimers } from '../../tests/support/manual-timeouts.ts'
import { aPhone } from '../../tests/support/phone.ts'
import { aClock, signedIn } from '../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { JOBS } from '../jobs.ts'
import { selfCheck, selfCheckNow } from './self-check.job.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine

/** More than one batch. */
const POINTS = 600

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
  const { ctx, company, rivalCompany, manager } = world
  const product = await aProduct(ctx, company)
  const slots = Array.from({ length: POINTS }, (_, index) => ({ number: String(index), product, max: 10, quantity: 4 }))
  machine = await aMachine(ctx, company, { slots })
  const theirs = await aProduct(ctx, rivalCompany)
  await aMachine(ctx, rivalCompany, {
    slots: [
      { number: '1', product: theirs, max: 10, quantity: 4 },
      { number: '2', product: theirs },
    ],
  })
  const body = [{ productInstallationId: machine.slot('0').point, quantity: 3 }]
  await aPhone(manager.call).push({ call: 'restockSlots', machineId: machine.id, at: clock.now(), body })
})
afterAll(() => world.close())

const healthOf = async (call: Caller) => (await withoutTimers(() => call('GET', '/health'))).json().data.status
const tamper = (statement: ReturnType<typeof sql>) => world.ctx.database.owner.execute(statement)

test('every balance of every company equals the sum of its ledger', async () => {
  expect(await selfCheck(world.ctx)).toEqual({ checked: POINTS + 2, mismatches: [], stale: [], broken: [], late: [] })
})

test('wrong balance is reported, not changed, and rebuilt and synced on demand', async () => {
  const { ctx, company, manager, anonymous, app } = world
  const point = machine.slot('599').point
  const recounted = machine.slot('0').point
  await tamper(sql`update stock_points set balance = balance + 1000 where id = ${point}`)
  await tamper(sql`update stock_points set counted_at = counted_at + interval '1 hour' where id = ${recounted}`)
  const mismatches = [
    { company, point: recounted, balance: 7_000, fold: 7_000 },
    { company, point, balance: 5_000, fold: 4_000 },
  ]
  await runDueJobs({ ...ctx, log: app.log }, JOBS)
  expect(await healthOf(anonymous)).toBe('degraded')
  expect(await selfCheck(ctx)).toEqual({ checked: POINTS + 2, mismatches, stale: [], broken: [], late: [] })

  const phone = aPhone(manager.call)
  const cursor = (await phone.pullAll()).at(-1)?.cursor ?? null
  expect(await selfCheckNow(ctx, { rebuild: true })).toMatchObject({ mismatches })
  expect(await selfCheck(ctx)).toEqual({ checked: POINTS + 2, mismatches: [], stale: [], broken: [], late: [] })
  const [page] = await phone.pullAll(cursor)
  expect(page?.changes.inventory[0]?.stocks.find(({ productInstallationId }) => productInstallationId === point)?.balance).toBe(4_000)
  expect(await healthOf(anonymous)).toBe('ok')
})

test('wrong cash and daily totals are reported, and rebuilt on demand', async () => {
  const { ctx, company } = world
  const device = await aDevice(ctx, company, { machine: machine.id })
  const vend = { id: '1', type: 'VEND', selection: '0', price: 1.5, method: 'CASH', at: toIso(clock.now()) }
  await callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, [vend])
  expect((await selfCheck(ctx)).stale).toEqual([])
  await tamper(sql`update machine_status set cash_minor = cash_minor + 1 where machine_id = ${machine.id}`)
  // Each is compared with its source: a machine's days with its sales and products, the company's with its machines'.
  for (const table of ['daily_sales', 'machine_days']) {
    await tamper(sql`update ${sql.identifier(table)} set turnover_minor = turnover_minor + 1 where machine_id = ${machine.id}`)
    expect((await selfCheck(ctx)).stale).toContainEqual({ company, machine: machine.id, of: 'days' })
    if (table === 'daily_sales')
      await tamper(sql`update daily_sales set turnover_minor = turnover_minor - 1 where machine_id = ${machine.id}`)
  }
  await tamper(sql`update product_days set count = count + 1`)
  expect((await selfCheck(ctx)).stale).toContainEqual({ company, machine: 0, of: 'company-days' })
  const stale = [
    { company, machine: 0, of: 'company-days' },
    { company, machine: machine.id, of: 'cash' },
    { company, machine: machine.id, of: 'days' },
  ]
  expect((await selfCheck(ctx, clock.now() - DAY)).stale).toEqual(stale)
  expect((await selfCheck(ctx, clock.now() + 2 * DAY)).stale).toEqual(stale.slice(0, 2))
  expect((await selfCheckNow(ctx, { rebuild: true })).stale).toEqual(stale)
  expect((await selfCheck(ctx)).stale).toEqual([])
})

test('wrong credit is reported, and rebuilt on demand', async () => {
  const { ctx, company, app } = world
  const manager = callerWith(app, await signedIn(app, 'manager'))
  for (const cardIdentifier of ['C-1', 'C-2'])
    await manager('POST', '/passes', { cardIdentifier, holderName: 'Ann', creditAmount: 5, recurringCreditAmount: 0 })
  expect((await selfCheck(ctx)).stale).toEqual([])
  await tamper(sql`update passes set balance_minor = balance_minor + 1 where card_identifier = 'C-1'`)
  const stale = [{ company, machine: 0, of: 'passes' }]
  expect((await selfCheckNow(ctx, { rebuild: true })).stale).toEqual(stale)
  expect((await selfCheck(ctx)).stale).toEqual([])
  expect((await manager('GET', '/passes/C-1')).json().data.creditAmount).toBe(5)
})

test('audit trail that was changed outside of the server is reported', async () => {
  const { ctx, company, anonymous, app } = world
  await tamper(sql`update audit_entries set content = '{}' where company_id = ${company} and seq = 1`)
  expect(await selfCheck(ctx)).toMatchObject({ broken: [{ company, entry: 1 }] })
  clock.pass(HOUR)
  await runDueJobs({ ...ctx, log: app.log }, JOBS)
  expect(await healthOf(anonymous)).toBe('degraded')
})
