import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MachineCommission } from '#contract/commissions.ts'
import type { MachineRevenue, ProductMargins } from '#contract/machine-reports.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { writeSales } from '../telemetry/vends.store.ts'

const TIMEZONE = 'Europe/Berlin'
const clock = aClock(fromIso('2026-01-01T08:00:00.000Z'))
/** March has 31 days and an hour less. */
const MARCH = 'startDate=2026-02-28T23:00:00.000Z&endDate=2026-03-31T22:00:00.000Z'

let world: TwoCompanies
let manager: Caller
let [bar, mystery] = [0, 0]
let [hall, shop]: StandingMachine[] = []

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE}`)
  bar = await aProduct(ctx, company, { name: 'Bar', sku: 'BAR', lastCost: 40 })
  mystery = await aProduct(ctx, company, { name: 'Mystery', sku: 'MYSTERY' })
  await ctx.database.owner.execute(sql`update products set tax_basis_points = 1900 where company_id = ${company}`)
  const slots = [bar, mystery].map((product, index) => ({ number: String(index + 1), product, max: 100, price: 119, quantity: 100 }))
  hall = await aMachine(ctx, company, { name: 'Hall', slots })
  shop = await aMachine(ctx, company, { name: 'Shop', slots })
  clock.pass(fromIso('2026-04-10T12:00:00.000Z') - clock.now())
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
})
afterAll(() => world.close())

const idOf = (machine: StandingMachine | undefined) => machine?.id ?? 0

async function sell(machine: StandingMachine | undefined, slot: '1' | '2', pieces: number, day: string) {
  const sales = Array.from({ length: pieces }, (_, index) => ({
    id: randomUUID(),
    at: toIso(fromIso(`${day}T10:00:00.000Z`) + index * 1000),
    slot,
    product: slot === '1' ? bar : mystery,
    type: 'CASH',
    amount: 119,
    card: null,
  }))
  await world.ctx.database.withTenant(world.company, (db) =>
    writeSales(db, { company: world.company, machine: idOf(machine), timezone: TIMEZONE, receivedAt: clock.now() }, sales, []),
  )
}

const set = (body: object) => manager('POST', '/machines/commissions', { percent: 0, base: 'NET', monthly: 0, ...body })
const listOf = async (machine: StandingMachine | undefined): Promise<MachineCommission[]> =>
  (await manager('GET', `/machines/${idOf(machine)}/commissions`)).json().data
const report = async (span = MARCH): Promise<Record<string, MachineRevenue>> => {
  const rows: MachineRevenue[] = (await manager('GET', `/reports/v2/revenue?${span}`)).json().data
  return Object.fromEntries(rows.map((row) => [row.machine.name, row]))
}

test('a commission applies from its day on, by share and by days of the month', async () => {
  await sell(hall, '1', 10, '2026-03-10')
  await sell(hall, '1', 10, '2026-03-20')
  expect((await report()).Hall).toMatchObject({ netTurnover: 20, cost: 8, commission: 0, margin: 12 })
  expect((await set({ machineIds: [idOf(hall)], validFrom: '2026-01-15', percent: 10 })).json().data).toEqual({ changed: [idOf(hall)] })
  expect((await report()).Hall).toMatchObject({ commission: 2, margin: 10 })
  // From 15 March: 20 % of 11.90 with tax, and 17 of 31 days of 31.00.
  await set({ machineIds: [idOf(hall)], validFrom: '2026-03-15', percent: 20, base: 'GROSS', monthly: 31 })
  expect((await report()).Hall).toMatchObject({ commission: 20.38, margin: -8.38 })
  // Before a commission there is none, and days after today do not count.
  const january = 'startDate=2025-12-31T23:00:00.000Z&endDate=2026-01-31T23:00:00.000Z'
  expect((await report(january)).Hall).toMatchObject({ commission: 0 })
  const april = 'startDate=2026-03-31T22:00:00.000Z&endDate=2026-04-30T22:00:00.000Z'
  expect((await report(april)).Hall).toMatchObject({ commission: 10.33, margin: -10.33 })
  expect(await listOf(hall)).toEqual([
    { validFrom: '2026-03-15', percent: 20, base: 'GROSS', monthly: 31 },
    { validFrom: '2026-01-15', percent: 10, base: 'NET', monthly: 0 },
  ])
})

test('monthly amounts of parts of a month add up to the whole amount', async () => {
  await set({ machineIds: [idOf(shop)], validFrom: '2026-02-01', monthly: 0.01 })
  const commissionOf = async (from: string, until: string) =>
    Math.round(((await report(`startDate=${from}T12:00:00.000Z&endDate=${until}T12:00:00.000Z`)).Shop?.commission ?? 0) * 100)
  // Half of a cent is rounded away from zero: 14 of 28 days, exactly.
  expect(await commissionOf('2026-02-01', '2026-02-13')).toBe(0)
  expect(await commissionOf('2026-02-01', '2026-02-14')).toBe(1)
  expect(await commissionOf('2026-02-01', '2026-02-28')).toBe(1)
  await set({ machineIds: [idOf(shop)], validFrom: '2026-02-01' })
})

test('a purchase price applies from its day on, and the first one also before', async () => {
  await sell(shop, '1', 10, '2026-03-05')
  await sell(shop, '2', 10, '2026-03-05')
  await sell(shop, '1', 10, '2026-03-25')
  expect((await report()).Shop).toMatchObject({ netTurnover: 30, netWithoutCost: 10, cost: 8, margin: 12, soldWithoutCost: 10 })
  const supplier = (await manager('POST', '/suppliers', { name: 'Shop and Sons' })).json().data.identifier
  const buy = async (deliveredAt: string, items: object[]) => {
    const body = {
      supplier: { identifier: supplier },
      status: 'DELIVERED',
      orderedAt: null,
      deliveredAt,
      invoiceNumber: null,
      note: null,
      items,
    }
    const answer = await manager('POST', '/purchases', body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  await buy('2026-03-20T10:00:00.000Z', [{ productId: bar, quantity: 10, unitCost: 0.5 }])
  // Recorded later, delivered earlier.
  await buy('2026-03-15T10:00:00.000Z', [{ productId: bar, quantity: 10, unitCost: 0.45 }])
  expect((await report()).Shop).toMatchObject({ cost: 4 + 5, margin: 20 - 9 })
  const [product] = (await manager('GET', '/products?query=bar')).json().data
  expect(product.lastCost).toBe(0.5)
  await manager('PATCH', '/products/BAR', { lastCost: 0.9 })
  expect((await report()).Shop).toMatchObject({ cost: 9 })
  await manager('PATCH', '/products/BAR', { lastCost: 0.6, lastCostValidFrom: '2026-03-20' })
  expect((await report()).Shop).toMatchObject({ cost: 4 + 6 })
  await buy('2026-03-31T10:00:00.000Z', [{ productId: mystery, quantity: 10, unitCost: 0.3 }])
  expect((await report()).Shop).toMatchObject({ netWithoutCost: 0, cost: 4 + 6 + 3, soldWithoutCost: 0 })
})

test('products without a purchase price have no margin', async () => {
  await manager('PATCH', '/products/MYSTERY', { lastCost: 0, lastCostValidFrom: '2026-02-01' })
  const { products, monthlyCommission }: ProductMargins = (await manager('GET', `/reports/v2/product-margins?${MARCH}`)).json().data
  expect(
    products.map(({ product, sold, margin, netWithoutCost, commission }) => [product?.name, sold, margin, netWithoutCost, commission]),
  ).toEqual([
    // 40 sold for 1.00 without tax, half of them for 0.40 and half for 0.60; 1.00 + 2.38 to the hall.
    ['Bar', 40, 16.62, 0, 3.38],
    ['Mystery', 10, null, 10, 0],
  ])
  expect(monthlyCommission).toBe(17)
})

test('the days of a commission and its amounts are checked', async () => {
  const wrong = async (body: object) => {
    const answer = await set({ machineIds: [idOf(hall)], validFrom: '2026-03-01', ...body })
    return [answer.statusCode, answer.json().errors?.map(({ path }: { path: string }) => path) ?? answer.body]
  }
  for (const [body, path] of [
    [{ validFrom: '2018-01-31' }, 'validFrom'],
    [{ validFrom: '2032-01-01' }, 'validFrom'],
    [{ percent: 100.01 }, 'percent'],
    [{ percent: 1.005 }, 'percent'],
    [{ monthly: 1.005 }, 'monthly'],
    [{ monthly: 100_000 }, 'monthly'],
    [{ monthly: -1 }, 'monthly'],
  ] as const)
    expect(await wrong(body), JSON.stringify(body)).toEqual([422, [path]])
  expect((await set({ machineIds: [idOf(hall), 999_999], validFrom: '2026-03-01' })).statusCode).toBe(404)
})

test('a deleted commission gives way to the previous one, and changes are audited', async () => {
  const left = (await manager('DELETE', `/machines/${idOf(hall)}/commissions/2026-03-15`)).json().data
  expect(left).toEqual([{ validFrom: '2026-01-15', percent: 10, base: 'NET', monthly: 0 }])
  expect((await report()).Hall?.commission).toBe(2)
  const entries = await rowsOf<{ action: string; machine: number }>(
    world.ctx.database.owner,
    sql`select action, machine_id::float8 as machine from audit_entries where company_id = ${world.company} and machine_id = ${idOf(hall)} order by seq`,
  )
  expect(entries.map(({ action }) => action)).toEqual(['commission-set', 'commission-set', 'commission-deleted'])
})

test('a commission is deleted once, also after a lost response', async () => {
  const url = `/machines/${idOf(shop)}/commissions/2026-02-10`
  await set({ machineIds: [idOf(shop)], validFrom: '2026-02-10', percent: 12.5 })
  const headers = { 'idempotency-key': randomUUID() }
  const left = await manager('DELETE', url, undefined, headers)
  expect(left.json().data).toEqual([{ validFrom: '2026-02-01', percent: 0, base: 'NET', monthly: 0 }])
  expect((await manager('DELETE', url, undefined, headers)).json().data).toEqual(left.json().data)
  const again = await manager('DELETE', url)
  expect([again.statusCode, again.json().code]).toEqual([404, 'COMMISSION_NOT_FOUND'])
})

test('commissions are limited to managers of the same company', async () => {
  const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
  const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  const url = `/machines/${idOf(hall)}/commissions`
  expect((await rival('GET', url)).statusCode).toBe(404)
  expect((await rival('DELETE', `${url}/2026-01-15`)).statusCode).toBe(404)
  const body = { machineIds: [idOf(hall)], validFrom: '2026-01-15', percent: 0, base: 'NET', monthly: 0 }
  expect((await rival('POST', '/machines/commissions', body)).statusCode).toBe(404)
  expect((await rival('GET', `/reports/v2/product-margins?${MARCH}`)).json().data).toEqual({ products: [], monthlyCommission: 0 })
  expect((await serviceman('GET', url)).statusCode).toBe(403)
  expect(await listOf(hall)).toHaveLength(1)
})
